import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { ShardDirectory } from './shard-directory.ts'
import { selectNodes, selectShardOf, selectShards, type ShardRow } from './shard-map.ts'

const rowAt = (port: number): ShardRow => ({
  table_name: 'organization',
  shard_name: 'organization_102008',
  shard_id: '102008',
  range_from: '-2147483648',
  host: 'one.example',
  port,
})

/** What a coordinator would say of one shard. */
function openCoordinator() {
  const asked: string[] = []
  let port = 5432
  const directory = new ShardDirectory(
    async (text) => {
      asked.push(text)
      await turn()
      if (text === selectNodes) return { rows: [{ nodes: `1 one.example:${port}` }] }
      if (text === selectShards) return { rows: [rowAt(port)] }
      return { rows: [{ shard_id: '102008' }] }
    },
    () => undefined,
  )
  return {
    directory,
    times: (text: string) => asked.filter((one) => one === text).length,
    failOver: () => void (port += 1),
  }
}

async function untilLoaded(directory: ShardDirectory): Promise<void> {
  while ((await directory.shardOf('first')) === undefined) await turn()
}

describe('where the rows of organizations are', () => {
  it('is asked once by many who ask at once', async () => {
    const { directory, times } = openCoordinator()
    await untilLoaded(directory)
    const before = times(selectShardOf)
    const all = Array.from({ length: 50 }, async () => directory.shardOf('popular'))
    const shards = await Promise.all(all)
    assert.ok(shards.every((shard) => shard?.id === '102008'))
    assert.equal(times(selectShardOf) - before, 1)
  })

  it('is kept for who is read, whatever others are made up', async () => {
    const { directory, times } = openCoordinator()
    await untilLoaded(directory)
    await directory.shardOf('popular')
    for (let number = 0; number < 60_000; number += 1000) {
      const some = Array.from({ length: 1000 }, async (_, at) =>
        directory.shardOf(`made-up-${number + at}`),
      )
      await Promise.all([...some, directory.shardOf('popular')])
    }
    const before = times(selectShardOf)
    await directory.shardOf('popular')
    assert.equal(times(selectShardOf), before)
  })

  it('is known within seconds after another server took the place of one', async (t) => {
    const { directory, times, failOver } = openCoordinator()
    await untilLoaded(directory)
    const shard = await directory.shardOf('popular')
    assert.ok(shard)
    failOver()
    const startMs = performance.now()
    t.mock.method(performance, 'now', () => startMs + 2_500)
    const loaded = times(selectShards)
    await directory.shardOf('popular')
    for (let wait = 0; wait < 10; wait += 1) await turn()
    assert.equal(times(selectShards), loaded + 1)
    const now = await directory.shardOf('popular')
    assert.ok(now)
    assert.deepEqual(directory.placeOf(now), { host: 'one.example', port: 5433 })
  })

  it('is not loaded again while the servers are the same', async (t) => {
    const { directory, times } = openCoordinator()
    await untilLoaded(directory)
    const startMs = performance.now()
    t.mock.method(performance, 'now', () => startMs + 2_500)
    await directory.shardOf('popular')
    for (let wait = 0; wait < 10; wait += 1) await turn()
    assert.deepEqual([times(selectNodes), times(selectShards)], [2, 1])
  })
})
