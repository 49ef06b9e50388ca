import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import { newSite, tokenFor } from '#test/test-published.ts'
import {
  createTestSpec,
  insertComputed,
  type TestSpec,
  titlesOf,
} from '#test/test-specs.ts'

const tags = {
  Pets: { operations: { 'get /pets': 'List pets' } },
  Shops: { operations: { 'get /shops': 'List shops' } },
}

const source = (props: object = { models: true }, name = 'petstore') => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec: name } } },
  props,
})
const refusal = async (reply: Promise<{ status: number; body: TestBody }>) => {
  const { status, body } = await reply
  return [status, body.error.reason, body.error.message]
}

describe('content that is computed from a specification', () => {
  let api: TestApi
  let spec: TestSpec
  let space: TestSpace
  let root: string
  before(async () => {
    api = await startTestApi()
    spec = await createTestSpec(api, 'Petstore')
    await spec.show({
      title: 'Pets',
      description: 'All about pets.',
      tags,
      schemas: ['Pet'],
    })
    space = await createTestSpace(api)
    const { changes } = await space.edit(
      { operation: 'insert_page', title: 'Home' },
      insertComputed('petstore', { emoji: '1f436', hidden: true }),
    )
    root = changes[1].page
  })
  after(async () => api.stop())

  const content = () => `/spaces/${space.spaceId}/content`
  const create = async (computedSource: object, others: object = {}) =>
    refusal(
      api
        .as('create')
        .post(`/orgs/${api.organization}/spaces`, { computedSource, ...others }),
    )

  it('is pages with bodies, and names its source while nobody changed it', async () => {
    const { body } = await api.as('read').get(`${content()}/page/${root}`)
    assert.deepEqual([body.title, body.emoji, body.hidden], ['Pets', '1f436', true])
    assert.equal(body.description, 'All about pets.')
    assert.match(body.markdown, /Version: `1`/)
    assert.equal(body.document.object, 'document')
    assert.deepEqual(body.computed, source({ doc: 'info', page: 'info' }))
    const models = await api.as('read').get(`${content()}/path/pets/models`)
    assert.deepEqual(models.body.computed.props, { doc: 'models', page: 'models' })
  })

  it('leaves out schemas where the source does', async () => {
    const other = await createTestSpace(api)
    await other.edit(insertComputed('petstore', { computed: source({ models: false }) }))
    const { body } = await api.as('read').get(`/spaces/${other.spaceId}/content/pages`)
    assert.equal(titlesOf(body.pages), 'Pets (Pets, Shops)')
  })

  it('is shown as it is declared for those who want it so, under another ETag', async () => {
    const whole = await api.as('read').get(`${content()}/pages`)
    assert.equal(titlesOf(whole.body.pages), 'Home, Pets (Pets, Shops, Models)')
    const declared = await api.as('read').get(`${content()}/pages?computed=false`)
    assert.notEqual(whole.headers.get('etag'), declared.headers.get('etag'))
    const [, group] = declared.body.pages
    assert.deepEqual(
      [group.id, group.type, group.title, group.computed, group.pages],
      [root, 'computed', 'Pets', source(), undefined],
    )
    const page = await api.as('read').get(`${content()}/page/${root}?computed=false`)
    assert.equal(page.body.type, 'computed')
    const atPath = await api.as('read').get(`${content()}/path/pets?computed=false`)
    assert.equal(atPath.body.type, 'document')
  })

  it('makes a revision one that was computed, unless it is shown as declared', async () => {
    const { body } = await api.as('read').get(content())
    assert.equal(body.type, 'computed')
    const declared = await api.as('read').get(`${content()}?computed=false`)
    assert.equal(declared.body.type, 'edits')
    const path = `/spaces/${space.spaceId}/revisions/${body.id}`
    assert.equal((await api.as('read').get(path)).body.type, 'computed')
    const old = await api.as('read').get(`${path}?computed=false`)
    assert.deepEqual([old.body.type, old.body.pages[1].type], ['edits', 'computed'])
    const plain = await createTestSpace(api, {})
    const other = await api.as('read').get(`/spaces/${plain.spaceId}/content`)
    assert.equal(other.body.type, 'edits')
  })

  it('is refused from other sources and for specifications that are not there', async () => {
    const translation = {
      type: 'integration:other:source',
      props: {},
    }
    for (const [computed, said] of [
      [translation, /nothing is computed here; the only one is "builtin:openapi"/],
      [source({ models: true }, 'nowhere'), /"nowhere", which the organization does not/],
    ] as const) {
      const change = insertComputed('', { computed })
      const [status, reason, message] = await refusal(space.send([change]))
      assert.deepEqual([status, reason], [400, 'invalid_request'])
      assert.match(message, said)
    }
    assert.equal((await create(translation))[0], 400)
    assert.equal((await create(source({ models: true }, 'nowhere')))[0], 404)
    assert.equal((await create(source(), { empty: true }))[0], 400)
    assert.equal((await create(source(), { template: { id: 'changelog' } }))[0], 400)
  })

  it('needs the edit role on the space, and a role in the organization', async () => {
    const change = insertComputed('petstore')
    assert.equal((await space.send([change], { as: 'read' })).status, 403)
    assert.equal((await space.send([change], { as: 'outsider' })).status, 404)
    const path = `/spaces/${space.spaceId}/content`
    assert.equal((await api.anonymous().post(path, { changes: [change] })).status, 401)
    const given = await api.as('admin').post(`/spaces/${space.spaceId}/permissions`, {
      role: 'edit',
      users: [api.users.guest],
    })
    assert.ok(given.status < 300, JSON.stringify(given.body))
    const reply = await space.send([change], { as: 'guest' })
    assert.equal(reply.status, 400)
    assert.match(reply.body.error.message, /which the organization does not have/)
  })

  it('begins with its root alone while no version is shown, and can be tried out', async () => {
    const later = await createTestSpec(api, 'later')
    const other = await createTestSpace(api)
    const dry = await other.send([insertComputed('later')], { query: '?dryRun=true' })
    assert.equal(dry.status, 200, JSON.stringify(dry.body))
    await other.edit(insertComputed('later'))
    const tree = async () =>
      titlesOf(
        (await api.as('read').get(`/spaces/${other.spaceId}/content/pages`)).body.pages,
      )
    assert.equal(await tree(), 'later')
    await later.publish({ tags })
    assert.equal(await tree(), 'Pets (Pets, Shops)')
  })

  it('can be what a space begins with', async () => {
    const made = await api.as('create').post(`/orgs/${api.organization}/spaces`, {
      title: 'Reference',
      computedSource: source(),
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/spaces/${made.body.id}/content`
    const { body } = await api.as('read').get(`${path}/pages`)
    assert.equal(titlesOf(body.pages), 'Pets (Pets, Shops, Models)')
    assert.ok(body.pages[0].pages.every(({ computedSeed }: TestBody) => computedSeed))
  })

  it('answers the document of a seed, in whichever revision it is', async () => {
    const { body: page } = await api.as('read').get(`${content()}/path/pets/shops`)
    const path = `${content()}/computed/document`
    const asked = { source: page.computed, seed: page.computedSeed }
    const found = await api.as('read').post(path, asked)
    assert.equal(found.status, 200, JSON.stringify(found.body))
    assert.deepEqual(found.body, page.document)
    const document = { markdown: 'Other.\n' }
    await space.edit({ operation: 'update_page', page: page.id, document })
    assert.deepEqual((await api.as('read').post(path, asked)).body, page.document)
    const statusOf = async (name: 'read' | 'outsider', changed: object) =>
      (await api.as(name).post(path, { ...asked, ...changed })).status
    assert.equal(await statusOf('read', { seed: 'none' }), 404)
    assert.equal(await statusOf('outsider', {}), 404)
    assert.equal((await api.anonymous().post(path, asked)).status, 401)
    const other = { type: 'builtin:translation', props: { space: 'x', document: 'y' } }
    assert.equal(await statusOf('read', { source: other }), 400)
  })

  it('answers the pages of a source, whose documents can be read', async () => {
    const empty = await createTestSpace(api)
    const path = `/spaces/${empty.spaceId}/content/computed`
    const asked = { source: source(), seed: 'any' }
    const { status, body } = await api.as('read').post(`${path}/revision`, asked)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(titlesOf(body.pages), 'Pets (Pets, Shops, Models)')
    const [pets] = body.pages[0].pages
    const document = await api
      .as('read')
      .post(`${path}/document`, { source: pets.computed, seed: pets.computedSeed })
    assert.equal(document.status, 200, JSON.stringify(document.body))
    assert.match(JSON.stringify(document.body), /"path":"\/pets"/)
    const unknown = { source: source({ models: true }, 'nowhere'), seed: '' }
    assert.equal((await api.as('read').post(`${path}/revision`, unknown)).status, 404)
    assert.equal((await api.as('outsider').post(`${path}/revision`, asked)).status, 404)
    const other = { ...asked, source: { type: 'integration:a:b', props: {} } }
    assert.equal((await api.as('read').post(`${path}/revision`, other)).status, 400)
  })

  it('gives the visitors of a site the documents of pages that they see, and no other', async () => {
    const shown = await createTestSpace(api)
    const { changes } = await shown.edit(insertComputed('petstore'), {
      operation: 'insert_page',
      title: 'Home',
      at: 0,
    })
    const scene = await newSite(api, 'Docs', [shown.spaceId], { visibility: 'public' })
    const visitor = api.withToken(await tokenFor(api, scene.url))
    const path = `/spaces/${shown.spaceId}/content`
    const page = await visitor.get(`${path}/page/${changes[0].page}`)
    const asked = { source: page.body.computed, seed: page.body.computedSeed }
    const seen = await visitor.post(`${path}/computed/document`, asked)
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
    assert.deepEqual(seen.body, page.body.document)
    const all = { source: source(), seed: '' }
    const pages = await visitor.post(`${path}/computed/revision`, all)
    assert.equal(titlesOf(pages.body.pages), 'Pets (Pets, Shops, Models)')
    const secret = await createTestSpec(api, 'secret')
    await secret.show({ tags })
    const hidden = { source: source({ models: true }, 'secret'), seed: '' }
    assert.equal((await visitor.post(`${path}/computed/revision`, hidden)).status, 404)
    const elsewhere = await visitor.post(`${content()}/computed/document`, asked)
    assert.equal(elsewhere.status, 404)
  })

  it('is part of change requests in the same way', async () => {
    const change = await changeRequestIn(api, space.spaceId)
    await change.edit(insertComputed('petstore', { title: 'Second' }))
    const { body } = await api.as('read').get(`${change.path}/content/pages`)
    assert.match(titlesOf(body.pages), /Second \(Pets, Shops, Models\)/)
    const merged = await change.merge()
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    const main = await api.as('read').get(`${content()}/pages`)
    assert.match(titlesOf(main.body.pages), /Second \(Pets, Shops, Models\)/)
    const declared = await api
      .as('read')
      .get(`${change.path}/content/pages?computed=false`)
    assert.equal(declared.body.pages.at(-1).type, 'computed')
  })
})
