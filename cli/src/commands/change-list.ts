import type { ChangeRequest } from '@lectern/contract/change-requests.ts'
import { everyEntry } from '@lectern/contract/client.ts'

import { visible } from '#/change/visible.ts'
import { command } from '#/command.ts'
import { table } from '#/output.ts'

import { spaceOption } from './space-option.ts'

const perPage = 100
const statuses = ['draft', 'open', 'archived', 'merged'] as const

export const changeList = command({
  about: [
    'Lists the change requests of a space, newest first: those that are open, and drafts, or',
    'those in another state.',
  ],
  options: {
    space: spaceOption,
    status: {
      description: 'Only those in one state: draft, open, archived or merged',
      value: '<status>',
      choices: statuses,
    },
  },
  example: 'lectern change list --space <id>',
  async run({ space: spaceId, status: wanted }, { client, signal }) {
    const asked = statuses.filter((status) =>
      wanted === undefined ? status === 'draft' || status === 'open' : status === wanted,
    )
    const found: ChangeRequest[] = []
    for (const status of asked) {
      const entries = everyEntry(async (cursor) =>
        client.call('listChangeRequestsForSpace', {
          params: { spaceId },
          query: { ...cursor, limit: perPage, status },
          signal,
        }),
      )
      for await (const change of entries) found.push(change)
    }
    const changes = found.toSorted((one, other) => other.number - one.number)
    return {
      json: changes,
      lines:
        changes.length === 0
          ? ['There is none. Propose something with "lectern change push".']
          : table(changes.map(rowOf)),
    }
  },
})

function rowOf({
  number,
  status,
  updatedAt,
  outdated,
  ...change
}: ChangeRequest): string[] {
  const { subject, createdBy } = change
  const state = `${status}${outdated ? ', behind' : ''}`.padEnd('draft, behind'.length)
  return [
    `#${number}`,
    `${state}  ${updatedAt.slice(0, 10)}  ${visible(subject) || 'No subject'} (${visible(createdBy.displayName)})`,
  ]
}
