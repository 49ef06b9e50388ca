import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'

interface NodeRow {
  readonly id: string
  readonly parent_id: string | null
  readonly default_level: string
  readonly lineage: string[]
  readonly base_level: string
}

/** The columns that a node derives from its ancestors, computed by walking up from the node. */
function expected(node: NodeRow, nodes: ReadonlyMap<string, NodeRow>) {
  const lineage: string[] = []
  let level: string | undefined
  for (let at: NodeRow | undefined = node; at !== undefined;) {
    assert.ok(!lineage.includes(at.id), `${at.id} is inside itself`)
    lineage.push(at.id)
    if (at.default_level !== 'inherit') level ??= at.default_level
    at = at.parent_id === null ? undefined : nodes.get(at.parent_id)
  }
  return { lineage, base_level: level ?? 'member' }
}

describe('the structure of an organization', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function assertSound(): Promise<number> {
    const rows: NodeRow[] = await api.rows(
      `select id, parent_id, default_level, lineage, base_level from content_node`,
    )
    const nodes = new Map(rows.map((row) => [row.id, row]))
    for (const row of rows) {
      const { lineage, base_level } = row
      assert.deepEqual({ lineage, base_level }, expected(row, nodes))
    }
    return rows.length
  }

  it('stays sound while many change it at once, and no move makes a cycle', async () => {
    const nodes = nodesOf(api)
    const collections: string[] = []
    for (let index = 0; index < 8; index += 1) collections.push(await nodes.collection())
    const spaces: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const parent = collections[index]
      spaces.push(await nodes.space(parent === undefined ? {} : { parent }))
    }
    const admin = api.as('admin')
    let seed = 7
    const pick = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * count)
    }
    const some = (ids: readonly string[]) => ids[pick(ids.length)] ?? ''
    const levels = ['inherit', null, 'read', 'edit']
    const change = async (): Promise<{ status: number; body: TestBody }> => {
      const parent = pick(5) === 0 ? null : some(collections)
      switch (pick(5)) {
        case 0:
          return admin.post(`/spaces/${some(spaces)}/move`, { parent })
        case 1:
          return admin.patch(`/collections/${some(collections)}`, {
            defaultLevel: levels[pick(levels.length)],
          })
        case 2:
          await nodes.space(parent === null ? {} : { parent })
          return { status: 201, body: {} }
        default:
          return admin.post(`/collections/${some(collections)}/move`, { parent })
      }
    }
    // One lane per connection; more lanes would only wait for each other.
    const lanes = Array.from({ length: 12 }, async () => {
      const replies: Awaited<ReturnType<typeof change>>[] = []
      for (let index = 0; index < 10; index += 1) replies.push(await change())
      return replies
    })
    const replies = (await Promise.all(lanes)).flat()
    const refused = replies.filter(({ status }) => status >= 400)
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.error.reason], [409, 'collection_cycle'])
    }
    assert.ok(refused.length > 0, 'no move tried to make a cycle')
    assert.ok(replies.length - refused.length > 50)
    assert.ok((await assertSound()) >= 16)
  })

  it('lets two collections never end up in each other', async () => {
    const nodes = nodesOf(api)
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await nodes.collection(), await nodes.collection()]
      const replies = await Promise.all([
        api.as('admin').post(`/collections/${one}/move`, { parent: other }),
        api.as('admin').post(`/collections/${other}/move`, { parent: one }),
      ])
      const statuses = new Set(replies.map(({ status }) => status))
      assert.deepEqual(statuses, new Set([200, 409]))
    }
    await assertSound()
  })

  it('loses no space that is put into a collection while it is deleted', async () => {
    const nodes = nodesOf(api)
    for (let round = 0; round < 10; round += 1) {
      const parent = await nodes.collection()
      const space = await nodes.space()
      const [moved, deleted] = await Promise.all([
        api.as('admin').post(`/spaces/${space}/move`, { parent }),
        api.as('admin').delete(`/collections/${parent}`),
      ])
      assert.equal(deleted.status, 204)
      const { status, body } = await api.as('admin').get(`/spaces/${space}`)
      assert.equal(status, 200)
      assert.ok(!('parent' in body))
      assert.equal('deletedAt' in body, moved.status === 200)
    }
    await assertSound()
  })
})
