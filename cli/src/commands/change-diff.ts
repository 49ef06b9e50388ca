import { changeArgument, ofChange } from '#/change/change-argument.ts'
import { describeDiff, describeStat } from '#/change/describe-diff.ts'
import { createPaint } from '#/change/paint.ts'
import { readDiff } from '#/change/read-diff.ts'
import { command } from '#/command.ts'

import { spaceOption } from './space-option.ts'

export const changeDiff = command({
  about: [
    'Shows what a change request changes in the main content: pages that are added, removed,',
    'moved and edited, and of their Markdown the lines that differ. In a line that was changed',
    'the words that make the difference stand out. Without a terminal there are no colours.',
  ],
  argument: changeArgument,
  options: {
    space: spaceOption,
    stat: { description: 'Only which pages, and how many lines of each' },
    'no-color': { description: 'No colours; NO_COLOR in the environment says the same' },
  },
  example: 'lectern change diff 3 --space <id>',
  async run({ space, stat, 'no-color': isPlain }, session, named) {
    const diff = await readDiff(session, ofChange(space, named))
    const paint = createPaint({ isPlain })
    return {
      json: diff,
      lines: stat ? describeStat(diff, paint) : describeDiff(diff, paint),
    }
  },
})
