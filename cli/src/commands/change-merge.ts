import { CallError } from '@lectern/contract/client.ts'

import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { describeUnmet, nameOfChange } from '#/change/describe-change.ts'
import { conflictsRefusal } from '#/change/describe-conflicts.ts'
import { command, type Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'
import { table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import { spaceOption } from './space-option.ts'

/** The exit code for unmet merge rules: a pipeline can wait for people instead of failing. */
const unmetExitCode = 4

export const changeMerge = command({
  about: [
    'Makes what a change request changes part of the main content, together with what others',
    'changed there since. Nothing is changed where both changed the same thing (exit code 3),',
    'or where a merge rule of the space is not met (exit code 4); both are explained.',
  ],
  argument: changeArgument,
  options: { space: spaceOption },
  example: 'lectern change merge 3 --space <id>',
  async run({ space }, session, named) {
    const params = ofChange(space, named)
    // The merge ignores Ctrl-C: an interrupted call would leave unknown whether it happened.
    const outcome = await session.client
      .call('mergeChangeRequest', { params })
      .catch(async (error: unknown) => {
        throw isUnmet(error) ? await unmetRefusal(session, params, error) : error
      })
    const change = await session.client.call('getChangeRequestById', { params })
    if (outcome.result === 'conflicts') {
      throw conflictsRefusal(change, outcome.conflicts ?? [], 'merged')
    }
    return {
      json: { ...outcome, changeRequest: change },
      lines: [
        `Merged ${nameOfChange(change)}.`,
        '',
        ...table([['Revision', outcome.revision], ...placesToLook(change.urls)]),
      ],
    }
  },
})

function isUnmet(error: unknown): error is CallError {
  return error instanceof CallError && error.reason === 'merge_rules_unmet'
}

async function unmetRefusal(
  { client }: Session,
  params: ReturnType<typeof ofChange>,
  error: CallError,
): Promise<Refusal> {
  const change = await client.call('getChangeRequestById', { params })
  const { number, merge } = change
  const said = [
    `#${number} was not merged, and nothing was changed: it does not meet the merge rules of its space yet.`,
    '',
    ...describeUnmet(change),
    '',
    `How it stands: lectern change status ${number} --space ${params.spaceId}`,
  ]
  return new Refusal(error.reason, said.join('\n'), {
    facts: { status: error.status, unmet: merge.unmet },
    exitCode: unmetExitCode,
  })
}
