import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

import { createAccount } from './create-account.ts'

const nowhere = '0AbsentAbsentAbsent0'

describe('users', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function person(displayName: string, organizations: readonly string[] = []) {
    return api.services.db.transaction(async (tx) => {
      const userId = await createAccount(tx, {
        displayName,
        email: `${displayName.toLowerCase().replaceAll(' ', '.')}@people.example`,
        isVerified: true,
      })
      for (const organizationId of organizations) {
        await addMember(tx, { organizationId, userId, role: 'read', sso: false })
      }
      const { secret } = await issueToken(tx, { accountId: userId, label: 'Test' })
      return { userId, caller: api.withToken(secret) }
    })
  }

  async function boundToken(accountId: string, organizationId: string) {
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId, label: 'Bound', organizationId }),
    )
    return api.withToken(secret)
  }

  describe('the user behind the token', () => {
    it('is answered whole, also to a token for one organization', async () => {
      const callers = [api.as('edit'), await boundToken(api.users.edit, api.organization)]
      for (const caller of callers) {
        const { status, body } = await caller.get('/user')
        assert.equal(status, 200)
        assert.deepEqual(body, {
          object: 'user',
          id: api.users.edit,
          displayName: 'Edit of acme',
          email: 'edit@acme.example',
          urls: { location: `http://lectern.test/v1/users/${api.users.edit}` },
        })
      }
    })

    it('has an ETag that spares reading it again', async () => {
      const { headers } = await api.as('edit').get('/user')
      const etag = headers.get('etag') ?? ''
      const again = await api.as('edit').get('/user', { 'if-none-match': etag })
      assert.equal(again.status, 304)
    })

    it('is nobody without a token', async () => {
      assert.equal((await api.anonymous().get('/user')).status, 401)
    })
  })

  describe('another user', () => {
    it('is seen, address included, by those who share an organization, guests too', async () => {
      for (const name of ['admin', 'read', 'guest'] as const) {
        const { status, body } = await api.as(name).get(`/users/${api.users.edit}`)
        assert.equal(status, 200, name)
        assert.equal(body.email, 'edit@acme.example')
      }
    })

    it('is missing for those who share no organization, so that accounts cannot be enumerated', async () => {
      const loner = await person('Loner')
      for (const caller of [api.as('outsider'), loner.caller]) {
        const hidden = await caller.get(`/users/${api.users.edit}`)
        const missing = await caller.get(`/users/${nowhere}`)
        assert.equal(hidden.status, 404)
        assert.deepEqual(refusal(hidden, api.users.edit), refusal(missing, nowhere))
      }
      assert.equal((await loner.caller.get(`/users/${loner.userId}`)).status, 200)
    })

    it('is missing for a token bound to an organization that they do not share', async () => {
      const both = [api.organization, api.otherOrganization]
      const bridge = await person('Bridge', both)
      const bound = await boundToken(bridge.userId, api.otherOrganization)

      assert.equal((await bridge.caller.get(`/users/${api.users.edit}`)).status, 200)
      assert.equal((await bound.get(`/users/${api.users.edit}`)).status, 404)
      assert.equal((await bound.get(`/users/${api.users.outsider}`)).status, 200)
      assert.equal((await bound.get(`/users/${bridge.userId}`)).status, 200)
    })

    it('goes missing once the last shared organization is gone', async () => {
      const leaver = await person('Leaver', [api.organization])
      const target = `/users/${leaver.userId}`
      assert.equal((await api.as('read').get(target)).status, 200)
      await leaver.caller.delete(`/orgs/${api.organization}/members/${leaver.userId}`)
      assert.equal((await api.as('read').get(target)).status, 404)
    })

    it('is refused to the anonymous caller', async () => {
      const target = `/users/${api.users.edit}`
      assert.equal((await api.anonymous().get(target)).status, 401)
      const patched = await api.anonymous().patch(target, { displayName: 'X' })
      assert.equal(patched.status, 401)
    })
  })

  describe('a profile', () => {
    it('keeps the fields that are not sent', async () => {
      const { userId, caller } = await person('Before')
      const photoURL = 'https://images.example/me.png'
      const first = await caller.patch(`/users/${userId}`, { photoURL })
      assert.equal(first.status, 200)
      assert.equal(first.body.displayName, 'Before')

      const second = await caller.patch(`/users/${userId}`, { displayName: 'After' })
      assert.equal(second.body.displayName, 'After')
      assert.equal(second.body.photoURL, photoURL)
      assert.deepEqual((await caller.get('/user')).body, second.body)
    })

    it('keeps its version when nothing in it changes', async () => {
      const { userId, caller } = await person('Same')
      for (const body of [{}, { displayName: 'Same' }]) {
        assert.equal((await caller.patch(`/users/${userId}`, body)).status, 200)
      }
      assert.match((await caller.get('/user')).headers.get('etag') ?? '', /^"1-/)
      await caller.patch(`/users/${userId}`, { displayName: 'Other' })
      assert.match((await caller.get('/user')).headers.get('etag') ?? '', /^"2-/)
    })

    it('is only changed from the version that If-Match names', async () => {
      const { userId, caller } = await person('Matched')
      const etag = (await caller.get('/user')).headers.get('etag') ?? ''
      const patch = async (displayName: string) =>
        caller.send('PATCH', `/users/${userId}`, { displayName }, { 'if-match': etag })

      assert.equal((await patch('First')).status, 200)
      assert.equal((await patch('Second')).status, 412)
      assert.equal((await caller.get('/user')).body.displayName, 'First')
    })

    it('loses nothing when two fields are changed at the same moment', async () => {
      const { userId, caller } = await person('Torn')
      const photoURL = 'https://images.example/torn.png'
      await Promise.all([
        caller.patch(`/users/${userId}`, { displayName: 'Mended' }),
        caller.patch(`/users/${userId}`, { photoURL }),
      ])
      const { body } = await caller.get('/user')
      assert.equal(body.displayName, 'Mended')
      assert.equal(body.photoURL, photoURL)
    })

    it('is changed by nobody else: 403 for who is seen, 404 for who is not', async () => {
      const body = { displayName: 'Mine now' }
      const seen = await api.as('admin').patch(`/users/${api.users.edit}`, body)
      assert.equal(seen.status, 403)
      assert.equal(seen.body.error.reason, 'forbidden')

      const hidden = await api.as('outsider').patch(`/users/${api.users.edit}`, body)
      const missing = await api.as('outsider').patch(`/users/${nowhere}`, body)
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, api.users.edit), refusal(missing, nowhere))
    })

    it('is out of reach for a token that is bound to an organization', async () => {
      const bound = await boundToken(api.users.read, api.organization)
      const reply = await bound.patch(`/users/${api.users.read}`, { displayName: 'X' })
      assert.equal(reply.status, 403)
      assert.equal(reply.body.error.reason, 'token_too_narrow')
    })

    it('refuses names and photos outside their limits', async () => {
      const bodies = [
        { displayName: '' },
        { displayName: 'x'.repeat(65) },
        { photoURL: 'not a url' },
        { photoURL: `https://images.example/${'x'.repeat(2048)}` },
        { photoURL: null },
      ]
      for (const body of bodies) {
        const reply = await api.as('read').patch(`/users/${api.users.read}`, body)
        assert.equal(reply.status, 400, JSON.stringify(body).slice(0, 40))
      }
    })

    it('is found by its new name in each organization soon after a change', async () => {
      const both = [api.organization, api.otherOrganization]
      const { userId, caller } = await person('Nobody Special', both)
      await caller.patch(`/users/${userId}`, { displayName: 'Somebody Renowned' })
      const worker = await startWorker(api.services.config, {
        onStatement: recordStatement,
      })
      try {
        for (const organization of both) {
          await until('the new name is found', async () => {
            const target = `/orgs/${organization}/members?search=renowned`
            const { body } = await caller.get(target)
            return (body.count === 1 && body.items[0].id === userId) || undefined
          })
          const { body } = await caller.get(
            `/orgs/${organization}/members?search=special`,
          )
          // The e-mail address still holds the former name.
          assert.equal(body.count, 1)
        }
      } finally {
        await worker.stop()
      }
    })

    it('asks for no search text to be refreshed when the name stays', async () => {
      const { userId, caller } = await person('Photographed')
      await caller.patch(`/users/${userId}`, { photoURL: 'https://images.example/p.png' })
      const queued = await api.rows(
        `select 1 from pgboss.job where name = 'users.refresh-search-text' and data->>'userId' = $1`,
        [userId],
      )
      assert.deepEqual(queued, [])
    })
  })
})

function refusal({ status, body }: TestReply, sent: string) {
  const { code, reason, message } = body.error
  return { status, code, reason, message: String(message).replaceAll(sent, '…') }
}
