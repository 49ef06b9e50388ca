import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { nameOfChange } from '#/change/describe-change.ts'
import { describeConflict } from '#/change/describe-conflicts.ts'
import { command } from '#/command.ts'
import { UsageError } from '#/failure.ts'
import { describeCount } from '#/push/describe-push.ts'

import { spaceOption } from './space-option.ts'

export const changeResolve = command({
  about: [
    'Decides a conflict, which a merge or an update has listed with its id, or lists those that',
    'are open where none is named. What is decided is used by the next merge or update.',
  ],
  argument: changeArgument,
  optional: { name: 'conflict', description: 'The id of the conflict' },
  options: {
    space: spaceOption,
    choose: {
      description:
        'ours is what the change request says, theirs the main content, base what both began with',
      value: '<side>',
      choices: ['ours', 'theirs', 'base'],
    },
    text: { description: 'Markdown that stands there instead', value: '<text>' },
  },
  example: 'lectern change resolve 3 <conflict> --space <id> --choose theirs',
  async run({ space, choose, text }, { client, signal }, named, conflict) {
    const params = ofChange(space, named)
    if (conflict !== undefined) {
      const change = { operation: 'resolve_conflict' as const, conflict }
      const decision = decisionOf(choose, text)
      await client.call('updateChangeRequestContent', {
        params,
        body: { changes: [{ ...change, ...decision }] },
      })
    } else if (choose !== undefined || text !== undefined) {
      throw new UsageError('The conflict is missing')
    }
    const [change, left] = await Promise.all([
      client.call('getChangeRequestById', { params, signal }),
      client.call('listChangeRequestConflicts', { params, signal }),
    ])
    const name = nameOfChange(change)
    return {
      json: left.items,
      lines: [
        left.items.length === 0
          ? `${name} has no open conflict.`
          : `${name} has ${describeCount(left.count ?? left.items.length, 'open conflict')}.`,
        ...left.items.flatMap((each) => ['', ...describeConflict(each)]),
      ],
    }
  },
})

function decisionOf(choose: string | undefined, text: string | undefined) {
  if ((choose === undefined) === (text === undefined)) {
    throw new UsageError('A conflict is decided by one of --choose and --text')
  }
  if (text !== undefined) return { text }
  return { choose: sides.find((side) => side === choose) ?? ('ours' as const) }
}

const sides = ['ours', 'theirs', 'base'] as const
