import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { command } from '#/command.ts'

import { spaceOption } from './space-option.ts'

export const changeComment = command({
  about: ['Comments on a change request, as a whole or on one of its pages.'],
  argument: changeArgument,
  options: {
    space: spaceOption,
    text: { description: 'What you say, as Markdown', value: '<text>', required: true },
    page: { description: 'The page that it is about, by its id', value: '<id>' },
  },
  example: 'lectern change comment 3 --space <id> --text "Which version?"',
  async run({ space, text, page }, { client, signal }, named) {
    const comment = await client.call('postCommentInChangeRequest', {
      params: ofChange(space, named),
      body: { body: { markdown: text }, ...(page !== undefined && { page }) },
      signal,
    })
    return {
      json: comment,
      lines: [`Commented on #${named.replace(/^#/, '')}.`],
    }
  },
})
