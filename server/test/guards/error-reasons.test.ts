import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'

import { isTest, readSources, root, type SourceFile } from './source-files.ts'

/** The statuses of a reason; null where the source computes the status. */
type Statuses = Map<string, Set<number | null>>

interface Used {
  readonly reasons: Statuses
  readonly problems: readonly string[]
}

function reasonsIn(files: readonly SourceFile[]): Used {
  const reasons: Statuses = new Map()
  const unclear: string[] = []
  for (const { path: file, text } of files) {
    for (const [, status = '', reason = ''] of text.matchAll(
      /new ApiError\(\s*([^,()]+),\s*([^,()]+),/g,
    )) {
      const literal = /^'([a-z][a-z0-9_]*)'$/.exec(reason.trim())?.[1]
      if (literal === undefined) {
        unclear.push(`${file}: the reason ${reason.trim()} is not a word in lower case`)
        continue
      }
      const known = reasons.get(literal) ?? new Set()
      reasons.set(
        literal,
        known.add(/^\d{3}$/.test(status.trim()) ? Number(status) : null),
      )
    }
    const made = text.split('new ApiError(').length - 1
    const read = [...text.matchAll(/new ApiError\(\s*[^,()]+,\s*[^,()]+,/g)].length
    if (made !== read) unclear.push(`${file}: an ApiError is made in an unreadable way`)
  }
  return { reasons, problems: unclear }
}

interface Documented {
  readonly reasons: Map<string, number[]>
  readonly problems: readonly string[]
}

/** Rows that begin with a reason: status, what happened and what to do must all be there. */
function reasonsDocumented(text: string): Documented {
  const reasons = new Map<string, number[]>()
  const unclear: string[] = []
  for (const line of text.split('\n').filter((one) => one.startsWith('| `'))) {
    const [first = '', status = '', ...words] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const reason = first.replaceAll('`', '')
    if (!/^\d{3}(, \d{3})*$/.test(status)) continue
    if (reasons.has(reason)) unclear.push(`${reason} is documented twice`)
    if (words.length !== 2 || words.some((cell) => cell.length < 10)) {
      unclear.push(`${reason} lacks what happened or what to do`)
    }
    reasons.set(reason, status.split(',').map(Number))
  }
  return { reasons, problems: unclear }
}

function problems(files: readonly SourceFile[], documentation: string): string[] {
  const used = reasonsIn(files)
  const documented = reasonsDocumented(documentation)
  const different = [...used.reasons].flatMap(([reason, statuses]) => {
    const told = documented.reasons.get(reason)
    if (told === undefined) return [`${reason} is not documented in docs/errors.md`]
    const literal = [...statuses].filter((status) => status !== null)
    return [
      ...literal
        .filter((status) => !told.includes(status))
        .map((status) => `${reason} is given with ${status}, which is not documented`),
      ...told
        .filter((status) => !statuses.has(status) && !statuses.has(null))
        .map(
          (status) => `${reason} is documented with ${status} and never given with it`,
        ),
    ]
  })
  const unused = [...documented.reasons.keys()]
    .filter((reason) => !used.reasons.has(reason))
    .map((reason) => `${reason} is documented in docs/errors.md and never given`)
  return [...used.problems, ...documented.problems, ...different, ...unused]
}

function row(reason: string, status: string): string {
  return `| \`${reason}\` | ${status} | Something happened. | Do something else. |\n`
}

describe('every reason of an error', () => {
  it('is documented with its status, its meaning and a way out, and no other is', async () => {
    const sources = await readSources(/^server\/src\/.*\.ts$/)
    const files = sources.filter((file) => !isTest(file.path))
    const documentation = await readFile(path.join(root, 'docs/errors.md'), 'utf8')
    assert.ok(reasonsIn(files).reasons.size > 10, 'the sources were read')
    assert.deepEqual(problems(files, documentation), [])
  })

  const broken: Record<string, [string, string, RegExp]> = {
    'is not documented': [
      `new ApiError(409, 'lost', message)`,
      '',
      /lost is not documented/,
    ],
    'is documented with another status': [
      `new ApiError(\n  409,\n  'lost',\n  message,\n)`,
      row('lost', '400, 409'),
      /documented with 400 and never given/,
    ],
    'is given with a status that is not documented': [
      `new ApiError(409, 'lost', m); new ApiError(404, 'lost', m)`,
      row('lost', '404'),
      /given with 409, which is not documented/,
    ],
    'is documented and never given': ['', row('lost', '404'), /never given/],
    'is documented twice': [
      `new ApiError(404, 'lost', m)`,
      row('lost', '404') + row('lost', '404'),
      /documented twice/,
    ],
    'has nothing to say': [
      `new ApiError(404, 'lost', m)`,
      '| `lost` | 404 | | |',
      /lacks what happened/,
    ],
    'is computed': [`new ApiError(404, reasonOf(x), m)`, '', /unreadable way/],
    'is a variable': [`new ApiError(404, reason, m)`, '', /not a word in lower case/],
  }
  for (const [name, [text, documentation, complaint]] of Object.entries(broken)) {
    it(`would be caught when it ${name}`, () => {
      const found = problems([{ path: 'a.ts', text }], documentation)
      assert.equal(found.length, 1, found.join('\n'))
      assert.match(found.join(), complaint)
    })
  }
})
