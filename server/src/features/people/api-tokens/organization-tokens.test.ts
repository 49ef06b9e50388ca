import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { newPerson, nowhere, refusal } from '#test/members/test-members.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('API tokens for one organization', () => {
  let api: TestApi
  let organization: string
  let tokens: string
  let people = 0
  before(async () => {
    api = await startTestApi()
    organization = `/orgs/${api.organization}`
    tokens = `${organization}/tokens`
  })
  after(async () => api.stop())

  /** Somebody with a browser that the organization's provider vouches for, and one without. */
  async function somebody({ role = 'read', held = false }: Somebody = {}) {
    people += 1
    const person = await newPerson(api, { name: `Owner ${people}`, role })
    const { userId } = person
    const vouched = await signIn(api, userId, { organizationId: api.organization })
    const plain = await signIn(api, userId)
    if (held) {
      await api.rows('update member set needs_sso = true where user_id = $1', [userId])
    }
    return { ...person, vouched, plain }
  }

  const confirm = (tokenId: string) => `${tokens}/${tokenId}/confirm`

  async function ownToken(of: { userId: string }, organizationId?: string) {
    const [row] = await api.rows(
      `update api_token set organization_id = $2 where account_id = $1 returning id`,
      [of.userId, organizationId ?? null],
    )
    return row.id
  }

  interface Somebody {
    readonly role?: 'admin' | 'create' | 'read'
    readonly held?: boolean
  }

  async function audited(action: string): Promise<unknown[]> {
    return api.rows(
      `select actor_id as actor, target_id as token, details from audit_event
       where organization_id = $1 and action = $2 order by id`,
      [api.organization, action],
    )
  }

  it('reach that organization and no other', async () => {
    const { caller } = await somebody()
    const reply = await caller.post(tokens, { label: 'Here', scopes: ['read'] })
    assert.equal(reply.status, 201)
    const { token, id, createdAt, ...rest } = reply.body
    assert.deepEqual(rest, {
      object: 'user-api-token',
      label: 'Here',
      scopes: ['read'],
      organization: api.organization,
    })
    assert.ok(typeof id === 'string' && typeof createdAt === 'string')
    const made = api.withToken(token)
    assert.equal((await made.get(organization)).status, 200)
    assert.equal((await made.get(`/orgs/${api.otherOrganization}`)).status, 404)
  })

  it('work through the door when made by who came through it', async () => {
    const { vouched } = await somebody({ held: true })
    const reply = await vouched.send('POST', tokens, { label: 'Vouched for' })
    assert.equal(reply.status, 201)
    assert.equal(reply.body.confirmedFor, api.organization)
    const made = api.withToken(reply.body.token)
    assert.equal((await made.get(organization)).status, 200)
    const next = await made.post(tokens, { label: 'Next' })
    assert.deepEqual([next.status, next.body.confirmedFor], [201, undefined])
    assert.equal((await api.withToken(next.body.token).get(organization)).status, 403)
  })

  it('are made by nobody whom the door keeps out', async () => {
    const { caller, plain } = await somebody({ role: 'admin', held: true })
    const replies = [
      await caller.post(tokens, { label: 'X' }),
      await plain.send('POST', tokens, { label: 'X' }),
      await caller.post(tokens, { label: 'X', forEmergencies: true }),
    ]
    for (const { status, body } of replies) {
      assert.deepEqual([status, body.error?.reason], [403, 'sso_required'])
    }
  })

  it('refuse the outsider as if there were no such organization, and the anonymous caller', async () => {
    const { caller } = await newPerson(api, { name: 'Outsider to tokens' })
    const hidden = await caller.post(tokens, { label: 'X' })
    const missing = await caller.post(`/orgs/${nowhere}/tokens`, { label: 'X' })
    assert.equal(hidden.status, 404)
    assert.deepEqual(refusal(hidden, api.organization), refusal(missing, nowhere))
    assert.equal((await api.anonymous().post(tokens, { label: 'X' })).status, 401)
  })

  it('want a fresh sign-in of a browser, and last no longer than the token that makes them', async () => {
    const { userId, vouched, caller } = await somebody()
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'
       where account_id = $1`,
      [userId],
    )
    const stale = await vouched.send('POST', tokens, { label: 'X' })
    assert.deepEqual([stale.status, stale.body.error.reason], [403, 'sign_in_again'])

    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const short = await caller.post(tokens, { label: 'Short', expiresAt })
    const long = await api.withToken(short.body.token).post(tokens, { label: 'Long' })
    assert.deepEqual([long.status, long.body.error.reason], [403, 'token_too_narrow'])
    const past = await caller.post(tokens, {
      label: 'X',
      expiresAt: '2020-01-01T00:00:00Z',
    })
    assert.equal(past.status, 400)
  })

  describe('for emergencies', () => {
    it('let an admin in without single sign-on, and the audit log says so', async () => {
      const { userId, caller } = await somebody({ role: 'admin' })
      const body = { label: 'In the safe', forEmergencies: true }
      const reply = await caller.post(tokens, body)
      assert.equal(reply.status, 201)
      assert.equal(reply.body.forEmergencies, true)
      await api.rows('update member set needs_sso = true where user_id = $1', [userId])
      assert.equal((await caller.get(organization)).status, 403)

      const glass = api.withToken(reply.body.token)
      for (const path of [organization, `${organization}/members`]) {
        assert.equal((await glass.get(path)).status, 200)
      }
      const token = reply.body.id
      assert.deepEqual(await audited('emergency_token_created'), [
        { actor: userId, token, details: { label: 'In the safe' } },
      ])
      for (
        let waited = 0;
        (await audited('emergency_token_used')).length === 0;
        waited += 1
      ) {
        assert.ok(waited < 100, 'its use is in the audit log')
        await sleep(50)
      }
      assert.deepEqual(await audited('emergency_token_used'), [
        { actor: userId, token, details: {} },
      ])
    })

    it('are made by admins alone', async () => {
      const { caller } = await somebody({ role: 'create' })
      const reply = await caller.post(tokens, { label: 'X', forEmergencies: true })
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'forbidden'])
    })

    it('make no other one of their kind, and none that is vouched for', async () => {
      const { caller } = await somebody({ role: 'admin' })
      const body = { label: 'X', forEmergencies: true }
      const glass = api.withToken((await caller.post(tokens, body)).body.token)
      const another = await glass.post(tokens, body)
      assert.deepEqual(
        [another.status, another.body.error.reason],
        [403, 'token_too_narrow'],
      )
      const plain = await glass.post(tokens, { label: 'X' })
      assert.equal(plain.status, 201)
      assert.equal(plain.body.confirmedFor, undefined)
    })
  })

  describe('when confirmed', () => {
    it('work through the door from then on', async () => {
      const person = await somebody({ held: true })
      const id = await ownToken(person)
      assert.equal((await person.caller.get(organization)).status, 403)
      const reply = await person.vouched.send('POST', confirm(id))
      assert.equal(reply.status, 200)
      assert.equal(reply.body.confirmedFor, api.organization)
      await sleep(600)
      assert.equal((await person.caller.get(organization)).status, 200)
    })

    it('are by a fresh session of the provider, and by nothing else', async () => {
      const person = await somebody()
      const id = await ownToken(person)
      const byToken = await person.caller.post(confirm(id))
      assert.deepEqual(
        [byToken.status, byToken.body.error.reason],
        [403, 'sign_in_again'],
      )
      const byPlain = await person.plain.send('POST', confirm(id))
      assert.deepEqual([byPlain.status, byPlain.body.error.reason], [403, 'sso_required'])
      await api.rows(
        `update browser_session set authenticated_at = now() - interval '11 minutes'
         where account_id = $1`,
        [person.userId],
      )
      const stale = await person.vouched.send('POST', confirm(id))
      assert.deepEqual([stale.status, stale.body.error.reason], [403, 'sign_in_again'])
    })

    it("are one's own, for this organization or for all", async () => {
      const [person, other] = [await somebody(), await somebody()]
      const theirs = await ownToken(other)
      const elsewhere = await ownToken(person, api.otherOrganization)
      const refusals = await Promise.all(
        [theirs, elsewhere, nowhere].map(async (id) => {
          const reply = await person.vouched.send('POST', confirm(id))
          assert.equal(reply.status, 404)
          return String(reply.body.error.message).replaceAll(id, '…')
        }),
      )
      assert.equal(new Set(refusals).size, 1)
    })

    it('refuse the outsider and the anonymous caller', async () => {
      const { caller } = await newPerson(api, { name: 'Outsider to confirming' })
      assert.equal((await caller.post(confirm(nowhere))).status, 404)
      assert.equal((await api.anonymous().post(confirm(nowhere))).status, 401)
    })
  })
})
