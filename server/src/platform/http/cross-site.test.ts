import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { send } from '#test/http/test-wire.ts'
import { ownHost, signIn, type TestSession } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const own = 'http://lectern.test'
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

interface Forged {
  readonly site?: string
  readonly origin?: string
  readonly type?: string | null
}

/** What browsers say of a request from our own origin. */
const trusted: readonly Forged[] = [
  { site: 'same-origin', origin: own },
  { site: 'same-origin' },
  // An older browser, or a page without a referrer, says one of the two.
  { site: 'same-origin', origin: 'null' },
  { origin: own },
]

/** What they say, or what is made up, of all others. */
const forged: readonly Forged[] = [
  {},
  { site: 'cross-site', origin: 'https://evil.example' },
  { site: 'cross-site', origin: own },
  { site: 'cross-site' },
  { site: 'same-site', origin: 'http://files.lectern.test' },
  { site: 'same-site', origin: own },
  { site: 'same-site' },
  { site: 'none', origin: own },
  { site: 'none' },
  { site: '', origin: own },
  { site: 'SAME-ORIGIN', origin: own },
  { site: 'same-origin, cross-site', origin: own },
  { site: 'cross-site, same-origin', origin: own },
  { site: 'same-origin;x', origin: own },
  { origin: 'null' },
  { origin: '' },
  { origin: 'https://lectern.test' },
  { origin: 'http://lectern.test:8080' },
  { origin: 'http://lectern.test/' },
  { origin: 'http://lectern.test.evil.example' },
  { origin: 'http://evil-lectern.test' },
  { origin: 'http://files.lectern.test' },
  { origin: 'http://LECTERN.test' },
  { origin: 'http://lectern.test, http://evil.example' },
]

/** Bodies that a form, or a page without leave, can send. */
const wrongTypes = [
  form,
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain;application/json',
  `text/plain, ${json}`,
  'application/csp-report',
  'application/merge-patch+json',
  'application/jsonx',
  '',
  null,
]

const rightTypes = [json, `${json}; charset=utf-8`, 'Application/JSON']

describe('what a browser sends with its cookie', () => {
  let api: TestApi
  let session: TestSession
  let cases = 0
  before(async () => {
    api = await startTestApi()
    session = await signIn(api, api.users.read)
  })
  after(async () => api.stop())

  /** Renames the person, or deletes what is not there; gives the status and the reason. */
  async function ask(method: string, each: Forged, cookie?: string) {
    cases += 1
    const path = { PATCH: `/users/${api.users.read}`, POST: '/user/tokens' }[method]
    const sent = bodyOf(path !== undefined, each.type)
    const reply = await send(api.url, method, `/v1${path ?? '/user/tokens/gone'}`, {
      ...sent,
      headers: {
        host: ownHost,
        cookie: cookie ?? session.cookie,
        ...sourceOf(each),
        ...sent.headers,
      },
    })
    const reason: unknown = reply.text === '' ? '' : JSON.parse(reply.text).error?.reason
    return { status: reply.status, reason }
  }

  async function named(): Promise<string> {
    return (await session.get('/user')).body.displayName
  }

  const refusal = { status: 403, reason: 'cross_site_request' }

  it('changes nothing where another origin may have sent it, whatever else it says', async () => {
    const name = await named()
    for (const method of ['PATCH', 'POST', 'DELETE']) {
      for (const each of forged) {
        assert.deepEqual(await ask(method, each), refusal, JSON.stringify([method, each]))
      }
    }
    for (const method of ['PATCH', 'POST']) {
      for (const each of trusted) {
        for (const type of wrongTypes) {
          const sent = { ...each, type }
          assert.deepEqual(
            await ask(method, sent),
            refusal,
            JSON.stringify([method, sent]),
          )
        }
      }
    }
    assert.equal(await named(), name)
    const tokens = await api.rows(`select 1 from api_token where label = 'Forged'`)
    assert.deepEqual(tokens, [])
    assert.ok(cases >= 60, `${cases} cases`)
  })

  it('is done where it comes from our own pages', async () => {
    for (const each of trusted) {
      for (const type of rightTypes) {
        const { status } = await ask('PATCH', { ...each, type })
        assert.equal(status, 200, JSON.stringify([each, type]))
      }
      assert.equal((await ask('DELETE', each)).status, 204)
    }
    assert.equal(await named(), 'Forged')
  })

  it('is answered as to nobody without the cookie', async () => {
    for (const each of [...trusted, ...forged]) {
      const { status } = await ask('PATCH', each, 'other=1')
      assert.equal(status, 401, JSON.stringify(each))
    }
  })

  it('asks no token of a program where it comes from', async () => {
    const path = `/users/${api.users.read}`
    for (const { site, origin } of forged) {
      const { status } = await api.as('read').send(
        'PATCH',
        path,
        { displayName: 'Ann' },
        {
          ...(site !== undefined && { 'x-sec-fetch-site': site }),
          ...(origin !== undefined && { origin }),
        },
      )
      assert.equal(status, 200)
    }
  })

  it('is read by no page of another origin: no answer allows credentials', async () => {
    for (const method of ['GET', 'OPTIONS', 'PATCH']) {
      for (const origin of [own, 'https://evil.example', 'null']) {
        const { headers } = await send(api.url, method, '/v1/user', {
          headers: {
            host: ownHost,
            cookie: session.cookie,
            origin,
            ...(method === 'OPTIONS' && { 'access-control-request-method': 'PATCH' }),
          },
        })
        assert.equal(headers['access-control-allow-origin'], '*')
        assert.equal(headers['access-control-allow-credentials'], undefined)
      }
    }
  })
})

function sourceOf({ site, origin }: Forged): Record<string, string> {
  return {
    ...(site !== undefined && { 'sec-fetch-site': site }),
    ...(origin !== undefined && { origin }),
  }
}

/** A body that two operations take; null for no type. */
function bodyOf(isNeeded: boolean, type: string | null = json) {
  if (!isNeeded) return { headers: {} }
  const body = `{"displayName":"Forged","label":"Forged"}`
  const length = { 'content-length': String(body.length) }
  return { body, headers: { ...length, ...(type !== null && { 'content-type': type }) } }
}
