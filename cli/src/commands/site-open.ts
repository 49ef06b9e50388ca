import { command } from '#/command.ts'
import { Refusal } from '#/failure.ts'

import { organizationOption } from './organization-option.ts'

export const siteOpen = command({
  about: ['Opens a published site in your browser, and prints its address.'],
  argument: { name: 'site', description: 'The id of the site' },
  options: { organization: organizationOption },
  example: 'lectern site open <id>',
  async run({ organization }, { client, openAddress, signal }, siteId) {
    const site = await client.call('getSiteById', {
      params: { organizationId: organization, siteId },
      signal,
    })
    const { published } = site.urls
    if (published === undefined) {
      throw new Refusal(
        'site_not_published',
        `${site.title} is not published, so there is nothing to open. Publish it: lectern site publish ${siteId}`,
      )
    }
    openAddress(published)
    return { json: site, lines: [published] }
  },
})
