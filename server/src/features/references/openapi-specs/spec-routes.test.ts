import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { send } from '#test/http/test-wire.ts'
import { ownHost, signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { processSpec } from './process-spec.ts'

/** What a browser says where a script of another page opened a window, at a click. */
const window = {
  host: ownHost,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
}

describe('the URLs of specifications', () => {
  let api: TestApi
  let path: string
  before(async () => {
    api = await startTestApi()
    const specs = `/orgs/${api.organization}/openapi`
    const text = `openapi: 3.1.0\ninfo: { title: Kit, version: "1" }\npaths: {}\nx-a: ${'a'.repeat(5_000)}\n`
    const made = await api.as('admin').put(`${specs}/kit`, { source: { text } })
    const of = { organizationId: api.organization, specId: made.body.id }
    await processSpec.run(of, api.services)
    const { body } = await api.as('admin').get(`${specs}/kit`)
    path = `/~openapi/${api.organization}/kit/${body.lastVersion}.json`
    await api.as('admin').patch(`${specs}/kit`, { visibility: 'public' })
  })
  after(async () => api.stop())

  const get = async (target: string, headers = {}) =>
    send(api.url, 'GET', target, { headers })

  it('tell whoever brings a bad token nothing of what exists', async () => {
    const authorization = 'Bearer x'
    const answers = [
      path,
      path.replace('/kit/', '/none/'),
      path.replace('.json', '.yaml'),
    ]
    for (const target of answers) {
      assert.equal((await get(target, { authorization })).status, 401, target)
    }
  })

  it('name a file by the slug that is stored, whatever letters are asked for', async () => {
    const upper = await get(path.replace('/kit/', '/KIT/'))
    assert.equal(upper.status, 200)
    assert.equal(upper.headers['content-disposition'], 'attachment; filename="kit.json"')
    for (const odd of ['%E2%84%AAit', 'k%C4%B1t', 'kit%0D%0A', 'kit%22', 'k%00t']) {
      const { status, headers, text } = await get(path.replace('/kit/', `/${odd}/`))
      assert.ok(status === 404 || status === 400, `${odd}: ${status} ${text}`)
      assert.match(headers['content-type'] ?? '', /^application\/json/)
    }
  })

  describe('while the specification is private', () => {
    let specs: string
    before(async () => {
      specs = `/orgs/${api.organization}/openapi/kit`
      await api.as('admin').patch(specs, { visibility: 'private' })
    })
    after(async () => {
      await api.as('admin').patch(specs, { visibility: 'public' })
    })

    const own = { host: ownHost, 'sec-fetch-site': 'none' }
    const statusFor = async (userId: string, headers: Record<string, string> = own) => {
      const { cookie } = await signIn(api, userId)
      return (await get(path, { cookie, ...headers })).status
    }

    it('answer a member who is signed in with a browser, and hide from all others', async () => {
      const { read, outsider } = api.users
      const { cookie } = await signIn(api, read)
      const seen = await get(path, { cookie, ...own })
      assert.equal(seen.status, 200)
      assert.match(seen.headers['cache-control'] ?? '', /^private/)
      assert.match(seen.headers.vary ?? '', /Cookie/)
      assert.equal(seen.headers['access-control-allow-credentials'], undefined)
      assert.equal(await statusFor(outsider), 404)
      assert.equal((await get(path, own)).status, 404)
      const ended = await get(path, { cookie: `${cookie.slice(0, -4)}AAAA`, ...own })
      assert.equal(ended.status, 404)
      await api.rows('update member set disabled = true where user_id = $1', [read])
      assert.equal(await statusFor(read), 404)
      await api.rows('update member set disabled = false where user_id = $1', [read])
    })

    it('believe a session at the own host alone, and of none that other pages lead to', async () => {
      const { read } = api.users
      const foreign = { host: ownHost, 'sec-fetch-site': 'same-site' }
      assert.equal(await statusFor(read, foreign), 404)
      assert.equal(await statusFor(read, { host: 'files.lectern.test' }), 404)
      const script = { ...window, 'sec-fetch-user': '' }
      for (const each of [window, script]) assert.equal(await statusFor(read, each), 404)
    })

    it('answer a window that another page opened alike, whoever is signed in there', async () => {
      const changes = path.replace(/([^/]+)\.json$/, '$1/changes/$1')
      const targets = [path, changes]
      const absent = [path.replace('/kit/', '/none/'), changes.replace('/kit/', '/none/')]
      const said = new Set<string>()
      for (const target of [...targets, ...absent]) {
        for (const user of ['read', 'outsider', undefined] as const) {
          const cookie = user && (await signIn(api, api.users[user])).cookie
          const { status, headers, text } = await get(target, {
            ...window,
            ...(cookie !== undefined && { cookie }),
          })
          const { date, 'x-request-id': requestId, ...others } = headers
          assert.ok(date !== undefined && !text.includes(String(requestId)))
          assert.match(text, /<a href="">Open it<\/a>/)
          said.add(JSON.stringify([status, others, text]))
        }
      }
      assert.equal(said.size, 1, [...said].join('\n'))
      const opened = { host: ownHost, 'sec-fetch-site': 'same-origin' }
      for (const target of targets) {
        const { cookie } = await signIn(api, api.users.read)
        const seen = await get(target, { ...opened, cookie })
        assert.equal(seen.status, 200, target)
      }
    })

    it('keep out a session that another organization vouches for', async () => {
      const { cookie } = await signIn(api, api.users.read, {
        organizationId: api.otherOrganization,
      })
      assert.equal((await get(path, { cookie, ...own })).status, 404)
    })
  })

  it('send the bytes as they are stored', async () => {
    const { headers, text } = await get(path, { 'accept-encoding': 'gzip, br' })
    assert.equal(headers['content-encoding'], undefined)
    assert.ok(text.startsWith('{'))
  })
})
