import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { apiDocument, publishSpec } from '#test/test-openapi.ts'

const operations = (...paths: string[]) => ({
  parts: paths.map((path) => ({ kind: 'operation', name: `get ${path}` })),
})

describe('what is shown of an OpenAPI specification', () => {
  let api: TestApi
  const specs = () => `/orgs/${api.organization}/openapi`
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const read = async (slug: string, asked: object): Promise<TestBody> => {
    const reply = await api.as('read').post(`${specs()}/${slug}/parts`, asked)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }

  it('is read by members, part by part, in the order in which they ask', async () => {
    const id = await publishSpec(
      api,
      'pets',
      apiDocument(
        { '/pets': 'All pets', '/cats': 'All cats' },
        {
          webhooks: { newPet: { post: { summary: 'A pet came' } } },
          components: { schemas: { Pet: { type: 'object' } } },
        },
      ),
    )
    const parts = [
      { kind: 'schema', name: 'Pet' },
      { kind: 'operation', name: 'get /nowhere' },
      { kind: 'webhook', name: 'post newPet' },
      { kind: 'operation', name: 'get /pets' },
    ]
    const { version, seed, info, parts: shown } = await read('PETS', { parts })
    const { body: spec } = await api.as('admin').get(`${specs()}/pets`)
    assert.equal(version, spec.lastVersion)
    assert.equal(spec.processingState, 'complete')
    assert.ok(seed.startsWith(id))
    assert.equal(info.title, 'Pets')
    assert.deepEqual(
      shown.map(({ kind, name }: TestBody) => ({ kind, name })),
      parts,
    )
    const [pet, nowhere, webhook, pets] = shown
    assert.equal(pet.part.schema.name ?? pet.part.name, 'Pet')
    assert.deepEqual([nowhere.part, nowhere.hash], [null, ''])
    assert.equal(webhook.part.summary, 'A pet came')
    assert.equal(pets.part.summary, 'All pets')
    assert.ok(pets.hash.length > 0)
  })

  it('changes where the specification does, and nowhere else', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`/things/${index}`, `Thing ${index}`]),
    )
    const id = await publishSpec(api, 'things', apiDocument(all))
    const asked = operations('/things/1', '/things/2', '/things/3')
    const first = await read('things', asked)
    const written = async () =>
      api.rows(
        `select name, xmin::text as by from openapi_part where spec_id = $1 order by name`,
        [id],
      )
    const before_ = await written()
    assert.equal(before_.length, 60)

    const { '/things/3': gone, ...others } = all
    assert.ok(gone)
    await publishSpec(api, 'things', apiDocument({ ...others, '/things/2': 'Other' }))
    const second = await read('things', asked)
    assert.notEqual(second.seed, first.seed)
    assert.notEqual(second.version, first.version)
    assert.deepEqual(second.parts[0], first.parts[0])
    assert.equal(second.parts[1].part.summary, 'Other')
    assert.equal(second.parts[2].part, null)
    const known = new Map(before_.map(({ name, by }) => [name, by]))
    const rewritten = (await written()).filter(({ name, by }) => known.get(name) !== by)
    assert.deepEqual(
      rewritten.map(({ name }) => name),
      ['get /things/2'],
    )
    const types = (await eventsOf(api, `openapi-spec:${id}`)).map(
      ({ type }: TestBody) => type,
    )
    const shown = types.filter((type: string) => type === 'openapi_spec_shown')
    assert.equal(shown.length, 2)
    const notes = await api.rows(
      `select distinct subject from change_note where subject like '%:openapi:things'`,
    )
    assert.deepEqual(notes, [
      { subject: `organization:${api.organization}:openapi:things` },
    ])
  })

  it('stays as it is when a new source cannot be read, and when nothing differs', async () => {
    const document = apiDocument({ '/a': 'A' })
    await publishSpec(api, 'same', document)
    const { seed } = await read('same', operations('/a'))
    await publishSpec(api, 'same', { openapi: 'none' })
    await publishSpec(api, 'same', document)
    const again = await read('same', operations('/a'))
    assert.equal(again.seed, seed)
    assert.equal(again.parts[0].part.summary, 'A')
  })

  it('is refused to outsiders as if it did not exist, and bounded', async () => {
    const url = `${specs()}/pets/parts`
    const asked = operations('/pets')
    const there = await api.as('outsider').post(url, asked)
    const nowhere = url.replace(api.organization, 'nowhere')
    const elsewhere = await api.as('outsider').post(nowhere, asked)
    assert.equal(there.status, 404)
    assert.equal(there.body.error.reason, elsewhere.body.error.reason)
    assert.equal((await api.anonymous().post(url, asked)).status, 401)
    assert.equal((await api.as('guest').post(url, asked)).status, 403)
    const missing = await api.as('read').post(`${specs()}/missing/parts`, asked)
    assert.equal(missing.status, 404)

    const part = { kind: 'operation', name: 'get /pets' }
    const refused = [
      { parts: [] },
      { parts: Array.from({ length: 501 }, () => part) },
      { parts: [{ ...part, kind: 'page' }] },
      { parts: [{ ...part, name: 'x'.repeat(2001) }] },
      {},
    ]
    for (const body of refused) {
      assert.equal((await api.as('read').post(url, body)).status, 400)
    }
    const many = Array.from({ length: 500 }, (_, at) => ({ ...part, name: `get /${at}` }))
    assert.equal((await read('pets', { parts: many })).parts.length, 500)
    const often = { parts: Array.from({ length: 500 }, () => part) }
    assert.equal((await read('pets', often)).parts.length, 1)
  })

  it('goes with its specification', async () => {
    const id = await publishSpec(api, 'doomed', apiDocument({ '/a': 'A' }))
    assert.equal((await api.as('admin').delete(`${specs()}/doomed`)).status, 204)
    const left = await api.rows('select from openapi_part where spec_id = $1', [id])
    assert.equal(left.length, 0)
    const gone = await api.as('read').post(`${specs()}/doomed/parts`, operations('/a'))
    assert.equal(gone.status, 404)
  })
})
