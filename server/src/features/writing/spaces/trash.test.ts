import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { newPerson, nowhere, refusal } from '#test/test-people.ts'

import { purgedTables } from './purge-queries.ts'
import { purgeSpaces } from './space-jobs.ts'

/** Small tables of a space, whose rows go with it in one statement. */
const goesWithSpace = new Set(['branch', 'space_counter', 'search_state', 'site_space'])

describe('the trash', () => {
  let api: TestApi
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const age = async (id: string, interval: string) =>
    api.rows(
      `update content_node set deleted_at = now() - $2::interval
       where organization_id = $3 and id = $1`,
      [id, interval, api.organization],
    )
  const trash = async (name: 'admin' | 'create' | 'read' = 'admin') => {
    const { body } = await api
      .as(name)
      .get(`/orgs/${api.organization}/spaces?deleted=true`)
    return body.items.map(({ id }: TestBody) => id)
  }

  it('takes a deleted space out of every list, and shows it to those who can restore it', async () => {
    const parent = await nodes.collection()
    const id = await nodes.space({ parent, by: api.as('create') })
    assert.equal((await api.as('read').delete(`/spaces/${id}`)).status, 403)
    assert.equal((await api.as('create').delete(`/spaces/${id}`)).status, 204)

    for (const name of ['admin', 'create'] as const) {
      const seen = await api.as(name).get(`/spaces/${id}`)
      assert.equal(seen.status, 200)
      assert.match(seen.body.deletedAt, /^2\d{3}-.*Z$/)
      assert.ok((await trash(name)).includes(id))
    }
    for (const name of ['review', 'read', 'guest', 'outsider'] as const) {
      const hidden = await api.as(name).get(`/spaces/${id}`)
      const missing = await api.as(name).get(`/spaces/${nowhere}`)
      assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
    }
    assert.deepEqual(await trash('read'), [])
    const lists = [`/orgs/${api.organization}/spaces`, `/collections/${parent}/spaces`]
    for (const target of lists) {
      const { body } = await api.as('admin').get(target)
      assert.ok(!body.items.some((space: TestBody) => space.id === id))
    }
  })

  it('refuses changes of a space until it is restored', async () => {
    const id = await nodes.space()
    await api.as('admin').delete(`/spaces/${id}`)
    const changed = await api.as('admin').patch(`/spaces/${id}`, { title: 'x' })
    assert.deepEqual([changed.status, changed.body.error.reason], [409, 'space_in_trash'])
    assert.equal((await api.as('create').patch(`/spaces/${id}`, {})).status, 404)

    const { deletedAt } = (await api.as('admin').get(`/spaces/${id}`)).body
    assert.equal((await api.as('admin').delete(`/spaces/${id}`)).status, 204)
    assert.equal((await api.as('admin').get(`/spaces/${id}`)).body.deletedAt, deletedAt)
    const types = (await eventsOf(api, `space:${id}`)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'space_deleted').length, 1)
  })

  it('lets a space be moved by those who see it there, and gives it back at its new place', async () => {
    const parent = await nodes.collection()
    const one = await nodes.space({ title: 'One', parent })
    await nodes.space({ title: 'Three', parent })
    const id = await nodes.space({ title: 'Two' })
    await api.as('admin').delete(`/spaces/${id}`)
    const to = { parent, position: { after: { type: 'space', space: one } } }
    for (const name of ['create', 'outsider'] as const) {
      const hidden = await api.as(name).post(`/spaces/${id}/move`, to)
      const missing = await api.as(name).post(`/spaces/${nowhere}/move`, to)
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
    }
    assert.equal((await api.anonymous().post(`/spaces/${id}/move`, to)).status, 401)
    const moved = await api.as('admin').post(`/spaces/${id}/move`, to)
    assert.deepEqual([moved.status, moved.body.parent], [200, parent])
    assert.ok(moved.body.deletedAt)
    assert.deepEqual(await nodes.titlesIn(parent), ['One', 'Three'])
    assert.equal((await api.as('admin').post(`/spaces/${id}/restore`)).status, 200)
    assert.deepEqual(await nodes.titlesIn(parent), ['One', 'Two', 'Three'])
    await api.as('admin').delete(`/spaces/${id}`)
    await age(id, '8 days')
    const gone = await api.as('admin').post(`/spaces/${id}/move`, { parent: null })
    assert.equal(gone.status, 404)
  })

  it('gives a space back where it was', async () => {
    const parent = await nodes.collection()
    await nodes.space({ title: 'One', parent })
    const id = await nodes.space({ title: 'Two', parent })
    await nodes.space({ title: 'Three', parent })
    await api.as('admin').delete(`/spaces/${id}`)
    assert.deepEqual(await nodes.titlesIn(parent), ['One', 'Three'])
    // The collection moves while the space is in the trash, and the space moves with it.
    const above = await nodes.collection()
    await api.as('admin').post(`/collections/${parent}/move`, { parent: above })

    const restored = await api.as('admin').post(`/spaces/${id}/restore`)
    assert.equal(restored.status, 200)
    assert.ok(!('deletedAt' in restored.body))
    assert.equal(restored.body.parent, parent)
    assert.deepEqual(await nodes.titlesIn(parent), ['One', 'Two', 'Three'])
    const [row] = await api.rows('select lineage from content_node where id = $1', [id])
    assert.deepEqual(row.lineage, [id, parent, above])
    const again = await api.as('admin').post(`/spaces/${id}/restore`)
    assert.deepEqual([again.status, again.body], [200, restored.body])
    const types = (await eventsOf(api, `space:${id}`)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'space_restored').length, 1)
  })

  it('is opened by admins of the space alone', async () => {
    const id = await nodes.space()
    assert.equal((await api.as('create').post(`/spaces/${id}/restore`)).status, 403)
    await api.as('admin').delete(`/spaces/${id}`)
    for (const name of ['create', 'outsider'] as const) {
      const hidden = await api.as(name).post(`/spaces/${id}/restore`)
      const missing = await api.as(name).post(`/spaces/${nowhere}/restore`)
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, id), refusal(missing, nowhere))
    }
    const owner = await newPerson(api, { name: 'Owner', role: null })
    await nodes.give(id, owner.userId, 'admin')
    assert.equal((await owner.caller.post(`/spaces/${id}/restore`)).status, 200)
  })

  it('lists the last deleted first, page by page', async () => {
    const ids = [await nodes.space(), await nodes.space(), await nodes.space()]
    for (const id of ids) await api.as('admin').delete(`/spaces/${id}`)
    await Promise.all(ids.map(async (id, index) => age(id, `${index + 1} hours`)))
    const target = `/orgs/${api.organization}/spaces?deleted=true&limit=1`
    const seen: string[] = []
    for (let page = ''; ;) {
      const { body } = await api.as('admin').get(`${target}${page}`)
      seen.push(...body.items.map(({ id }: TestBody) => id))
      if (body.next === undefined) break
      page = `&page=${body.next.page}`
    }
    assert.deepEqual(seen, await trash())
    assert.deepEqual(
      seen.filter((id) => ids.includes(id)),
      ids,
    )
  })

  it('keeps a space for seven days and not a moment longer', async () => {
    const id = await nodes.space()
    await api.as('admin').delete(`/spaces/${id}`)
    await age(id, '6 days 23 hours 59 minutes')
    assert.equal((await api.as('admin').get(`/spaces/${id}`)).status, 200)
    assert.ok((await trash()).includes(id))
    await age(id, '7 days')
    const gone = await api.as('admin').get(`/spaces/${id}`)
    const missing = await api.as('admin').get(`/spaces/${nowhere}`)
    assert.deepEqual(refusal(gone, id), refusal(missing, nowhere))
    assert.equal((await api.as('admin').post(`/spaces/${id}/restore`)).status, 404)
    assert.equal((await api.as('admin').delete(`/spaces/${id}`)).status, 204)
    assert.ok(!(await trash()).includes(id))
  })
})

describe('the purge', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  /** Every table that has rows about a space, by the name of the column that says which. */
  async function tablesOfSpaces(): Promise<{ table: string; column: string }[]> {
    const tables = await api.rows(
      `select c.relname as table, a.attname as column
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind in ('r', 'p') and not c.relispartition
         and c.relnamespace = 'public'::regnamespace
         and (a.attname in ('space_id', 'content_id')
           or (c.relname in ('space', 'content_node', 'directory') and a.attname = 'id'))`,
    )
    assert.ok(tables.length >= 10)
    return tables
  }

  async function rowsAbout(id: string): Promise<string[]> {
    const counts = await Promise.all(
      (await tablesOfSpaces()).map(async ({ table, column }) => {
        const rows = await api.rows(`select 1 from ${table} where ${column} = $1`, [id])
        return rows.length > 0 ? table : undefined
      }),
    )
    return counts.filter((table) => table !== undefined).toSorted()
  }

  it('knows every table that can have many rows of one space', async () => {
    const tables = (await tablesOfSpaces()).filter(({ column }) => column === 'space_id')
    const known = new Set<string>([...purgedTables, ...goesWithSpace])
    assert.deepEqual(
      tables.map(({ table }) => table).filter((table) => !known.has(table)),
      [],
    )
  })

  it('leaves nothing of a space that was in the trash too long, and all of the others', async () => {
    const { storage } = api.services
    const nodes = nodesOf(api)
    const put = async (id: string) =>
      storage.put(`spaces/${id}/file`, Buffer.from('bytes'), {
        contentType: 'text/plain',
        sizeBytes: 5,
      })
    const stored = async (id: string) => {
      const file = await storage.get(`spaces/${id}/file`)
      file?.body.destroy()
      return file !== undefined
    }
    const [old, fresh, live] = [
      await nodes.space(),
      await nodes.space(),
      await nodes.space(),
    ]
    for (const id of [old, fresh, live]) await put(id)
    const whole = await rowsAbout(old)
    assert.ok(whole.length >= 9, whole.join())
    for (const id of [old, fresh]) await api.as('admin').delete(`/spaces/${id}`)
    const backdate = async (id: string, days: number) =>
      api.rows(
        `update content_node set deleted_at = now() - make_interval(days => $2)
         where id = $1`,
        [id, days],
      )
    await backdate(old, 7)
    await backdate(fresh, 6)

    await purgeSpaces.run({}, api.services)
    await purgeSpaces.run({}, api.services)

    assert.deepEqual(await rowsAbout(old), [])
    assert.equal(await stored(old), false)
    for (const id of [fresh, live]) {
      assert.deepEqual(await rowsAbout(id), whole)
      assert.equal(await stored(id), true)
    }
    const member = await api
      .as('admin')
      .get(`/orgs/${api.organization}/members/${api.users.admin}`)
    const [{ count }] = await api.rows(
      `select count(*)::int from user_grant as g
       join content_node as n on n.organization_id = g.organization_id
         and n.id = g.content_id and n.kind = 'space'
       where g.user_id = $1`,
      [api.users.admin],
    )
    assert.equal(member.body.spaces, count)
    const events = await eventsOf(api, `space:${old}`)
    assert.equal(events.at(-1)?.type, 'space_purged')
  })
})
