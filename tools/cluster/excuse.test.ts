import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'

import { excuse } from './excuse.ts'
import { excusedTests } from './excused-tests.ts'

const root = path.resolve(import.meta.dirname, '../..')
const one = { file: 'server/a.test.ts', test: 'a suite › a test', reason: 'of one node' }
const resultOf = (...names: string[][]) => ({
  file: path.join(root, one.file),
  passed: 1,
  skipped: 0,
  failures: names.map((path_) => ({ names: path_, error: 'no' })),
  seconds: 1,
  processorSeconds: 1,
})

describe('the list of tests that are excused on a cluster', () => {
  it('excuses the failures it names, and no others', () => {
    const failed = [
      ['a suite', 'a test'],
      ['a suite', 'another test'],
    ]
    const { results, count, problems } = excuse([resultOf(...failed)], [one], root)
    assert.deepEqual(results[0]?.failures, [
      { names: ['a suite', 'another test'], error: 'no' },
    ])
    assert.deepEqual([count, problems], [1, []])
  })

  it('must lose what does not fail any more', () => {
    const { count, problems } = excuse([resultOf()], [one], root)
    assert.equal(count, 0)
    assert.match(problems.join(), /^a suite › a test .* strike it/)
    assert.deepEqual(excuse([], [one], root).problems, [])
  })

  it('names tests that there are, each with its reason', async () => {
    for (const { file, test, reason } of excusedTests) {
      assert.ok(existsSync(path.join(root, file)), file)
      const text = await readFile(path.join(root, file), 'utf8')
      const name = test.split(' › ').at(-1) ?? ''
      assert.ok(text.includes(name), `${file}: ${name}`)
      assert.ok(reason.length > 20, `${file}: ${test}`)
    }
  })

  it('only shrinks', () => {
    assert.ok(excusedTests.length <= 1)
  })
})
