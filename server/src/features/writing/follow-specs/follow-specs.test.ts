import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { Stopped } from '#/platform/jobs/job.ts'
import { startApi } from '#/start/api.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import {
  createTestSpec,
  insertComputed,
  type TestInterface,
  type TestSpec,
  titlesOf,
} from '#test/test-specs.ts'

import { followSpec } from './follow-spec.ts'

const pets = {
  Pets: { operations: { 'get /pets': 'List pets', 'post /pets': 'Add a pet' } },
  Shops: { operations: { 'get /shops': 'List shops' } },
}

/** An API of many tags, of which one operation says something else. */
const tagged = (count: number, changed: string) => {
  const tags: Record<string, { operations: Record<string, string> }> = {}
  for (let tag = 0; tag < count; tag += 1) {
    const [a, b] = [`get /t${tag}`, `post /t${tag}`]
    const said = tag === 3 ? changed : 'Same'
    tags[`T${tag}`] = { operations: { [a]: said, [b]: 'Same' } }
  }
  return { tags }
}

/** How many statements the database is sent meanwhile. */
async function statementsOf(
  api: TestApi,
  work: (services: TestApi['services']) => Promise<void>,
): Promise<number> {
  let count = 0
  const onStatement = () => {
    count += 1
  }
  const watched = await startApi(api.services.config, { onStatement })
  // What a start asks is not counted.
  count = 0
  try {
    await work(watched.services)
    return count
  } finally {
    await watched.stop()
  }
}

describe('pages of a specification', () => {
  let api: TestApi
  let spec: TestSpec
  let space: TestSpace
  let root: string
  let specs = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const begin = async (described: TestInterface) => {
    specs += 1
    spec = await createTestSpec(api, `pets-${specs}`)
    await spec.show(described)
    space = await createTestSpace(api)
    const { changes } = await space.edit(insertComputed(spec.slug))
    root = changes[0].page
  }
  beforeEach(async () => begin({ tags: pets }))

  const tree = async (query = ''): Promise<TestBody[]> =>
    (await api.as('read').get(`/spaces/${space.spaceId}/content/pages${query}`)).body
      .pages
  const titles = async () => titlesOf(await tree())
  const head = async () =>
    (await api.as('read').get(`/spaces/${space.spaceId}/content`)).body.id
  const at = async (path: string) =>
    (await api.as('read').get(`/spaces/${space.spaceId}/content/path/${path}`)).body
  const changedIn = async (revision: string): Promise<string[]> => {
    const [row] = await api.rows('select changed from revision where id = $1', [revision])
    return row.changed
  }

  it('wait for another worker when theirs stops', async () => {
    await spec.show({ tags: { Shops: pets.Shops } })
    const of = { organizationId: api.organization, specId: spec.id }
    const earlier = await titles()
    const stopped = followSpec.run(of, api.services, AbortSignal.abort())
    await assert.rejects(stopped, Stopped)
    assert.deepEqual(await titles(), earlier)
    await spec.follow()
    assert.notDeepEqual(await titles(), earlier)
  })

  it('follow in all spaces, although one of them cannot be written', async () => {
    const other = await createTestSpace(api)
    await other.edit(insertComputed(spec.slug))
    // Spaces follow in the order of their ids: the first is the one that fails.
    const [broken, whole] = [space.spaceId, other.spaceId].toSorted()
    const headOf = async (spaceId: string | undefined) =>
      (await api.as('read').get(`/spaces/${spaceId}/content`)).body.id
    const earlier = [await headOf(broken), await headOf(whole)]
    await api.rows(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`)
    await api.rows(`create trigger refuse before insert on revision for each row
      when (new.space_id = '${broken}') execute function refuse()`)
    try {
      await assert.rejects(spec.publish({ tags: { Shops: pets.Shops } }), AggregateError)
    } finally {
      await api.rows('drop function refuse cascade')
    }
    assert.equal(await headOf(broken), earlier[0])
    assert.notEqual(await headOf(whole), earlier[1])
    await spec.follow()
    assert.notEqual(await headOf(broken), earlier[0], 'the job comes again')
  })

  it('follow while people write in them, and nothing of either is lost', async () => {
    const page = await at('pets/pets')
    const rounds = 12
    for (let round = 0; round < rounds; round += 1) {
      const name = `get /round-${round}`
      await spec.show({ tags: { ...pets, New: { operations: { [name]: name } } } })
      const markdown = `Mine, round ${round}.\n`
      await Promise.all([
        spec.follow(),
        space.edit(
          { operation: 'update_page', page: page.id, document: { markdown } },
          { operation: 'insert_page', title: `Mine ${round}`, into: root },
        ),
      ])
      assert.equal((await at('pets/pets')).markdown, markdown)
      assert.match((await at('pets/new')).markdown, new RegExp(`/round-${round}"`))
    }
    const revisions = (
      await api.as('read').get(`/spaces/${space.spaceId}/revisions?limit=100`)
    ).body.items
    const followed = revisions.filter(({ openapi }: TestBody) => openapi !== undefined)
    assert.equal(followed.length, rounds)
    assert.equal((await titles()).match(/Mine \d+/g)?.length, rounds)
  })

  it('stand in the order of the document, and each shows its operations', async () => {
    assert.equal(await titles(), 'Pets (Pets, Shops)')
    const page = await at('pets/pets')
    assert.equal(page.type, 'document')
    assert.match(page.markdown, /openapi-operation spec="pets-\d+" path="\/pets"/)
    assert.match(page.computedSeed, /^[0-9A-Za-z]{32}\.[\w-]{22}$/)
    assert.deepEqual(page.computed.props, { doc: 'operations', page: 'tag:Pets' })
    assert.equal(page.documentId, undefined)
  })

  it('follow with one revision, and only pages whose operations changed', async () => {
    const earlier = await head()
    const shops = await at('pets/shops')
    await spec.publish({
      tags: { ...pets, Shops: { operations: { 'get /shops': 'List all shops' } } },
    })
    const later = await head()
    assert.notEqual(later, earlier)
    assert.deepEqual(await changedIn(later), [shops.id])
    assert.notEqual((await at('pets/shops')).computedSeed, shops.computedSeed)
    await spec.follow()
    assert.equal(await head(), later, 'the same version is followed once')
  })

  it('lead from the revision to what changed in the specification', async () => {
    const newest = async () =>
      (await api.as('read').get(`/spaces/${space.spaceId}/revisions?limit=1`)).body
        .items[0]
    await spec.publish({ tags: { ...pets, Shops: { operations: {} } } })
    const { openapi } = await newest()
    assert.equal(openapi.spec, spec.slug)
    const { pathname, search } = new URL(openapi.urls.location)
    const { body } = await api.as('read').get(pathname.replace('/v1', '') + search)
    assert.deepEqual([body.from, body.to], [openapi.from, openapi.to])
    const [change, ...others] = body.items
    assert.deepEqual([change.kind, others], ['removed', []])
    await space.edit({ operation: 'insert_page', title: 'By hand' })
    assert.equal((await newest()).openapi, undefined)
  })

  it('come and go with their tags, and people find them by their old names', async () => {
    const { id } = await at('pets/shops')
    await spec.publish({
      title: 'Animals',
      tags: {
        Owners: { operations: { 'get /owners': 'List owners' } },
        Shops: { title: 'Stores', ...pets.Shops },
      },
    })
    assert.equal(await titles(), 'Animals (Owners, Stores)')
    assert.equal((await at('animals/shops')).id, id)
    assert.equal((await at('pets/shops')).id, id)
    assert.equal((await at('pets/pets')).id, undefined)
  })

  it('keep what people wrote, and where people put it', async () => {
    const page = await at('pets/pets')
    await space.edit(
      { operation: 'update_page', page: page.id, document: { markdown: 'Mine.\n' } },
      { operation: 'insert_page', title: 'Between', into: root, at: 1 },
      { operation: 'move_page', page: page.id, into: null, at: 0 },
    )
    const mine = await at('pets-1')
    assert.equal(mine.id, page.id)
    assert.equal(mine.computed, undefined)
    assert.equal(typeof mine.documentId, 'string')
    const owners = { operations: { 'get /owners': 'List owners' } }
    await spec.publish({ tags: { Owners: owners, Shops: pets.Shops } })
    assert.equal(await titles(), 'Pets, Pets (Between, Owners, Shops)')
    assert.equal((await at('pets-1')).markdown, 'Mine.\n')
  })

  it('take the order of the document, unless a person ordered them', async () => {
    const [one, two, three] = ['A', 'B', 'C'].map((name) => ({
      [name]: { operations: { [`get /${name}`]: name } },
    }))
    await begin({ tags: { ...one, ...two, ...three } })
    await spec.publish({ tags: { ...three, ...one, ...two } })
    assert.equal(await titles(), 'Pets (C, A, B)')
    const { id } = await at('pets/b')
    await space.edit({ operation: 'move_page', page: id, at: 0 })
    await spec.publish({ tags: { ...one, ...two, ...three } })
    assert.equal(await titles(), 'Pets (B, C, A)')
  })

  it('keep a title, a description and a name that people gave, and follow in the rest', async () => {
    const { id } = await at('pets/shops')
    await space.edit({
      operation: 'update_page',
      page: id,
      title: 'Our shops',
      icon: 'shop',
    })
    await spec.publish({
      tags: {
        ...pets,
        Shops: {
          title: 'Stores',
          description: 'Where pets are sold.',
          operations: { 'get /shops': 'All' },
        },
      },
    })
    const page = await at('pets/our-shops')
    assert.deepEqual([page.id, page.title, page.icon], [id, 'Our shops', 'shop'])
    assert.equal(page.description, 'Where pets are sold.')
    assert.doesNotMatch(page.markdown, /Where pets are sold/, 'not twice')
    assert.match(page.markdown, /## All/)
    assert.ok(page.computedSeed)
  })

  it('stay with the pages that people put below them', async () => {
    const shops = await at('pets/shops')
    await space.edit({ operation: 'insert_page', title: 'Mine', into: shops.id })
    await spec.publish({ tags: { Pets: pets.Pets } })
    assert.equal(await titles(), 'Pets (Pets, Shops (Mine))')
  })

  it('are one revision each of which answers the same for ever', async () => {
    const known = new Map<string, string>()
    const path = `/spaces/${space.spaceId}/revisions`
    const remember = async () => {
      const revision = await head()
      const whole = (await api.as('read').get(`${path}/${revision}`)).body
      const ids = whole.pages.flatMap((page: TestBody) => [page, ...page.pages])
      const answers = []
      for (const { id } of ids) {
        const read = async (query: string) =>
          (await api.as('read').get(`${path}/${revision}/page/${id}${query}`)).body
        answers.push(await read(''), await read('?format=markdown'))
        answers.push(await read('/document'))
      }
      return [revision, JSON.stringify([whole, answers])] as const
    }
    known.set(...(await remember()))
    const operations = ['get /pets', 'get /cats', 'get /dogs']
    for (const name of operations) {
      await spec.publish({ tags: { ...pets, New: { operations: { [name]: name } } } })
      known.set(...(await remember()))
    }
    assert.equal(known.size, operations.length + 1)
    for (const [revision, answers] of known) {
      const whole = (await api.as('read').get(`${path}/${revision}`)).body
      const ids = whole.pages.flatMap((page: TestBody) => [page, ...page.pages])
      const again = []
      for (const { id } of ids) {
        const read = async (query: string) =>
          (await api.as('read').get(`${path}/${revision}/page/${id}${query}`)).body
        again.push(await read(''), await read('?format=markdown'))
        again.push(await read('/document'))
      }
      assert.equal(JSON.stringify([whole, again]), answers)
    }
  })

  it('are written as few as changed, and as cheaply for many as for few', async () => {
    const costs = []
    for (const count of [5, 25]) {
      await begin(tagged(count, 'Before'))
      await spec.show(tagged(count, 'After'))
      const { id } = await at('pets/t3')
      const sent = await statementsOf(api, async (services) => spec.follow(services))
      assert.deepEqual(await changedIn(await head()), [id])
      costs.push(sent)
    }
    assert.equal(costs[0], costs[1])
    assert.ok((costs[0] ?? 100) <= 40, `${costs[0]} statements`)
  })

  it('stay away once a person deleted them', async () => {
    const { id } = await at('pets/shops')
    await space.edit({ operation: 'delete_page', page: id })
    await spec.publish({
      tags: {
        ...pets,
        Shops: { operations: { 'get /shops': 'All' } },
        New: { operations: { 'get /new': 'New' } },
      },
    })
    assert.equal(await titles(), 'Pets (Pets, New)')
  })
})
