import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'

import { signIn } from '#test/sessions/test-browser-session.ts'
import {
  connectDirectory,
  directoryAt,
  groupUrn,
  patch,
  type TestDirectory,
} from '#test/provisioning/test-directory.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('SCIM', () => {
  let api: TestApi
  let directory: TestDirectory
  before(async () => {
    api = await startTestApi()
    directory = await connectDirectory(api)
  })
  after(async () => api.stop())

  const allPaths = [
    '/Users',
    '/Groups',
    '/ServiceProviderConfig',
    '/Schemas',
    '/ResourceTypes',
    '/Nowhere',
  ]

  it('is for its own tokens alone, and for those of the organization', async () => {
    const other = await connectDirectory(api, {
      organization: api.otherOrganization,
      by: 'outsider',
    })
    const session = await signIn(api, api.users.admin)
    const bad = [
      other.token,
      api.tokens.admin,
      session.secret,
      `${directory.token}x`,
      directory.token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      '',
    ]
    for (const token of bad) {
      const asker = directoryAt(api.url, { organization: api.organization, token })
      for (const path of allPaths) {
        const { status, headers, body } = await asker.get(path)
        assert.equal(status, 401, `${path} ${token}`)
        assert.equal(headers['www-authenticate'], 'Bearer')
        assert.ok(!JSON.stringify(body).includes(token) || token === '')
      }
      const made = await asker.send('POST', '/Users', { userName: 'x@acme.example' })
      assert.equal(made.status, 401)
    }
    const nowhere = directoryAt(api.url, { organization: 'nowhere', token: other.token })
    assert.equal((await nowhere.get('/Users')).status, 401)
  })

  it('takes no cookie of a browser in place of a token', async () => {
    const { cookie } = await signIn(api, api.users.admin)
    const reply = await fetch(`${api.url}/scim/v2/${api.organization}/Users`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    assert.equal(reply.status, 401)
  })

  it('ends within a second once its token is deleted, or at the time it was given', async () => {
    const ending = await connectDirectory(api)
    assert.equal((await ending.get('/Users')).status, 200)
    const path = `/orgs/${api.organization}/scim-tokens`
    const { items } = (await api.as('admin').get(path)).body
    assert.ok(items[0].lastUsedAt === undefined || Date.parse(items[0].lastUsedAt) > 0)
    await api.as('admin').delete(`${path}/${items[0].id}`)
    await sleep(700)
    assert.equal((await ending.get('/Users')).status, 401)
    const expired = await connectDirectory(api)
    await api.rows(
      `update scim_token set expires_at = now() - interval '1 second'
       where id = (select max(id) from scim_token)`,
    )
    assert.equal((await expired.get('/Users')).status, 401)
  })

  it('hides what is in another organization as if it did not exist', async () => {
    const other = await connectDirectory(api, {
      organization: api.otherOrganization,
      by: 'outsider',
    })
    const team = await directory.send('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Hidden',
    })
    const { id } = team.body
    const targets = [`/Users/${api.users.edit}`, `/Groups/${id}`]
    for (const path of targets) {
      const answers = [
        await other.get(path),
        await other.send('PATCH', path, patch({ op: 'remove', path: 'externalId' })),
        await other.send('PUT', path, { userName: 'x', displayName: 'x' }),
        await other.send('DELETE', path),
      ]
      for (const { status } of answers) assert.equal(status, 404, path)
      assert.equal((await directory.get(path)).status, 200)
    }
    const filters = ['userName eq "edit@acme.example"', `id eq "${api.users.edit}"`]
    for (const filter of filters) {
      assert.deepEqual(await other.find('Users', filter), [])
    }
    const group = await other.send('POST', '/Groups', { displayName: 'Mine' })
    const stolen = await other.send(
      'PATCH',
      `/Groups/${group.body.id}`,
      patch({ op: 'add', path: 'members', value: [{ value: api.users.edit }] }),
    )
    assert.equal(stolen.status, 400)
  })

  it('says what it can do', async () => {
    const config = (await directory.get('/ServiceProviderConfig')).body
    assert.deepEqual(
      [config.patch, config.etag, config.sort, config.filter],
      [
        { supported: true },
        { supported: true },
        { supported: false },
        { supported: true, maxResults: 200 },
      ],
    )
    const schemas = (await directory.get('/Schemas')).body.Resources
    assert.equal(schemas.length, 3)
    for (const { id } of schemas) {
      assert.equal((await directory.get(`/Schemas/${id}`)).body.id, id)
    }
    const types = (await directory.get('/ResourceTypes')).body.Resources
    assert.deepEqual(
      types.map(({ endpoint }: { endpoint: string }) => endpoint),
      ['/Users', '/Groups'],
    )
    assert.equal((await directory.get('/ResourceTypes/User')).status, 200)
    for (const path of ['/Schemas/x', '/ResourceTypes/x', '/Me', '/Bulk']) {
      assert.equal((await directory.get(path)).status, 404)
    }
  })

  it('refuses what is too large, too deep or unreadable, in its own words', async () => {
    const large = { userName: 'x@acme.example', title: 'x'.repeat(300_000) }
    assert.equal((await directory.send('POST', '/Users', large)).status, 413)
    const refused: readonly [string, unknown, string][] = [
      ['POST', '{"userName":', 'invalidSyntax'],
      ['POST', '[]', 'invalidSyntax'],
      ['POST', {}, 'invalidValue'],
      ['POST', { userName: 'nobody' }, 'invalidValue'],
      ['POST', { userName: 'x'.repeat(257) }, 'invalidValue'],
      ['POST', { userName: 'a@acme.example', active: 'perhaps' }, 'invalidValue'],
      ['POST', { userName: 'a@acme.example', name: 'Ada' }, 'invalidValue'],
    ]
    for (const [method, body, scimType] of refused) {
      const reply = await directory.send(method, '/Users', body)
      assert.deepEqual(
        [reply.status, reply.body.scimType],
        [400, scimType],
        JSON.stringify(body).slice(0, 80),
      )
    }
    const operation = { op: 'add', path: 'title', value: 'x' }
    const many = patch(...Array.from({ length: 101 }, () => operation))
    const { edit } = api.users
    assert.equal((await directory.send('PATCH', `/Users/${edit}`, many)).status, 400)
    const members = Array.from({ length: 1_001 }, (_, index) => ({ value: `u${index}` }))
    const group = await directory.send('POST', '/Groups', { displayName: 'X', members })
    assert.deepEqual([group.status, group.body.scimType], [400, 'invalidValue'])
    const type = { 'content-type': 'text/plain' }
    assert.equal((await directory.send('POST', '/Users', 'x', type)).status, 415)
  })

  it('counts requests of a token as those of an API token', async () => {
    const limited = await startTestApi({ RATE_LIMIT_TOKEN: '3', RATE_LIMIT_ADDRESS: '2' })
    try {
      const asker = await connectDirectory(limited)
      for (let turn = 0; turn < 3; turn += 1) {
        assert.equal((await asker.get('/Users?count=0')).status, 200)
      }
      const over = await asker.get('/Users?count=0')
      assert.equal(over.status, 429)
      assert.ok(Number(over.headers['retry-after']) >= 1)
      const guess = directoryAt(limited.url, {
        organization: limited.organization,
        token: 'guess',
      })
      const guesses = [await guess.get('/Users'), await guess.get('/Users')]
      assert.deepEqual(
        guesses.map(({ status }) => status),
        [401, 401],
      )
      assert.equal((await guess.get('/Users')).status, 429)
    } finally {
      await limited.stop()
    }
  })
})
