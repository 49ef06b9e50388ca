import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'

import type { FileResult } from './messages.ts'
import { describeAll, describeFile, describeSlowest, isGreen } from './report.ts'

const root = path.resolve('a-repository')

function resultOf(name: string, given: Partial<FileResult> = {}): FileResult {
  return {
    file: path.join(root, name),
    passed: 2,
    skipped: 0,
    failures: [],
    seconds: 1.26,
    processorSeconds: 0.5,
    ...given,
  }
}

const good = resultOf('good.test.ts')
const bad = resultOf('bad.test.ts', {
  passed: 1,
  skipped: 3,
  failures: [
    { names: ['a suite', 'a test'], error: 'Error: lost\n    at there' },
    { names: ['another'], error: 'Error: gone' },
  ],
})

describe('the report of a run', () => {
  it('has a line for a file that is whole', () => {
    assert.equal(describeFile(good, root), '✔ good.test.ts: 2 passed in 1.3 s')
    assert.equal(
      describeFile({ ...good, skipped: 1 }, root),
      '✔ good.test.ts: 2 passed, 1 skipped in 1.3 s',
    )
  })

  it('has every failure of a file, with its names and all of its error', () => {
    assert.deepEqual(describeFile(bad, root).split('\n'), [
      '✖ bad.test.ts: 1 passed, 3 skipped in 1.3 s',
      '  ✖ a suite › a test (bad.test.ts)',
      '    Error: lost',
      '        at there',
      '  ✖ another (bad.test.ts)',
      '    Error: gone',
    ])
  })

  it('ends with what failed, the problems and the sums', () => {
    const told = describeAll([good, bad, good], ['A process did not end'], root)
    assert.equal(
      told,
      [
        describeFile(bad, root),
        'A process did not end',
        '3 files',
        'tests: 5 passed, 3 failed, 3 skipped',
      ].join('\n'),
    )
  })

  it('names the ten slowest files, the slowest first', () => {
    const results = Array.from({ length: 12 }, (_, index) =>
      resultOf(`file-${index}.test.ts`, { seconds: (index * 5) % 12 }),
    )
    const [head, ...lines] = describeSlowest(results, root).split('\n')
    assert.equal(head, 'The slowest files:')
    assert.equal(lines.length, 10)
    assert.equal(lines[0], '   11.0 s,   0.5 s of the processor  file-7.test.ts')
    const seconds = lines.map((line) => Number.parseFloat(line))
    assert.deepEqual(seconds, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  })
})

describe('a run is green', () => {
  it('where every file has a result and nothing is wrong', () => {
    assert.equal(isGreen([good], [], 1), true)
    assert.equal(isGreen([good, { ...good, passed: 0, skipped: 2 }], [], 2), true)
  })

  it('and not where a single thing failed', () => {
    assert.equal(isGreen([good, bad, good], [], 3), false)
    assert.equal(isGreen([good], ['A process did not end'], 1), false)
  })

  it('and not where nothing ran, or not everything', () => {
    assert.equal(isGreen([], [], 0), false)
    assert.equal(isGreen([{ ...good, passed: 0 }], [], 1), false)
    assert.equal(isGreen([{ ...good, passed: 0, skipped: 2 }], [], 1), false)
    assert.equal(isGreen([good], [], 2), false)
  })
})
