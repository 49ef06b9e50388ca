import assert from 'node:assert/strict'
import { get as getBytes } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'

import { startTestApi, type TestApi } from '#test/test-api.ts'

import { etagOf, matchesAny, versionFromIfMatch } from './etag.ts'

describe('conditional requests', () => {
  let api: TestApi
  let teams: string
  let team: string
  before(async () => {
    api = await startTestApi()
    teams = `/orgs/${api.organization}/teams`
    const { body } = await api.as('admin').put(teams, { title: 'Tagged' })
    team = `${teams}/${body.id}`
  })
  after(async () => api.stop())

  const etag = async (): Promise<string> => {
    const { headers } = await api.as('admin').get(team)
    return headers.get('etag') ?? ''
  }

  it('sends a strong ETag with every single object, private to who asked', async () => {
    const { headers } = await api.as('admin').get(team)
    assert.match(headers.get('etag') ?? '', /^"\d+-[\w-]{16}"$/)
    assert.equal(headers.get('cache-control'), 'private')
    assert.match(headers.get('vary') ?? '', /\bAuthorization\b/)
    const list = await api.as('admin').get(teams)
    assert.equal(list.headers.get('cache-control'), 'private')
    assert.match(list.headers.get('vary') ?? '', /\bAuthorization\b/)
  })

  it('answers 304 without a body when a known tag still holds', async () => {
    const current = await etag()
    for (const known of [
      current,
      `W/${current}`,
      '*',
      `"other", ${current}`,
      `"a,b",W/${current} , "c"`,
    ]) {
      const reply = await api.as('admin').get(team, { 'if-none-match': known })
      assert.equal(reply.status, 304, known)
      assert.equal(reply.body, undefined)
      assert.equal(reply.headers.get('etag'), current)
      assert.equal(reply.headers.get('cache-control'), 'private')
      assert.match(reply.headers.get('vary') ?? '', /\bAuthorization\b/)
      assert.equal(reply.headers.get('access-control-allow-origin'), '*')
      assert.equal(reply.headers.get('content-type'), null)
    }
  })

  it('answers in full when no known tag holds', async () => {
    const current = await etag()
    for (const known of ['"other"', '', current.slice(1, -1), `${current}x`, '"1"']) {
      const reply = await api.as('admin').get(team, { 'if-none-match': known })
      assert.equal(reply.status, 200, known)
      assert.equal(reply.body.title, 'Tagged')
    }
  })

  it('gives those who see different things different tags, and one person the same', async () => {
    const [admin, read, again] = await Promise.all([
      api.as('admin').get(team),
      api.as('read').get(team),
      api.as('read').get(team),
    ])
    assert.notEqual(admin.headers.get('etag'), read.headers.get('etag'))
    assert.equal(read.headers.get('etag'), again.headers.get('etag'))
  })

  it('does not answer 304 to who may not see the object', async () => {
    const headers = { 'if-none-match': '*' }
    assert.equal((await api.as('outsider').get(team, headers)).status, 404)
    assert.equal((await api.as('guest').get(team, headers)).status, 403)
    assert.equal((await api.anonymous().get(team, headers)).status, 401)
  })

  it('writes when If-Match names the version, in any of its forms', async () => {
    const admin = api.as('admin')
    for (const form of [
      (tag: string) => tag,
      (tag: string) => `W/${tag}`,
      (tag: string) => ` ${tag} `,
      (tag: string) => tag.replace(/-.*"/, '"'),
      () => '*',
    ]) {
      const tag = await etag()
      const reply = await admin.send(
        'PATCH',
        team,
        { title: 'Tagged' },
        { 'if-match': form(tag) },
      )
      assert.equal(reply.status, 200)
      assert.notEqual(await etag(), tag)
    }
  })

  it('refuses a write on a stale version, and then changes nothing', async () => {
    const stale = await etag()
    await api.as('admin').patch(team, { title: 'Newer' })
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { title: 'Lost' } : undefined
      const reply = await api.as('admin').send(method, team, body, { 'if-match': stale })
      assert.equal(reply.status, 412)
      assert.equal(reply.body.error.reason, 'version_mismatch')
    }
    assert.equal((await api.as('admin').get(team)).body.title, 'Newer')
    await api.as('admin').patch(team, { title: 'Tagged' })
  })

  it('lets exactly one of two writers of the same version win', async () => {
    const tag = await etag()
    const replies = await Promise.all(
      ['First', 'Second', 'Third', 'Fourth'].map(async (title) =>
        api.as('admin').send('PATCH', team, { title }, { 'if-match': tag }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412, 412, 412],
    )
    await api.as('admin').patch(team, { title: 'Tagged' })
  })

  it('refuses an If-Match that is no tag of this server', async () => {
    for (const tag of ['3', 'abc', '"abc"', '"1-a", "2-b"', '""', '"-1-a"', 'W/', '"1']) {
      const reply = await api
        .as('admin')
        .send('PATCH', team, { title: 'X' }, { 'if-match': tag })
      assert.equal(reply.status, 400, tag)
      assert.equal(reply.body.error.reason, 'invalid_request')
      assert.match(reply.body.error.message, /If-Match/)
    }
  })

  it('checks that the object is there, and the right, before the version', async () => {
    const headers = { 'if-match': '"999999-x"' }
    const missing = await api
      .as('admin')
      .send('PATCH', `${teams}/nope`, { title: 'X' }, headers)
    assert.equal(missing.status, 404)
    const forbidden = await api.as('read').send('PATCH', team, { title: 'X' }, headers)
    assert.equal(forbidden.status, 403)
    const gone = await api.as('admin').send('DELETE', `${teams}/nope`, undefined, headers)
    assert.equal(gone.status, 204)
  })
})

describe('tags', () => {
  it('differ by version and by what is seen', () => {
    assert.notEqual(etagOf(1, 'a'), etagOf(2, 'a'))
    assert.notEqual(etagOf(1, 'a'), etagOf(1, 'b'))
    assert.equal(versionFromIfMatch(etagOf(123_456_789, 'a')), 123_456_789)
    assert.equal(versionFromIfMatch(undefined), undefined)
    assert.ok(!matchesAny('"1-b"', '"1-a"'))
  })
})

describe('compression', () => {
  let api: TestApi
  let teams: string
  before(async () => {
    api = await startTestApi()
    teams = `${api.url}/v1/orgs/${api.organization}/teams`
    for (let number = 0; number < 12; number += 1) {
      await api
        .as('admin')
        .put(`/orgs/${api.organization}/teams`, { title: `Team ${number}` })
    }
  })
  after(async () => api.stop())

  const get = async (url: string, encoding: string) =>
    fetch(url, {
      headers: {
        authorization: `Bearer ${api.tokens.read}`,
        'accept-encoding': encoding,
      },
    })

  it('sends a long answer compressed to who takes that, and says what it varies by', async () => {
    const plain = await get(teams, 'identity')
    assert.equal(plain.headers.get('content-encoding'), null)
    const text = await plain.text()
    assert.ok(text.length > 1024)
    for (const encoding of ['gzip', 'br']) {
      const packed = await get(teams, encoding)
      assert.equal(packed.headers.get('content-encoding'), encoding)
      assert.equal(
        packed.headers.get('vary'),
        'Authorization, Cookie, Origin, accept-encoding',
      )
      assert.ok(Number(packed.headers.get('content-length')) < text.length / 2)
      assert.equal(await packed.text(), text)
    }
  })

  it('really is gzip', async () => {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${api.tokens.read}`,
        'accept-encoding': 'gzip',
      }
      getBytes(teams, { headers }, (incoming) => {
        buffer(incoming).then(resolve, reject)
      }).on('error', reject)
    })
    assert.equal(JSON.parse(gunzipSync(bytes).toString()).items.length, 12)
  })

  it('leaves a short answer, and what the caller cannot read, as it is', async () => {
    assert.equal(
      (await get(`${teams}?limit=1`, 'gzip')).headers.get('content-encoding'),
      null,
    )
    for (const encoding of ['deflate', 'zstd', 'gzip;q=0, br;q=0']) {
      const reply = await get(teams, encoding)
      assert.equal(reply.headers.get('content-encoding'), null, encoding)
      assert.equal(JSON.parse(await reply.text()).items.length, 12)
    }
  })
})
