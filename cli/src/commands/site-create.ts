import { command } from '#/command.ts'
import { bold, table } from '#/output.ts'

import { organizationOption } from './organization-option.ts'

const visibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
] as const satisfies readonly string[]

export const siteCreate = command({
  about: [
    'Makes a site that shows a space, and prints its id. Readers see it once it is published.',
  ],
  options: {
    organization: organizationOption,
    title: { description: 'What it is called', value: '<text>', required: true },
    space: { description: 'The space that it shows', value: '<id>', required: true },
    visibility: {
      description: 'Who may read it: public unless you say otherwise',
      value: '<word>',
      choices: visibilities,
    },
  },
  example: 'lectern site create --title Handbook --space <id>',
  async run({ organization, title, space, visibility }, { client, signal }) {
    const site = await client.call('createSite', {
      params: { organizationId: organization },
      body: {
        title,
        spaces: [space],
        visibility: visibilities.find((one) => one === visibility) ?? 'public',
      },
      signal,
    })
    return {
      json: site,
      lines: [
        `Made the site ${bold(site.title)}.`,
        '',
        ...table([['id', site.id]]),
        '',
        `Show it to readers with: lectern site publish ${site.id}`,
      ],
    }
  },
})
