import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { Lines } from './lines.ts'

const manyMs = 60_000

describe('a line', () => {
  it('lets so many go on at the same time, and others when one of them has ended', async () => {
    const lines = new Lines({ places: 2, waitingMax: 8, waitMsMax: manyMs })
    const [first] = [await lines.take('one'), await lines.take('one')]
    let isStarted = false
    const third = lines.take('one').then((giveBack) => {
      isStarted = true
      return giveBack
    })
    assert.equal(lines.takeNow('one'), undefined)
    await Promise.resolve()
    assert.equal(isStarted, false)
    first?.()
    await third
    assert.equal(isStarted, true)
  })

  it('is nobody else’s', async () => {
    const lines = new Lines({ places: 1, waitingMax: 1, waitMsMax: manyMs })
    await lines.take('one')
    assert.ok(lines.takeNow('another'))
  })

  it('refuses who comes when it is full, and who has waited for too long', async () => {
    const lines = new Lines({ places: 1, waitingMax: 1, waitMsMax: 20 })
    await lines.take('one')
    const refused = { status: 429, reason: 'too_many_at_once' }
    const waiting = assert.rejects(lines.take('one'), refused)
    await assert.rejects(lines.take('one'), refused)
    await waiting
  })

  it('gives a place back once, however often it is told', async () => {
    const lines = new Lines({ places: 1, waitingMax: 1, waitMsMax: manyMs })
    const giveBack = await lines.take('one')
    giveBack()
    giveBack()
    assert.ok(lines.takeNow('one'))
    assert.equal(lines.takeNow('one'), undefined)
  })
})
