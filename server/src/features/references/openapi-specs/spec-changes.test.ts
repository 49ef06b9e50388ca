import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { processSpec } from './process-spec.ts'

const spec = (title: string) =>
  `openapi: "3.1.0"\ninfo:\n  title: ${title}\n  version: "1"\npaths: {}\n`

describe('OpenAPI specifications that several change', () => {
  let api: TestApi
  let specs: string
  const admin = () => api.as('admin')
  before(async () => {
    api = await startTestApi()
    specs = `/orgs/${api.organization}/openapi`
  })
  after(async () => api.stop())

  const make = async (slug: string, text = spec(slug)): Promise<TestBody> => {
    const made = await admin().post(specs, { slug, source: { text } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const process = async (specId: string) =>
    processSpec.run({ organizationId: api.organization, specId }, api.services)
  const ready = async (slug: string, text?: string): Promise<TestBody> => {
    const { id } = await make(slug, text)
    await process(id)
    return (await admin().get(`${specs}/${slug}`)).body
  }

  it('say what is wrong with texts that no database takes', async () => {
    for (const [at, odd] of [
      String.raw`"$ref": "#/a\u0000"`,
      String.raw`"\ud800": {"$ref": "#/none"}`,
      `"$ref": "#/${'x'.repeat(196)}😀"`,
    ].entries()) {
      const paths = `{"/a": {"get": {"responses": {"200": {${odd}}}}}}`
      const text = `{"openapi": "3.1.0", "info": {"title": "Odd", "version": "1"}, "paths": ${paths}}`
      const body = await ready(`odd-${at}`, text)
      assert.equal(body.processingState, 'complete')
      assert.equal(body.lastProcessErrorCode, 'PARSE_ERROR')
      assert.ok(body.lastProcessedErrors.length > 0)
    }
  })

  it('are not added by who knows a version of what is gone', async () => {
    await ready('gone')
    const one = `${specs}/gone`
    const headers = { 'if-match': (await admin().get(one)).headers.get('etag') ?? '' }
    assert.equal((await admin().delete(one)).status, 204)
    const put = { source: { text: spec('Again') } }
    assert.equal((await admin().send('PUT', one, put, headers)).status, 412)
    assert.equal((await admin().get(one)).status, 404)
  })

  it('keep their version when they are read again', async () => {
    const { id } = await make('reread')
    const one = `${specs}/reread`
    const tag = (await admin().get(one)).headers.get('etag') ?? ''
    await process(id)
    assert.equal((await admin().get(one, { 'if-none-match': tag })).status, 200)
    const headers = { 'if-match': tag }
    const changed = await admin().send('PATCH', one, { visibility: 'public' }, headers)
    assert.equal(changed.status, 200)
  })

  it('are at most 200, however many are added at once', async () => {
    const other = await startTestApi()
    try {
      await other.rows(
        `insert into openapi_spec (organization_id, id, slug, slug_key, source_url, refresh_at)
         select $1, 'many' || n, 'many-' || n, 'many-' || n, 'https://example.com/', now()
         from generate_series(1, 199) as n`,
        [other.organization],
      )
      const add = async (slug: string) =>
        other.as('admin').post(`/orgs/${other.organization}/openapi`, {
          slug,
          source: { url: 'https://example.com/' },
        })
      const statuses = await Promise.all(['one', 'two', 'three'].map(add))
      assert.deepEqual(
        statuses.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409, 409],
      )
    } finally {
      await other.stop()
    }
  })
})
