import { nameOfChange } from '#/change/describe-change.ts'
import { command } from '#/command.ts'
import { table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import { spaceOption } from './space-option.ts'

export const changeCreate = command({
  about: [
    'Makes a change request: a draft of the content of a space, which is edited like the',
    'space itself and seen in the main content once it is merged. Prints its number.',
  ],
  options: {
    space: spaceOption,
    subject: { description: 'What it is about, in a line', value: '<text>' },
  },
  example: 'lectern change create --space <id> --subject "Explain the setup"',
  async run({ space: spaceId, subject }, { client, signal }) {
    const change = await client.call('createChangeRequest', {
      params: { spaceId },
      body: { ...(subject !== undefined && { subject }) },
      signal,
    })
    return {
      json: change,
      lines: [
        `Made the change request ${nameOfChange(change)}.`,
        '',
        ...table([['id', change.id], ...placesToLook(change.urls)]),
        '',
        `Fill it with: lectern change push <folder> --space ${spaceId} --change ${change.number}`,
      ],
    }
  },
})
