import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createProgress } from '../src/progress.ts'

function progressAt(columns: number | undefined) {
  const written: string[] = []
  let ms = 0
  const progress = createProgress({
    write: (text) => written.push(text),
    now: () => ms,
    columns: columns === undefined ? undefined : () => columns,
  })
  const pass = (passedMs: number) => {
    ms += passedMs
  }
  return { progress, written, pass }
}

describe('progress', () => {
  it('rewrites one line on a terminal, not more often than can be read', () => {
    const { progress, written, pass } = progressAt(40)
    for (let done = 0; done <= 50; done += 1) {
      progress.at('Packing', done, 100)
      pass(10)
    }
    progress.done('Packed 100 files')
    assert.equal(written.length, 8)
    assert.equal(written[0], '\r\u001B[2KPacking … 0 %')
    assert.deepEqual(written.slice(-2), ['\r\u001B[2K', 'Packed 100 files\n'])
  })

  it('never fills the last column, where the line would break', () => {
    const { progress, written } = progressAt(10)
    progress.at('A step with a long name', 1, 2)
    assert.equal(written[0], '\r\u001B[2KA step wi')
  })

  it('prints quarters elsewhere, and only of what takes its time', () => {
    const { progress, written, pass } = progressAt(undefined)
    for (let done = 0; done <= 100; done += 1) progress.at('Fast', done, 100)
    progress.done('Fast is done')
    for (let done = 0; done <= 100; done += 1) {
      progress.at('Slow', done, 100)
      pass(200)
    }
    progress.clear()
    progress.done('Slow is done')
    assert.deepEqual(written, [
      'Fast is done\n',
      'Slow … 25 %\n',
      'Slow … 50 %\n',
      'Slow … 75 %\n',
      'Slow is done\n',
    ])
  })
})
