import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { nameOfChange } from '#/change/describe-change.ts'
import { conflictsRefusal } from '#/change/describe-conflicts.ts'
import { command } from '#/command.ts'

import { spaceOption } from './space-option.ts'

export const changeUpdate = command({
  about: [
    'Takes what others changed in the main content since into a change request. Where both',
    'changed the same thing, nothing is changed (exit code 3), and it is explained.',
  ],
  argument: changeArgument,
  options: { space: spaceOption },
  example: 'lectern change update 3 --space <id>',
  async run({ space }, { client }, named) {
    const params = ofChange(space, named)
    const outcome = await client.call('updateChangeRequest', { params })
    const change = await client.call('getChangeRequestById', { params })
    if (outcome.result === 'conflicts') {
      throw conflictsRefusal(change, outcome.conflicts ?? [], 'updated')
    }
    return {
      json: { ...outcome, changeRequest: change },
      lines: [`${nameOfChange(change)} is up to date with the main content.`],
    }
  },
})
