import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { compareLines } from '../src/change/compare-lines.ts'

/** A line each, with the words that make the difference in brackets. */
function shown(before: string, after: string): string[][] {
  const signs = { same: ' ', removed: '-', added: '+' }
  return compareLines(before, after).hunks.map((hunk) =>
    hunk.map(({ how, parts }) => {
      const text = parts.map((part) => (part.isChanged ? `[${part.text}]` : part.text))
      return `${signs[how]}${text.join('')}`
    }),
  )
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

describe('lines of two texts', () => {
  it('are compared with three lines around what differs', () => {
    const [hunk = [], ...rest] = compareLines(
      numbers(1, 20),
      numbers(1, 20).replace('line 10\n', ''),
    ).hunks
    assert.deepEqual(rest, [])
    assert.deepEqual(
      hunk.map(({ before, after }) => [before, after]),
      [
        [7, 7],
        [8, 8],
        [9, 9],
        [10, undefined],
        [11, 10],
        [12, 11],
        [13, 12],
      ],
    )
  })

  it('are one stretch where changes stand near, and two where they do not', () => {
    const near = numbers(1, 30).replace('line 10\n', 'x\n').replace('line 16\n', 'y\n')
    assert.equal(shown(numbers(1, 30), near).length, 1)
    const far = numbers(1, 30).replace('line 10\n', 'x\n').replace('line 18\n', 'y\n')
    assert.equal(shown(numbers(1, 30), far).length, 2)
  })

  it('show the words that differ in a line that was changed', () => {
    assert.deepEqual(shown('Sign in with your account.\n', 'Sign in with your key.\n'), [
      ['-Sign in with your [account].', '+Sign in with your [key].'],
    ])
  })

  it('show a line that shares little with another as a whole', () => {
    assert.deepEqual(shown('Nothing of this stays.\n', 'Everything was rewritten\n'), [
      ['-Nothing of this stays.', '+Everything was rewritten'],
    ])
  })

  it('pair the lines that are like each other, whatever stands between', () => {
    assert.deepEqual(
      shown('Run the installer now.\n', 'A new line.\nRun the installer twice.\n'),
      [['-Run the installer [now].', '+A new line.', '+Run the installer [twice].']],
    )
  })

  it('are all new, or all gone, where one side is empty', () => {
    const { added, removed } = compareLines('', 'one\ntwo\n')
    assert.deepEqual([added, removed], [2, 0])
    assert.deepEqual(shown('one\n', ''), [['-one']])
  })

  it('do not differ by their ends', () => {
    const { added, removed, hunks } = compareLines('one\r\ntwo\r\n', 'one\ntwo')
    assert.deepEqual([added, removed, hunks], [0, 0, []])
  })

  it('are compared in time, however many there are', () => {
    const startedMs = performance.now()
    const { added, removed } = compareLines(
      'a b c\n'.repeat(20_000),
      'd e f\n'.repeat(20_000),
    )
    assert.deepEqual([added, removed], [20_000, 20_000])
    assert.ok(performance.now() - startedMs < 5_000)
  })
})
