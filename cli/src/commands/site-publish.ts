import { command } from '#/command.ts'
import { bold } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

export const sitePublish = command({
  about: ['Shows a site to its readers, and prints where they find it.'],
  argument: { name: 'site', description: 'The id of the site' },
  options: { organization: organizationOption },
  example: 'lectern site publish <id>',
  async run({ organization }, { client, signal }, siteId) {
    const site = await client.call('publishSite', {
      params: { organizationId: organization, siteId },
      signal,
    })
    const { published } = site.urls
    const where = published === undefined ? '' : ` at ${published}`
    return { json: site, lines: [`Published ${bold(site.title)}${where}`] }
  },
})
