import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { selectShardOf, selectShards } from './shard-map.ts'
import { ShardReading } from './shard-reading.ts'

const client = { connectionString: 'postgres://nobody@nowhere.invalid/none' }
const wire = {
  text: 'select 1 from organization where organization_id = $1',
  values: ['asked'],
}
const shardAt = (shard: number, port: number) => ({
  table_name: 'organization',
  shard_name: `organization_${shard}`,
  shard_id: String(shard),
  range_from: String(shard),
  host: 'nowhere.invalid',
  port,
})

describe('a read whose shard cannot be found', () => {
  it('is left to the coordinator', async () => {
    const failed: unknown[] = []
    const shards = new ShardReading({
      client,
      ask: async (text, values = []) => {
        if (text === selectShardOf) {
          failed.push(values[0])
          throw new Error('The coordinator refuses')
        }
        return { rows: text === selectShards ? [shardAt(1, 1)] : [{ nodes: '' }] }
      },
      open: () => assert.fail('no server is asked'),
    })
    // The first reads come before it is known what shards there are.
    for (let time = 0; time < 10; time += 1) {
      assert.equal(await shards.query(wire, {}), undefined)
      await turn()
    }
    assert.ok(failed.includes('asked'))
    await shards.close()
  })
})

describe('reads while other shards are moved', () => {
  it('stay on the connections that there are', async (t) => {
    let round = 0
    let opened = 0
    let answered = 0
    const shards = new ShardReading({
      client,
      ask: async (text) => {
        if (text === selectShardOf) return { rows: [{ shard_id: '1' }] }
        if (text !== selectShards) return { rows: [{ nodes: '' }] }
        const moved = shardAt(3, 1 + (round % 2))
        return { rows: [shardAt(1, 1), shardAt(2, 2), moved] }
      },
      open: () => {
        opened += 1
        return {
          query: async () => {
            answered += 1
            return { rows: [] }
          },
          close: async () => undefined,
        }
      },
    })
    const startMs = performance.now()
    t.mock.method(performance, 'now', () => startMs + round * 61_000)
    for (; round < 10; round += 1) {
      for (let time = 0; time < 5; time += 1) {
        await shards.query(wire, {})
        await turn()
      }
    }
    assert.ok(answered > 20)
    assert.equal(opened, 1)
    await shards.close()
  })
})
