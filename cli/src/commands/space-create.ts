import { command } from '#/command.ts'
import { bold, table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import { organizationOption } from './organization-option.ts'

export const spaceCreate = command({
  about: [
    'Makes a space in an organization, or in one of its collections, and prints its id.',
    'You become its admin.',
  ],
  options: {
    organization: organizationOption,
    title: { description: 'What it is called', value: '<text>', required: true },
    collection: { description: 'The collection to make it in', value: '<id>' },
    emoji: { description: 'A character shown before the title', value: '<emoji>' },
    empty: { description: 'Begin without a page' },
  },
  example: 'lectern space create --organization <id> --title Handbook --empty',
  async run({ organization, title, collection, emoji, empty }, { client, signal }) {
    const space = await client.call('createSpace', {
      params: { organizationId: organization },
      body: {
        title,
        ...(collection !== undefined && { parent: collection }),
        ...(emoji !== undefined && { emoji }),
        ...(empty && { empty }),
      },
      signal,
    })
    return {
      json: space,
      lines: [
        `Made the space ${bold(space.title)}.`,
        '',
        ...table([['id', space.id], ...placesToLook(space.urls)]),
        '',
        `Fill it with: lectern content push <folder> --space ${space.id}`,
      ],
    }
  },
})
