import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { command } from '#/command.ts'

import { spaceOption } from './space-option.ts'

const statuses = ['approved', 'changes-requested'] as const satisfies readonly string[]

export const changeReview = command({
  about: [
    'Says what you think of a change request as it is now. Your review before is outdated then.',
  ],
  argument: changeArgument,
  options: {
    space: spaceOption,
    status: {
      description: 'What you think of it',
      value: '<word>',
      choices: statuses,
      required: true,
    },
    comment: { description: 'What you say with it, as Markdown', value: '<text>' },
  },
  example: 'lectern change review 3 --space <id> --status approved',
  async run({ space, status, comment }, { client, signal }, named) {
    const review = await client.call('submitChangeRequestReview', {
      params: ofChange(space, named),
      body: {
        status: statuses.find((one) => one === status) ?? 'changes-requested',
        ...(comment !== undefined && { comment: { markdown: comment } }),
      },
      signal,
    })
    const name = `#${named.replace(/^#/, '')}`
    return {
      json: review,
      lines: [
        review.status === 'approved'
          ? `Approved ${name}.`
          : `Asked for changes of ${name}.`,
      ],
    }
  },
})
