import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { selectShardOf, selectShards } from './shard-map.ts'
import { ShardReading } from './shard-reading.ts'

describe('a read whose shard cannot be found', () => {
  it('is left to the coordinator', async () => {
    const failed: unknown[] = []
    const shards = new ShardReading({
      client: { connectionString: 'postgres://nobody@nowhere.invalid/none' },
      ask: async (text, values = []) => {
        if (text === selectShardOf) {
          failed.push(values[0])
          throw new Error('The coordinator refuses')
        }
        const row = {
          table_name: 'organization',
          shard_name: 'organization_1',
          shard_id: '1',
          range_from: '0',
          host: 'nowhere.invalid',
          port: 1,
        }
        return {
          rows: text === selectShards ? [row] : [{ nodes: '1 nowhere.invalid:1' }],
        }
      },
      open: () => assert.fail('no server is asked'),
    })
    const wire = {
      text: 'select 1 from organization where organization_id = $1',
      values: ['asked'],
    }
    // The first reads come before it is known what shards there are.
    for (let time = 0; time < 10; time += 1) {
      assert.equal(await shards.query(wire, {}), undefined)
      await turn()
    }
    assert.ok(failed.includes('asked'))
    await shards.close()
  })
})
