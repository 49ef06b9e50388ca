import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createLocalBuckets } from './local-buckets.ts'

const windowMs = 60_000

function bucketsAt(max: number) {
  let atMs = 0
  const buckets = createLocalBuckets({ nowMs: () => atMs, max })
  return {
    sizes: buckets.sizes,
    count: (key: string) => buckets.count(key, windowMs).current,
    ttl: (key: string) => buckets.count(key, windowMs).ttl,
    pass(ms: number) {
      atMs += ms
    },
  }
}

describe('the buckets of one process', () => {
  it('count by the minute from the first request on', () => {
    const buckets = bucketsAt(10)
    assert.deepEqual([buckets.count('token a'), buckets.count('token a')], [1, 2])
    buckets.pass(20_000)
    assert.equal(buckets.ttl('token a'), 40_000)
    buckets.pass(40_000)
    assert.equal(buckets.count('token a'), 1)
  })

  it('never drop one that counts for another, however many addresses come', () => {
    const buckets = bucketsAt(100)
    const kept = ['token a', 'site b', 'address 192.0.2.1', 'readers 192.0.2.1']
    for (const key of kept) for (let at = 0; at < 7; at += 1) buckets.count(key)
    for (let at = 0; at < 10_000; at += 1) {
      buckets.count(`address 2001:db8:0:${at.toString(16)}::`)
      buckets.count(`readers 2001:db8:0:${at.toString(16)}::`)
    }
    assert.deepEqual(
      kept.map((key) => buckets.count(key)),
      [8, 8, 8, 8],
    )
  })

  it('take bounded memory, and let newcomers count together while there is no room', () => {
    const buckets = bucketsAt(100)
    for (let at = 0; at < 100_000; at += 1) buckets.count(`address ${at}`)
    const { address = 0, token } = buckets.sizes()
    assert.ok(address <= 100 + 1024, `${address} buckets`)
    assert.equal(token, 0)
    assert.ok(buckets.count('address late') > 1)
    buckets.pass(windowMs)
    assert.equal(buckets.count('address late'), 1)
  })
})
