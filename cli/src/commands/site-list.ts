import { everyEntry } from '@lectern/contract/client.ts'
import type { Site } from '@lectern/contract/sites.ts'

import { command } from '#/command.ts'
import { table } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

const perPage = 1000

export const siteList = command({
  about: ['Lists the sites you can see: their ids, titles, and where readers find them.'],
  options: { organization: organizationOption },
  example: 'lectern site list',
  async run({ organization }, { client, signal }) {
    const sites: Site[] = []
    const entries = everyEntry(async (cursor) =>
      client.call('listSites', {
        params: { organizationId: organization },
        query: { ...cursor, limit: perPage },
        signal,
      }),
    )
    for await (const site of entries) sites.push(site)
    const none = 'There is no site that you can see. Make one with "lectern site create".'
    return {
      json: sites,
      lines: sites.length === 0 ? [none] : table(sites.map(rowOf)),
    }
  },
})

function rowOf({ id, title, urls }: Site): string[] {
  return [id, `${title}  ${urls.published ?? 'not published'}`]
}
