import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { describeChange } from '#/change/describe-change.ts'
import { command } from '#/command.ts'

import { spaceOption } from './space-option.ts'

export const changeStatus = command({
  about: [
    'Says how a change request is: its state, whether the main content has moved on, whether',
    'you may merge it now, and which merge rules are not met yet.',
  ],
  argument: changeArgument,
  options: { space: spaceOption },
  example: 'lectern change status 3 --space <id>',
  async run({ space }, { client, signal }, named) {
    const params = ofChange(space, named)
    const change = await client.call('getChangeRequestById', { params, signal })
    return { json: change, lines: describeChange(change) }
  },
})
