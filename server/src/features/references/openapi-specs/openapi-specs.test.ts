import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'

import { processSpec } from './process-spec.ts'
import { sweepSpecContent } from './store-content.ts'

const spec = (title: string) =>
  `openapi: "3.1.0"\ninfo:\n  title: ${title}\n  version: "1"\npaths: {}\n`

describe('OpenAPI specifications of an organization', () => {
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
  const process = async (specId: string) => {
    const organizationId = api.organization
    await processSpec.run({ organizationId, specId }, api.services)
  }
  const ready = async (slug: string, text?: string): Promise<TestBody> => {
    const { id } = await make(slug, text)
    await process(id)
    return (await admin().get(`${specs}/${slug}`)).body
  }
  const bytesCounted = async () => {
    const [row] = await api.rows(
      `select value::integer from organization_counter
       where organization_id = $1 and name = 'file-bytes'`,
      [api.organization],
    )
    return row?.value ?? 0
  }
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const { pathname } = new URL(url)
    return fetch(new URL(pathname, api.url), { headers })
  }
  const bearer = (name: 'read' | 'guest' | 'outsider') => ({
    authorization: `Bearer ${api.tokens[name]}`,
  })

  it('are read in the background, and every new content is a version', async () => {
    const made = await admin().post(specs, {
      slug: 'Pet-Store',
      source: { text: spec('Pets') },
    })
    assert.equal(made.status, 201)
    const one = `${specs}/Pet-Store`
    assert.equal(made.headers.get('location'), `http://lectern.test/v1${one}`)
    assert.equal(made.body.processingState, 'pending')
    assert.equal(made.body.visibility, 'private')
    assert.deepEqual(made.body.permissions, { view: true, edit: true })
    assert.equal(made.body.sourceURL, undefined)
    assert.equal((await admin().get(`${one}/versions/latest`)).status, 404)
    assert.equal((await admin().get(`${one}/versions`)).body.count, 0)

    await process(made.body.id)
    const got = await api.as('read').get(`${specs}/pet-store`)
    assert.equal(got.body.processingState, 'complete')
    assert.deepEqual(got.body.permissions, { view: true, edit: false })
    assert.ok(got.body.lastProcessedAt)
    const latest = await api.as('read').get(`${one}/versions/latest`)
    assert.equal(latest.body.id, got.body.lastVersion)
    const version = await admin().get(`${one}/versions/${latest.body.id}`)
    assert.deepEqual(version.body, latest.body)

    const content = await api.as('read').get(`${one}/versions/latest/content`)
    assert.deepEqual(content.body.filesystem, {
      'openapi.yaml': { isEntrypoint: true, format: 'yaml', text: spec('Pets') },
    })
    assert.equal(content.body.url, latest.body.url)
    assert.deepEqual(content.body.urls, { source: latest.body.url, public: null })
    const byId = await admin().get(`${one}/versions/${latest.body.id}/content`)
    assert.deepEqual(byId.body, content.body)
    const raw = await admin().get(`${one}/versions/latest/content/raw`)
    assert.deepEqual(raw.body, { format: 'yaml', text: spec('Pets') })

    const put = await admin().put(one, { source: { text: spec('Cats') } })
    assert.equal(put.status, 200)
    assert.equal(put.body.processingState, 'pending')
    assert.equal(put.body.lastVersion, latest.body.id, 'the last good one stays')
    await process(made.body.id)
    const versions = await admin().get(`${one}/versions`)
    assert.equal(versions.body.count, 2)
    assert.equal(versions.body.items[1].id, latest.body.id)
    const page = await admin().get(`${one}/versions?limit=1`)
    const next = await admin().get(`${one}/versions?limit=1&page=${page.body.next.page}`)
    assert.equal(next.body.items[0].id, latest.body.id)

    const [event] = await eventsOf(api, `openapi-spec:${made.body.id}`)
    assert.equal(event.type, 'openapi_spec_created')
    const types = (await eventsOf(api, `openapi-spec:${made.body.id}`)).map(
      ({ type }: TestBody) => type,
    )
    assert.equal(
      types.filter((type: string) => type === 'openapi_spec_version_created').length,
      2,
    )
    const audited = await api.rows(
      `select action from audit_event where target_id = $1 order by action`,
      [made.body.id],
    )
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['openapi_spec_created', 'openapi_spec_updated'],
    )
  })

  it('make no version of content that they have already', async () => {
    const { id, lastVersion } = await ready('same')
    await admin().put(`${specs}/same`, { source: { text: spec('same') } })
    await process(id)
    const got = await admin().get(`${specs}/same`)
    assert.equal(got.body.lastVersion, lastVersion)
    assert.equal((await admin().get(`${specs}/same/versions`)).body.count, 1)
  })

  it('keep the last version when a new source fails, and say what to do', async () => {
    const { id, lastVersion } = await ready('failing')
    await admin().put(`${specs}/failing`, {
      source: { text: 'openapi: "3.0.0"\ninfo:\n  title: [a\n' },
    })
    await process(id)
    const failed = await admin().get(`${specs}/failing`)
    assert.equal(failed.body.processingState, 'complete')
    assert.equal(failed.body.lastProcessErrorCode, 'PARSE_ERROR')
    assert.match(failed.body.lastProcessedErrors[0].message, /^Line \d+, column \d+: /)
    assert.ok(failed.body.lastProcessedErrorCount >= 1)
    assert.equal(failed.body.lastVersion, lastVersion)
    await admin().put(`${specs}/failing`, { source: { text: spec('Good') } })
    await process(id)
    const mended = await admin().get(`${specs}/failing`)
    assert.equal(mended.body.lastProcessErrorCode, undefined)
    assert.equal(mended.body.lastProcessedErrors, undefined)
    assert.notEqual(mended.body.lastVersion, lastVersion)
  })

  it('have a slug that no other has, in whatever case, and one source', async () => {
    await make('taken')
    const again = await admin().post(specs, { slug: 'TAKEN', source: { text: 'x' } })
    assert.deepEqual([again.status, again.body.error.reason], [400, 'slug_taken'])
    const source = { text: 'x' }
    const bad = ['', '-a', 'a--b', 'a_b', 'ä', 'a/b', 'x'.repeat(101)]
    for (const slug of bad) {
      assert.equal((await admin().post(specs, { slug, source })).status, 400, slug)
    }
    assert.equal((await admin().put(`${specs}/a_b`, { source })).status, 400)
    const url = 'https://example.com/openapi.json'
    const wrong = [
      {},
      { url, text: 'x' },
      { url: 'ftp://example.com/x' },
      { url: 'nothing' },
      { url: `https://example.com/${'x'.repeat(2040)}` },
      { text: '' },
      undefined,
    ]
    for (const given of wrong) {
      const body = { slug: 'sources', source: given }
      const made = await admin().post(specs, body)
      assert.equal(made.status, 400, JSON.stringify(given))
      const put = await admin().put(`${specs}/sources`, { source: given })
      assert.equal(put.status, 400, JSON.stringify(given))
    }
    assert.equal((await admin().get(`${specs}/sources`)).status, 404)
    const created = await admin().put(`${specs}/sources`, { source: { url } })
    assert.equal(created.status, 201)
    assert.equal(created.body.sourceURL, url)
    assert.ok(created.headers.get('location')?.endsWith('/openapi/sources'))
    const updated = await admin().put(`${specs}/Sources`, { source })
    assert.equal(updated.status, 200)
    assert.equal(updated.body.slug, 'sources')
    assert.equal(updated.body.sourceURL, undefined)
  })

  it('answer a repeated request with what they answered before, 201 included', async () => {
    const headers = { 'idempotency-key': 'one-of-a-kind' }
    const body = { source: { text: spec('Once') } }
    const first = await admin().send('PUT', `${specs}/once`, body, headers)
    const second = await admin().send('PUT', `${specs}/once`, body, headers)
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.body, first.body)
  })

  it('are for members only until they are public, and never run in a browser', async () => {
    const { lastVersion } = await ready('opened')
    const one = `${specs}/opened`
    const { body: version } = await admin().get(`${one}/versions/latest`)
    assert.equal(
      version.url,
      `http://lectern.test/~openapi/${api.organization}/opened/${lastVersion}.json`,
    )
    assert.equal((await read(version.url)).status, 404)
    assert.equal((await read(version.url, bearer('outsider'))).status, 404)
    assert.equal((await read(version.url, bearer('guest'))).status, 404)
    assert.equal((await read(version.url, { authorization: 'Bearer no' })).status, 401)
    const seen = await read(version.url, bearer('read'))
    assert.equal(seen.status, 200)
    assert.match(seen.headers.get('cache-control') ?? '', /^private/)

    const opened = await admin().patch(one, { visibility: 'public' })
    assert.equal(opened.status, 200)
    assert.equal(opened.body.urls.published, version.url)
    const shown = await read(version.url)
    assert.equal(shown.status, 200)
    assert.match(shown.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
    assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.match(shown.headers.get('content-disposition') ?? '', /^attachment/)
    assert.equal(shown.headers.get('access-control-allow-origin'), '*')
    assert.equal(shown.headers.get('access-control-allow-credentials'), null)
    const document: TestBody = await shown.json()
    assert.equal(document.info.title, 'opened')
    const etag = shown.headers.get('etag') ?? ''
    assert.equal((await read(version.url, { 'if-none-match': etag })).status, 304)
    const { body: content } = await admin().get(`${one}/versions/latest/content`)
    assert.equal(content.urls.public, version.url)
    const wrong = version.url.replace(lastVersion, 'nothing')
    assert.equal((await read(wrong)).status, 404)

    assert.equal((await admin().patch(one, { visibility: 'open' })).status, 400)
    assert.equal((await admin().patch(one, { visibility: 'private' })).status, 200)
    assert.equal((await read(version.url)).status, 404)
  })

  it('are changed by those who create content, and hidden from everybody outside', async () => {
    await ready('roles')
    const one = `${specs}/roles`
    const source = { text: spec('Mine') }
    for (const name of ['edit', 'read', 'guest'] as const) {
      const caller = api.as(name)
      assert.equal((await caller.post(specs, { slug: 'mine', source })).status, 403, name)
      assert.equal((await caller.put(one, { source })).status, 403)
      assert.equal((await caller.patch(one, { visibility: 'public' })).status, 403)
      assert.equal((await caller.delete(one)).status, 403)
    }
    const made = await api.as('create').post(specs, { slug: 'theirs', source })
    assert.equal(made.status, 201)
    assert.equal((await api.as('create').delete(`${specs}/theirs`)).status, 204)

    const reads = ['', '/versions', '/versions/latest', '/versions/latest/content']
    const paths = [specs, ...reads.map((path) => one + path)]
    paths.push(`${one}/versions/latest/content/raw`, `${one}/versions/x`)
    for (const path of paths) {
      const there = await api.as('outsider').get(path)
      const nowhere = path.replace(api.organization, 'nowhere')
      const elsewhere = await api.as('outsider').get(nowhere)
      assert.equal(there.status, 404, path)
      assert.equal(there.body.error.reason, elsewhere.body.error.reason)
      assert.equal((await api.anonymous().get(path)).status, 401)
      assert.equal((await api.as('guest').get(path)).status, 403, path)
      const missing = path.replace('roles', 'missing')
      if (missing !== path) assert.equal((await admin().get(missing)).status, 404)
    }
    assert.equal((await api.as('outsider').put(one, { source })).status, 404)
    assert.equal((await api.anonymous().put(one, { source })).status, 401)
    assert.equal((await api.as('outsider').delete(one)).status, 204)
    assert.equal((await admin().get(one)).status, 200)
    const missing = await admin().patch(`${specs}/no`, { visibility: 'public' })
    assert.equal(missing.status, 404)
  })

  it('go with their versions and their bytes', async () => {
    const counted = await bytesCounted()
    await ready('doomed', spec('Doomed for good'))
    assert.ok((await bytesCounted()) > counted)
    const [{ hash }] = await api.rows(
      `select v.hash from openapi_spec_version as v
       join openapi_spec as s on s.organization_id = $1 and s.id = v.spec_id
       where v.organization_id = $1 and s.slug = 'doomed'`,
      [api.organization],
    )
    const key = `openapi/${api.organization}/${hash}`
    const content = { organizationId: api.organization, hash }
    await sweepSpecContent.run(content, api.services)
    const kept = await api.services.storage.get(`${key}/files.json`)
    assert.ok(kept, 'content that a version has stays, whoever sweeps it')
    kept.body.destroy()

    const headers = { 'if-match': '"7"' }
    const one = `${specs}/doomed`
    assert.equal((await admin().send('DELETE', one, undefined, headers)).status, 412)
    assert.equal((await admin().delete(one)).status, 204)
    assert.equal((await admin().delete(one)).status, 204)
    assert.equal((await admin().get(one)).status, 404)
    await sweepSpecContent.run(content, api.services)
    assert.equal(await api.services.storage.get(`${key}/files.json`), undefined)
    assert.equal(await api.services.storage.get(`${key}/bundle.json`), undefined)
    assert.equal(await bytesCounted(), counted)
  })

  it('leave nothing behind when they are refused', async () => {
    const counted = await bytesCounted()
    const text = spec('Refused and gone')
    await make('refused')
    const kept = await bytesCounted()
    const refused = await admin().post(specs, { slug: 'refused', source: { text } })
    assert.equal(refused.status, 400)
    assert.equal(await bytesCounted(), kept)
    assert.ok(kept > counted)
  })

  it('are limited in number, and in versions', async () => {
    const { id } = await ready('many')
    const insert = `insert into openapi_spec_version (organization_id, spec_id, id, hash)
      select organization_id, spec_id, '0' || lpad(g::text, 4, '0'), hash
      from openapi_spec_version, generate_series(1, 99) as g where spec_id = $1`
    await api.rows(insert, [id])
    await admin().put(`${specs}/many`, { source: { text: spec('One more') } })
    await process(id)
    const { body } = await admin().get(`${specs}/many/versions?limit=1000`)
    assert.equal(body.count, 100)
    assert.ok(!body.items.some((version: TestBody) => version.id === '00001'))

    const [{ count }] = await api.rows('select count(*)::integer from openapi_spec')
    await api.rows(
      `insert into openapi_spec
         (organization_id, id, slug, slug_key, source_url, refresh_at)
       select $1, 'filler' || g, 'f' || g, 'f' || g, 'https://example.com', now() + interval '1 day'
       from generate_series(1, $2) as g`,
      [api.organization, 200 - count],
    )
    const source = { text: spec('Too many') }
    const refused = await admin().post(specs, { slug: 'too-many', source })
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'too_many_specs'])
    assert.equal((await admin().put(`${specs}/too-many`, { source })).status, 409)
    const known = await admin().put(`${specs}/many`, { source })
    assert.equal(known.status, 200, 'those that are there can be changed')
    await api.rows(`delete from openapi_spec where id like 'filler%'`)
  })

  it('end with the newest source, however the work on an older one ends', async () => {
    const { id } = await make('racing', spec('Older'))
    const organizationId = api.organization
    const older = processSpec.run({ organizationId, specId: id }, api.services)
    const put = await admin().put(`${specs}/racing`, { source: { text: spec('Newer') } })
    assert.equal(put.status, 200)
    await older
    await process(id)
    const raw = await admin().get(`${specs}/racing/versions/latest/content/raw`)
    assert.equal(raw.body.text, spec('Newer'))
    const got = await admin().get(`${specs}/racing`)
    assert.equal(got.body.processingState, 'complete')
  })

  it('may have 25 MB, which no other request may bring', async () => {
    const info = { title: 'Large', version: '1' }
    const description = 'Words, "quoted", in lines.\n'.repeat(700_000)
    const text = JSON.stringify({ openapi: '3.1.0', info, paths: {}, 'x-d': description })
    const { lastVersion, lastProcessErrorCode } = await ready('large', text)
    assert.equal(lastProcessErrorCode, undefined)
    assert.ok(lastVersion)
    const raw = await admin().get(`${specs}/large/versions/latest/content/raw`)
    assert.ok(raw.body.text === text)
    const { body } = await admin().get(`${specs}/large/versions/latest/content`)
    assert.ok(body.filesystem['openapi.json'].text === text)
    const source = { text: 'x'.repeat(26 * 1024 * 1024) }
    const larger = await admin().put(`${specs}/larger`, { source })
    assert.equal(larger.status, 413)
    const other = await admin().patch(`${specs}/large`, {
      visibility: 'public',
      more: 'x'.repeat(3 * 1024 * 1024),
    })
    assert.equal(other.status, 413)
  })

  it('are taken up again when a worker was lost over them', async () => {
    const { id } = await make('lost')
    await api.rows(`update openapi_spec set state = 'progress' where id = $1`, [id])
    await process(id)
    assert.ok((await admin().get(`${specs}/lost`)).body.lastVersion)
  })

  it('are changed at the version that was read', async () => {
    await ready('versioned')
    const one = `${specs}/versioned`
    const tag = (await admin().get(one)).headers.get('etag') ?? ''
    const known = await admin().get(one, { 'if-none-match': tag })
    assert.equal(known.status, 304)
    const headers = { 'if-match': tag }
    const body = { visibility: 'public' }
    assert.equal((await admin().send('PATCH', one, body, headers)).status, 200)
    assert.equal((await admin().send('PATCH', one, body, headers)).status, 412)
    const put = { source: { text: spec('Other') } }
    assert.equal((await admin().send('PUT', one, put, headers)).status, 412)
  })
})
