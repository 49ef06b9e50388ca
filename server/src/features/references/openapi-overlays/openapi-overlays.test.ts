import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { apiDocument, operationBlock, publishSpec, specJobs } from '#test/test-openapi.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

const hidePath = (path: string) =>
  JSON.stringify({
    overlay: '1.0.0',
    info: { title: 'Hide', version: '1' },
    actions: [{ target: `$.paths['${path}']`, remove: true }],
  })

const rename = (summary: string) => `overlay: "1.0.0"
info: { title: Rename, version: "1" }
actions:
  - target: $.paths['/open'].get
    update: { summary: "${summary}" }
`

/** A document with so many values beside its operations. */
const withNumbers = (count: number) =>
  apiDocument(
    { '/open': `Open ${count}`, '/secret-word': 'Secret-word' },
    { 'x-data': Array.from({ length: count }, (_, at) => at) },
  )

describe('overlays of an OpenAPI specification', () => {
  let api: TestApi
  const admin = () => api.as('admin')
  const one = (slug: string) => `/orgs/${api.organization}/openapi/${slug}`
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const show = async (specId: string) => specJobs(api).show(specId)
  const put = async (slug: string, name: string, text: string) =>
    admin().put(`${one(slug)}/overlays/${name}`, { text })
  const summaryOf = async (slug: string, path: string, caller = api.as('read')) => {
    const parts = [{ kind: 'operation', name: `get ${path}` }]
    const { body } = await caller.post(`${one(slug)}/parts`, { parts })
    return body.parts?.[0].part?.summary
  }
  const bytesCounted = async () => {
    const [row] = await api.rows(
      `select value::integer from organization_counter
       where organization_id = $1 and name = 'file-bytes'`,
      [api.organization],
    )
    return row?.value ?? 0
  }

  it('change what is shown of this version and the next, and go without a trace', async () => {
    const document = { '/open': 'Open', '/secret-word': 'Secret-word' }
    const id = await publishSpec(api, 'pets', apiDocument(document))
    const made = await put('pets', '10-hide', hidePath('/secret-word'))
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const location = `http://lectern.test/v1${one('pets')}/overlays/10-hide`
    assert.equal(made.headers.get('location'), location)
    assert.equal(made.body.processingState, 'pending')
    assert.equal(await summaryOf('pets', '/secret-word'), 'Secret-word')
    await show(id)
    assert.equal(await summaryOf('pets', '/secret-word'), undefined)
    assert.equal(await summaryOf('pets', '/open'), 'Open')
    const got = await api.as('read').get(`${one('pets')}/overlays/10-hide`)
    assert.equal(got.body.processingState, 'complete')
    assert.equal(got.body.text, hidePath('/secret-word'))
    assert.deepEqual([got.body.problems, got.body.problemCount], [[], 0])

    assert.equal((await put('pets', '20-rename', rename('Renamed'))).status, 201)
    await show(id)
    assert.equal(await summaryOf('pets', '/open'), 'Renamed')
    await publishSpec(api, 'pets', apiDocument({ ...document, '/more': 'More' }))
    assert.equal(await summaryOf('pets', '/open'), 'Renamed')
    assert.equal(await summaryOf('pets', '/more'), 'More')
    assert.equal(await summaryOf('pets', '/secret-word'), undefined)

    const list = await api.as('read').get(`${one('pets')}/overlays`)
    assert.deepEqual(
      list.body.items.map(({ name, text }: TestBody) => [name, text]),
      [
        ['10-hide', undefined],
        ['20-rename', undefined],
      ],
    )
    assert.equal(list.body.count, 2)
    const first = await api.as('read').get(`${one('pets')}/overlays?limit=1`)
    const { page } = first.body.next
    const next = await api.as('read').get(`${one('pets')}/overlays?limit=1&page=${page}`)
    assert.equal(next.body.items[0].name, '20-rename')

    for (const name of ['10-hide', '20-rename', '10-hide']) {
      assert.equal((await admin().delete(`${one('pets')}/overlays/${name}`)).status, 204)
    }
    await show(id)
    assert.equal(await summaryOf('pets', '/open'), 'Open')
    assert.equal(await summaryOf('pets', '/secret-word'), 'Secret-word')
    const types = (await eventsOf(api, `openapi-spec:${id}`)).map(
      ({ type }: TestBody) => type,
    )
    assert.equal(types.filter((type: string) => type === 'openapi_spec_shown').length, 5)
    const audited = await api.rows(
      `select action from audit_event where target_id = $1 and action like '%overlay%'
       order by action`,
      [id],
    )
    assert.deepEqual(
      audited.map(({ action }) => action),
      [
        'openapi_overlay_created',
        'openapi_overlay_created',
        'openapi_overlay_deleted',
        'openapi_overlay_deleted',
      ],
    )
  })

  it('are applied in the order of their names, and tell what they could not do', async () => {
    const id = await publishSpec(api, 'order', apiDocument({ '/open': 'Open' }))
    await put('order', 'b', rename('Of b'))
    await put('order', 'a', rename('Of a'))
    await put('order', 'c', hidePath('/nowhere'))
    await show(id)
    assert.equal(await summaryOf('order', '/open'), 'Of b')
    const { body } = await admin().get(`${one('order')}/overlays/c`)
    assert.equal(body.problemCount, 1)
    assert.equal(body.problems[0].kind, 'unused')
    assert.equal(body.problems[0].pointer, '/actions/0')
    assert.ok(body.problems[0].message.length > 0)
  })

  it('are refused with the places of what is wrong, in words', async () => {
    await publishSpec(api, 'wrong', apiDocument({ '/open': 'Open' }))
    const refused: readonly (readonly [text: string, told: RegExp])[] = [
      ['overlay: "1.0.0"\ninfo: [a\n', /Line \d+, column \d+: .*no YAML/],
      ['{"overlay": "1.0.0",\n "info":', /Line 2, column \d+: .*no JSON/],
      [rename('x').replace('1.0.0', '2.0.0'), /Line 1, column 1: .*version/],
      [rename('x').replace("$.paths['/open'].get", '"$..["'), /Line 4, column \d+: /],
      [rename('x').replace('actions', 'action'), /Line 3, column 1: .*no field|actions/],
      ['overlay: "1.0.0"\noverlay: "1.0.0"\n', /stands twice/],
      ['hello', /no overlay/],
    ]
    for (const [text, told] of refused) {
      const { status, body } = await put('wrong', 'one', text)
      assert.equal(status, 400, text)
      const all = body.error.details.map(({ message }: TestBody) => message).join('\n')
      assert.match(all, told)
      assert.equal(body.error.details[0].path, 'body.text')
    }
    const large = 'x'.repeat(1024 * 1024 + 1)
    assert.equal((await put('wrong', 'one', large)).status, 400)
    const wide = JSON.stringify({ overlay: 'ä'.repeat(600_000) })
    assert.equal((await put('wrong', 'one', wide)).status, 400)
    for (const name of ['-a', 'a--b', 'a%20b', 'a%2Fb', 'x'.repeat(101)]) {
      assert.equal((await put('wrong', name, rename('x'))).status, 400, name)
    }
    assert.equal((await admin().get(`${one('wrong')}/overlays`)).body.count, 0)
  })

  it('are at most twenty, changed at the version that was read, once for a key', async () => {
    const id = await publishSpec(api, 'many', apiDocument({ '/open': 'Open' }))
    await api.rows(
      `insert into openapi_overlay (organization_id, spec_id, name, text)
       select $1, $2, 'n' || g, '{}' from generate_series(1, 19) as g`,
      [api.organization, id],
    )
    const headers = { 'idempotency-key': 'one-overlay' }
    const url = `${one('many')}/overlays/last`
    const body = { text: rename('A') }
    assert.equal((await admin().send('PUT', url, body, headers)).status, 201)
    assert.equal((await admin().send('PUT', url, body, headers)).status, 201)
    const full = await put('many', 'one-more', rename('B'))
    assert.deepEqual([full.status, full.body.error.reason], [409, 'too_many_overlays'])
    const known = await put('many', 'last', rename('C'))
    assert.equal(known.status, 200)
    const old = { 'if-match': '"1"' }
    assert.equal((await admin().send('PUT', url, body, old)).status, 412)
    assert.equal((await admin().send('DELETE', url, undefined, old)).status, 412)
    const tag = (await admin().get(url)).headers.get('etag') ?? ''
    assert.equal((await admin().get(url, { 'if-none-match': tag })).status, 304)
    const now = { 'if-match': tag }
    assert.equal((await admin().send('DELETE', url, undefined, now)).status, 204)
  })

  it('are changed by those who create content, and hidden from everybody outside', async () => {
    await publishSpec(api, 'roles', apiDocument({ '/open': 'Open' }))
    await put('roles', 'there', rename('There'))
    const there = `${one('roles')}/overlays/there`
    for (const name of ['edit', 'read'] as const) {
      assert.equal((await api.as(name).get(there)).status, 200)
      assert.equal((await api.as(name).put(there, { text: rename('x') })).status, 403)
      assert.equal((await api.as(name).delete(there)).status, 403)
    }
    const made = await api
      .as('create')
      .put(`${one('roles')}/overlays/mine`, { text: rename('x') })
    assert.equal(made.status, 201)
    for (const url of [there, `${one('roles')}/overlays`]) {
      assert.equal((await api.as('outsider').get(url)).status, 404)
      assert.equal((await api.anonymous().get(url)).status, 401)
      assert.equal((await api.as('guest').get(url)).status, 403)
      const missing = url.replace('roles', 'missing').replace('there', 'none')
      assert.equal((await admin().get(missing)).status, 404)
    }
    const text = rename('x')
    assert.equal((await api.as('outsider').put(there, { text })).status, 404)
    assert.equal((await api.as('outsider').delete(there)).status, 204)
    assert.equal((await put('missing', 'one', text)).status, 404)
    assert.equal((await admin().get(there)).status, 200)
  })

  it('hide from visitors in every answer, and from everybody who has the URL', async () => {
    const secret = 'Secret-word'
    const document = apiDocument({ '/open': 'Open', '/secret-word': secret })
    const id = await publishSpec(api, 'hiding', document)
    const space = await newSpace(api, 'Manual', {
      Start: operationBlock('hiding', '/open') + operationBlock('hiding', '/secret-word'),
    })
    const { url } = await newSite(api, 'Site', [space], { visibility: 'public' })
    const file = async (version: string, headers = {}) => {
      const path = `/~openapi/${api.organization}/hiding/${version}.json`
      return fetch(new URL(path, api.url), { headers })
    }
    const token = await tokenFor(api, url)
    const visitor = api.withToken(token)
    const { lastVersion: older } = (await admin().get(one('hiding'))).body
    const bearer = { authorization: `Bearer ${token}` }
    assert.equal((await file(older, bearer)).status, 404)
    await ok(admin().patch(one('hiding'), { visibility: 'public' }))
    assert.equal((await file(older, bearer)).status, 200)
    await publishSpec(api, 'hiding', {
      ...document,
      info: { title: 'Two', version: '2' },
    })
    const { lastVersion: newest } = (await admin().get(one('hiding'))).body
    const asked = ['/open', '/secret-word'].map((path) => ({
      kind: 'operation',
      name: `get ${path}`,
    }))
    const answers = async () => {
      const latest = `${one('hiding')}/versions/latest`
      const [parts, content, byId, raw, old] = await Promise.all([
        visitor.post(`${one('hiding')}/parts`, { parts: asked }),
        visitor.get(`${latest}/content`),
        visitor.get(`${one('hiding')}/versions/${newest}/content`),
        visitor.get(`${latest}/content/raw`),
        visitor.get(`${one('hiding')}/versions/${older}/content`),
      ])
      assert.deepEqual([parts.status, content.status, byId.status], [200, 200, 200])
      assert.deepEqual(byId.body, content.body)
      assert.ok(raw.status >= 400 && old.status === 404)
      const newestFile = await (await file(newest)).text()
      return { all: JSON.stringify([parts.body, content.body]) + newestFile, content }
    }
    const before_ = await answers()
    assert.match(before_.all, /Secret-word/)
    const [entry] = before_.content.body.filesystem
    assert.deepEqual(entry.specification, {
      ...document,
      info: { title: 'Two', version: '2' },
    })
    assert.deepEqual(JSON.parse(entry.text), entry.specification)
    assert.deepEqual([entry.isEntrypoint, entry.dir, entry.references], [true, './', []])
    assert.match(await (await file(older)).text(), /Secret-word/)

    await put('hiding', 'hide', hidePath('/secret-word'))
    await show(id)
    const hidden = await answers()
    // The name that was asked for is in the answer, and nothing else of it.
    assert.doesNotMatch(hidden.all, /Secret-word|"\/secret-word/)
    assert.match(hidden.all, /Open/)
    const text = JSON.parse(hidden.content.body.filesystem[0].text)
    assert.deepEqual(Object.keys(text.paths), ['/open'])
    assert.equal((await file(older)).status, 404)
    const headers = { authorization: `Bearer ${api.tokens.read}` }
    const forMember = await file(older, headers)
    assert.match(await forMember.text(), /Secret-word/)
    assert.match(forMember.headers.get('cache-control') ?? '', /^private/)
    const original = await admin().get(`${one('hiding')}/versions/latest/content`)
    assert.match(JSON.stringify(original.body), /Secret-word/)
  })

  it('keep what was shown before where they cannot hide what they should', async () => {
    const wide = Array.from({ length: 100 }, (_, at) => ({
      target: `$..[?@['x-other-${at}'] == true]`,
      update: { description: 'Marked' },
    }))
    const hiding = JSON.stringify({
      overlay: '1.0.0',
      info: { title: 'Hide', version: '1' },
      actions: [...wide, { target: "$.paths['/secret-word']", remove: true }],
    })
    const id = await publishSpec(api, 'closed', withNumbers(10))
    await put('closed', 'hide', hiding)
    await show(id)
    assert.equal(await summaryOf('closed', '/secret-word'), undefined)
    const { lastVersion: good } = (await admin().get(one('closed'))).body

    await publishSpec(api, 'closed', withNumbers(150_000))
    assert.equal(await summaryOf('closed', '/secret-word'), undefined)
    assert.equal(await summaryOf('closed', '/open'), 'Open 10')
    const { body } = await admin().get(one('closed'))
    assert.equal(body.lastVersion, good)
    assert.match(body.lastProcessedErrors[0].message, /"hide" \/actions\/\d+: .*too long/)

    const small = await publishSpec(api, 'closed', withNumbers(20))
    assert.equal(await summaryOf('closed', '/open'), 'Open 20')
    await api.rows(`update openapi_overlay set text = 'no overlay' where spec_id = $1`, [
      small,
    ])
    await put('closed', 'other', rename('Renamed'))
    await show(small)
    assert.equal(await summaryOf('closed', '/secret-word'), undefined)
    assert.equal(await summaryOf('closed', '/open'), 'Open 20')
    const told = await admin().get(`${one('closed')}/overlays/hide`)
    assert.equal(told.body.problems[0].kind, 'failed')
  })

  it('take room for what they change, and give it back', async () => {
    const id = await publishSpec(api, 'room', apiDocument({ '/open': 'Open' }))
    const counted = await bytesCounted()
    await put('room', 'one', rename('Other'))
    await show(id)
    const [{ hash }] = await api.rows(
      `select shown_hash as hash from openapi_spec where id = $1`,
      [id],
    )
    assert.ok((await bytesCounted()) > counted)
    await specJobs(api).sweep(hash)
    assert.equal(await summaryOf('room', '/open'), 'Other')
    assert.ok((await bytesCounted()) > counted, 'what is shown stays, whoever sweeps it')
    await admin().delete(`${one('room')}/overlays/one`)
    await show(id)
    await specJobs(api).sweep(hash)
    assert.equal(await bytesCounted(), counted)
  })

  it('that change while a version is made are not lost', async () => {
    const id = await publishSpec(api, 'racing', apiDocument({ '/open': 'Open' }))
    const source = { text: JSON.stringify(apiDocument({ '/open': 'Opened' })) }
    await ok(admin().put(one('racing'), { source }))
    const [processed] = await Promise.allSettled([
      specJobs(api).read(id),
      put('racing', 'one', rename('Of the overlay')),
    ])
    // The job is run again where it was refused.
    if (processed.status === 'rejected') await specJobs(api).read(id)
    await show(id)
    assert.equal(await summaryOf('racing', '/open'), 'Of the overlay')
    const { body } = await admin().get(`${one('racing')}/versions`)
    assert.equal(body.count, 2)
  })
})
