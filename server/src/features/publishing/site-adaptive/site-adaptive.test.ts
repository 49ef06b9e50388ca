import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { refusesOthers } from '#test/test-site-refusals.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'

const closed = { additionalProperties: false }
const jsonSchema = {
  type: 'object',
  properties: {
    zeta: { type: 'boolean', description: 'Comes first here' },
    beta: { type: 'boolean' },
    plan: { type: 'string', enum: ['free', 'pro'] },
  },
  ...closed,
}

describe('the adaptive schema of a site', () => {
  let api: TestApi
  let site: TestSite
  let path: string
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)()
    path = `${site.path}/adaptive-schema`
  })
  after(async () => api.stop())

  it('has no claims until somebody says which, and is as old as the site', async () => {
    const fresh = await sitesOf(api)()
    const { body, status } = await api.as('read').get(`${fresh.path}/adaptive-schema`)
    const { createdAt } = (await api.as('read').get(fresh.path)).body
    assert.equal(status, 200)
    assert.deepEqual(body, {
      object: 'site-adaptive-schema',
      jsonSchema: { type: 'object', properties: {}, ...closed },
      updatedAt: createdAt,
    })
    const conditions = await api
      .as('read')
      .get(`${fresh.path}/adaptive-schema/template-conditions`)
    assert.deepEqual(conditions.body, { items: [] })
  })

  it('is kept as it was written, and gives conditions to choose from', async () => {
    const put = await api.as('admin').put(path, { jsonSchema })
    assert.equal(put.status, 200)
    assert.equal(JSON.stringify(put.body.jsonSchema), JSON.stringify(jsonSchema))
    const read = await api.as('read').get(path)
    assert.deepEqual(read.body, put.body)
    assert.deepEqual(Object.keys(read.body.jsonSchema.properties), [
      'zeta',
      'beta',
      'plan',
    ])
    const { body } = await api.as('read').get(`${path}/template-conditions`)
    assert.deepEqual(
      body.items.map(({ condition }: { condition: string }) => condition),
      [
        'visitor.claims.zeta == true',
        'visitor.claims.beta == true',
        'visitor.claims.plan == "free"',
        'visitor.claims.plan == "pro"',
      ],
    )
    assert.equal(body.items[0].description, 'Comes first here')
    const last = (await eventsOf(api, `site:${site.id}`)).at(-1)
    assert.equal(last.type, 'site_adaptive_schema_updated')
    assert.deepEqual(last.payload.claims, ['zeta', 'beta', 'plan'])
  })

  it('raises the epoch of the site and honours If-Match', async () => {
    const { headers } = await api.as('admin').get(path)
    const etag = headers.get('etag') ?? ''
    const send = async () =>
      api.as('admin').send('PUT', path, { jsonSchema }, { 'if-match': etag })
    const epoch = async () =>
      (await api.rows('select epoch from site where id = $1', [site.id]))[0].epoch
    const earlier = await epoch()
    assert.equal((await send()).status, 200)
    assert.equal(await epoch(), earlier + 1)
    assert.equal((await send()).status, 412)
  })

  it('is refused by name when it is more than what is understood, and nothing of it is kept', async () => {
    await api.as('admin').put(path, { jsonSchema })
    const bad = (properties: unknown) => ({ ...jsonSchema, properties })
    for (const [sent, expected] of [
      [
        bad({ a: { type: 'string', pattern: '(a+)+$' } }),
        /properties\.a has the keyword "pattern"/,
      ],
      [bad({ a: { $ref: '#' } }), /properties\.a\.type/],
      [bad({ a: { type: 'boolean', default: true } }), /"default"/],
      [
        { ...jsonSchema, $schema: 'https://json-schema.org/draft/2020-12/schema' },
        /\$schema/,
      ],
      [{ ...jsonSchema, additionalProperties: true }, /additionalProperties/],
      [{ ...jsonSchema, required: ['beta'] }, /"required"/],
    ] as const) {
      const reply = await api.as('admin').put(path, { jsonSchema: sent })
      assert.deepEqual([reply.status, reply.body.error.reason], [400, 'invalid_request'])
      assert.match(reply.body.error.message, expected)
    }
    const proto = `{"jsonSchema":{"type":"object","properties":{"__proto__":{"type":"boolean"}},"additionalProperties":false}}`
    assert.equal((await api.as('admin').put(path, proto)).status, 400)
    assert.deepEqual((await api.as('admin').get(path)).body.jsonSchema, jsonSchema)
  })

  it('is read with any role and written by admins alone', async () => {
    const siteId = site.id
    await refusesOthers(api, {
      needed: 'read',
      siteId,
      send: async (by, at) => by.get(`${at}/adaptive-schema`),
    })
    await refusesOthers(api, {
      needed: 'read',
      siteId,
      send: async (by, at) => by.get(`${at}/adaptive-schema/template-conditions`),
    })
    await refusesOthers(api, {
      needed: 'admin',
      siteId,
      send: async (by, at) => by.put(`${at}/adaptive-schema`, { jsonSchema }),
    })
  })
})
