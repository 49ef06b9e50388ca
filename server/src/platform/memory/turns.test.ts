import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createTurns } from './turns.ts'

describe('turns', () => {
  it('are given to so many at once, of all and of one key', async () => {
    const turns = createTurns({ perMinute: 0, atOnce: 3, atOnceOfKey: 2 })
    const ends: (() => void)[] = []
    const begin = async (key: string) =>
      turns.take(key, async () => new Promise<void>((resolve) => ends.push(resolve)))
    const first = [begin('a'), begin('a')]
    assert.deepEqual(await begin('a'), { retrySeconds: 2 })
    first.push(begin('b'))
    assert.deepEqual(await begin('c'), { retrySeconds: 2 })
    for (const end of ends) end()
    await Promise.all(first)
    assert.deepEqual(await turns.take('c', async () => Promise.resolve(1)), { result: 1 })
  })

  it('are given so many times in a minute, and again in the next', async () => {
    const clock = { nowMs: 0 }
    const nowMs = () => clock.nowMs
    const turns = createTurns({ perMinute: 2, atOnce: 9, atOnceOfKey: 9, nowMs })
    const take = async (key: string) => turns.take(key, async () => Promise.resolve(key))
    await take('a')
    await take('a')
    clock.nowMs = 20_000
    assert.deepEqual(await take('a'), { retrySeconds: 40 })
    assert.deepEqual(await take('b'), { result: 'b' })
    clock.nowMs = 60_000
    assert.deepEqual(await take('a'), { result: 'a' })
  })

  it('are free again after a failure', async () => {
    const turns = createTurns({ perMinute: 0, atOnce: 1, atOnceOfKey: 1 })
    const failing = turns.take('a', async () => Promise.reject(new Error('no')))
    await assert.rejects(failing, /no/)
    assert.deepEqual(await turns.take('a', async () => Promise.resolve(1)), { result: 1 })
  })
})
