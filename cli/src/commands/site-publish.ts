import { command, type Session } from '#/command.ts'
import { bold } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

export const sitePublish = command({
  about: [
    'Shows a site to its readers, and prints where they find it.',
    'Says so if the site has no pages to show yet.',
  ],
  argument: { name: 'site', description: 'The id of the site' },
  options: { organization: organizationOption },
  example: 'lectern site publish <id>',
  async run({ organization }, session, siteId) {
    const { client, signal } = session
    const params = { organizationId: organization, siteId }
    const site = await client.call('publishSite', { params, signal })
    const { published } = site.urls
    const where = published === undefined ? '' : ` at ${published}`
    const empty = await emptySpace(params, session)
    const hint = `Its space has no pages yet: readers see that there is nothing. Push some with: lectern content push <folder> --space ${empty ?? ''}`
    return {
      json: site,
      lines: [
        `Published ${bold(site.title)}${where}`,
        ...(empty === undefined ? [] : [hint]),
      ],
    }
  },
})

/** The id of the space with which readers begin, if it is known to have no pages. */
async function emptySpace(
  params: { readonly organizationId: string; readonly siteId: string },
  { client, signal }: Session,
): Promise<string | undefined> {
  const query = { default: true, limit: 1 }
  try {
    const { items } = await client.call('listSiteSpaces', { params, query, signal })
    const [first] = items
    if (first === undefined) return undefined
    const spaceId = first.space.id
    const { pages } = await client.call('listPages', { params: { spaceId }, signal })
    return pages.length === 0 ? spaceId : undefined
  } catch {
    // The site is published: who may not read its spaces only lacks the hint.
    return undefined
  }
}
