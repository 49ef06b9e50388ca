import { everyEntry } from '@lectern/contract/client.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { command } from '#/command.ts'
import { table } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

const perPage = 1000

export const spaceList = command({
  about: [
    'Lists the spaces you can see, in all collections and outside them: their ids, when',
    'they last changed, and their titles.',
  ],
  options: {
    organization: organizationOption,
    deleted: { description: 'Those in the trash that you can restore instead' },
  },
  example: 'lectern space list --organization <id>',
  async run({ organization, deleted }, { client, signal }) {
    const spaces: Space[] = []
    const entries = everyEntry(async (cursor) =>
      client.call('listSpacesInOrganizationById', {
        params: { organizationId: organization },
        query: { ...cursor, limit: perPage, ...(deleted && { deleted }) },
        signal,
      }),
    )
    for await (const space of entries) spaces.push(space)
    return {
      json: spaces,
      lines: spaces.length === 0 ? [nothing(deleted)] : table(spaces.map(rowOf)),
    }
  },
})

function rowOf({ id, title, updatedAt, deletedAt }: Space): string[] {
  return [id, `${(deletedAt ?? updatedAt).slice(0, 10)}  ${title}`]
}

function nothing(deleted: boolean): string {
  return deleted
    ? 'There is no space in the trash that you can restore.'
    : 'There is no space that you can see. Make one with "lectern space create".'
}
