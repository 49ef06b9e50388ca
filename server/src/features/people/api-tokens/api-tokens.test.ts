import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { isWellFormedToken } from '#/access/api-token.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { startApi } from '#/start/api.ts'
import { startTestApi, type TestApi, type TestReply } from '#test/test-api.ts'

import { issueToken, type NewToken } from './issue-token.ts'

const tokens = '/user/tokens'
const nowhere = '0AbsentAbsentAbsent0'

function hoursOn(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

describe('API tokens', () => {
  let api: TestApi
  let people = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  /** Someone whose only token is the one they call with. */
  async function person(limits: Partial<NewToken> = {}) {
    people += 1
    const email = `person${people}@tokens.example`
    return api.services.db.transaction(async (tx) => {
      const account = { displayName: 'Person', email, isVerified: true }
      const accountId = await createAccount(tx, account)
      const issued = await issueToken(tx, { accountId, label: 'First', ...limits })
      return {
        accountId,
        tokenId: issued.row.id,
        secret: issued.secret,
        caller: api.withToken(issued.secret),
      }
    })
  }

  async function issue(token: NewToken) {
    const { secret } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, token),
    )
    return api.withToken(secret)
  }

  it('never make one that outlives them', async () => {
    const { caller } = await person({ expiresAt: hoursOn(2) })
    for (const expiresAt of [undefined, hoursOn(3)]) {
      const { status, body } = await caller.post(tokens, { label: 'Longer', expiresAt })
      assert.deepEqual([status, body.error?.reason], [403, 'token_too_narrow'])
      assert.match(body.error.message, /cannot make one that is valid for longer/)
    }
    const shorter = await caller.post(tokens, { label: 'Shorter', expiresAt: hoursOn(1) })
    assert.equal(shorter.status, 201)
  })

  it('refuse the anonymous caller', async () => {
    const replies = await Promise.all([
      api.anonymous().get(tokens),
      api.anonymous().post(tokens, { label: 'X' }),
      api.anonymous().delete(`${tokens}/${nowhere}`),
    ])
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
  })

  describe('when created', () => {
    it('show their secret once and work at once, for reading and writing', async () => {
      const { accountId, caller } = await person()
      const reply = await caller.post(tokens, { label: 'Deploys' })

      assert.equal(reply.status, 201)
      const { token, id, createdAt, ...rest } = reply.body
      assert.deepEqual(rest, {
        object: 'user-api-token',
        label: 'Deploys',
        scopes: ['read', 'write'],
      })
      assert.equal(typeof createdAt, 'string')
      assert.ok(isWellFormedToken(token))
      assert.equal(
        reply.headers.get('location'),
        `http://lectern.test/v1/user/tokens/${id}`,
      )
      const minted = api.withToken(token)
      assert.equal((await minted.get('/user')).body.id, accountId)
      const renamed = await minted.patch(`/users/${accountId}`, { displayName: 'New' })
      assert.equal(renamed.status, 200)
    })

    it('are stored as a hash, and no list or row holds their secret', async () => {
      const { caller } = await person()
      const { body } = await caller.post(tokens, { label: 'Secret' })
      const listed = await caller.get(tokens)
      const rows = await api.rows(
        'select t::text as row from api_token t where id = $1',
        [body.id],
      )
      assert.equal(rows.length, 1)
      for (const text of [JSON.stringify(listed.body), rows[0].row]) {
        assert.ok(text.includes(body.id))
        assert.ok(!text.includes(body.token))
      }
    })

    it('can be limited in scope, organization and time', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
      const organization = api.organization
      const reply = await api
        .as('read')
        .post(tokens, { label: 'Narrow', scopes: ['read'], organization, expiresAt })

      assert.equal(reply.status, 201)
      assert.deepEqual(reply.body.scopes, ['read'])
      assert.equal(reply.body.organization, organization)
      assert.equal(reply.body.expiresAt, expiresAt)
    })

    it('must expire in the future, if at all', async () => {
      const { caller } = await person()
      const [{ now }] = await api.rows(
        `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
      )
      const refused = [
        now,
        '2020-01-01T00:00:00Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-12:00',
        'tomorrow',
      ]
      for (const expiresAt of refused) {
        const reply = await caller.post(tokens, { label: 'Late', expiresAt })
        assert.equal(reply.status, 400, expiresAt)
        assert.equal(reply.body.error.reason, 'invalid_request')
      }
      const accepted = ['2999-12-31T23:59:59.999Z', '2999-01-01T00:00:00+23:59']
      for (const expiresAt of accepted) {
        const reply = await caller.post(tokens, { label: 'Far', expiresAt })
        assert.equal(reply.status, 201, expiresAt)
        assert.equal(Date.parse(reply.body.expiresAt), Date.parse(expiresAt))
      }
    })

    it('must have a label of 1 to 50 characters and known scopes', async () => {
      const { caller } = await person()
      const bodies = [
        {},
        { label: '' },
        { label: 'x'.repeat(51) },
        { label: 'X', scopes: [] },
        { label: 'X', scopes: ['admin'] },
        { label: 'X', scopes: ['read', 'read'] },
      ]
      for (const body of bodies) {
        assert.equal((await caller.post(tokens, body)).status, 400, JSON.stringify(body))
      }
    })

    it('are for an organization of the caller: any other might as well not exist', async () => {
      const ask = async (organization: string) =>
        api.as('read').post(tokens, { label: 'X', organization })
      const hidden = await ask(api.otherOrganization)
      assert.equal(hidden.status, 404)
      assert.deepEqual(
        refusal(hidden, api.otherOrganization),
        refusal(await ask(nowhere), nowhere),
      )
    })

    it('cannot come from a token that may do less', async () => {
      const accountId = api.users.read
      const narrow = [
        await issue({ accountId, label: 'Reads', scopes: ['read'] }),
        await issue({ accountId, label: 'Bound', organizationId: api.organization }),
      ]
      for (const caller of narrow) {
        const replies = [
          await caller.post(tokens, { label: 'Wide' }),
          await caller.post(tokens, { label: 'Bound', organization: api.organization }),
        ]
        for (const { status, body } of replies) {
          assert.equal(status, 403)
          assert.equal(body.error.reason, 'token_too_narrow')
        }
      }
    })

    it('are at most a hundred per account, also when asked for at once', async () => {
      const { accountId, caller } = await person()
      await api.rows(
        `insert into api_token (hash, id, account_id, label, scopes)
         select $1 || i, $1 || i, $1, 'Filler', '{read}' from generate_series(1, 97) i`,
        [accountId],
      )
      const replies = await Promise.all(
        Array.from({ length: 5 }, async (_, index) =>
          caller.post(tokens, { label: `Rush ${index}` }),
        ),
      )

      const refused = replies.filter(({ status }) => status === 409)
      assert.equal(refused.length, 3)
      for (const { body } of refused) {
        assert.equal(body.error.reason, 'too_many_tokens')
      }
      assert.equal((await caller.get(`${tokens}?limit=0`)).body.count, 100)
    })

    it('come only once from a request repeated with its Idempotency-Key', async () => {
      const { caller } = await person()
      const create = async () =>
        caller.send('POST', tokens, { label: 'Once' }, { 'idempotency-key': 'a-key' })
      const [first, second] = [await create(), await create()]

      assert.equal(second.status, 201)
      assert.deepEqual(second.body, first.body)
      assert.equal((await caller.get(tokens)).body.count, 2)
    })
  })

  describe('when listed', () => {
    it('are the own ones, newest first, in pages', async () => {
      const { caller } = await person()
      for (const label of ['Second', 'Third', 'Fourth', 'Fifth']) {
        await caller.post(tokens, { label })
      }
      const labels: string[] = []
      let page = ''
      for (;;) {
        const { status, body } = await caller.get(`${tokens}?limit=2${page}`)
        assert.equal(status, 200)
        assert.equal(body.count, 5)
        labels.push(...body.items.map(({ label }: { label: string }) => label))
        if (body.next === undefined) break
        page = `&page=${encodeURIComponent(body.next.page)}`
      }
      assert.deepEqual(labels, ['Fifth', 'Fourth', 'Third', 'Second', 'First'])
    })

    it('answer only their count with limit=0', async () => {
      const { caller } = await person()
      assert.deepEqual((await caller.get(`${tokens}?limit=0`)).body, {
        items: [],
        count: 1,
      })
    })

    it('refuse a cursor of another list', async () => {
      const members = await api
        .as('read')
        .get(`/orgs/${api.organization}/members?limit=1`)
      const page = encodeURIComponent(members.body.next.page)
      const reply = await api.as('read').get(`${tokens}?page=${page}`)
      assert.equal(reply.body.error.reason, 'invalid_cursor')
    })

    it('hide from a token for one organization all that are not for it', async () => {
      const accountId = api.users.comment
      const organizationId = api.organization
      const bound = await issue({ accountId, label: 'Bound', organizationId })

      const { body } = await bound.get(tokens)
      assert.equal(body.count, 1)
      assert.deepEqual(
        body.items.map(({ label }: { label: string }) => label),
        ['Bound'],
      )
      assert.equal((await api.as('comment').get(tokens)).body.count, 2)
    })
  })

  describe('when revoked', () => {
    it('are refused within a second, by other processes too', async () => {
      const { caller, secret, tokenId } = await person()
      const other = await startApi(api.services.config)
      const askOther = async () => {
        const headers = { authorization: `Bearer ${secret}` }
        return (await fetch(`${other.url}/v1/user`, { headers })).status
      }
      try {
        assert.equal(await askOther(), 200)
        assert.equal((await caller.delete(`${tokens}/${tokenId}`)).status, 204)
        await new Promise((resolve) => setTimeout(resolve, 900))
        assert.equal(await askOther(), 401)
        assert.equal((await caller.get('/user')).status, 401)
      } finally {
        await other.stop()
      }
    })

    it('leave the others of the account alone', async () => {
      const { caller } = await person()
      const { body } = await caller.post(tokens, { label: 'Second' })
      assert.equal((await caller.delete(`${tokens}/${body.id}`)).status, 204)

      const listed = await caller.get(tokens)
      assert.deepEqual(
        listed.body.items.map(({ label }: { label: string }) => label),
        ['First'],
      )
    })

    it('answer the same when already gone, unknown or of somebody else, and nothing happens', async () => {
      const { tokenId, caller: owner } = await person()
      const { caller } = await person()
      const { body } = await caller.post(tokens, { label: 'Second' })
      const replies = [
        await caller.delete(`${tokens}/${body.id}`),
        await caller.delete(`${tokens}/${body.id}`),
        await caller.delete(`${tokens}/${nowhere}`),
        await caller.delete(`${tokens}/${tokenId}`),
      ]
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([204]))
      assert.equal((await owner.get(tokens)).body.count, 1)
    })

    it('cannot be by a token that may do less', async () => {
      const { accountId, tokenId } = await person()
      const reader = await issue({ accountId, label: 'Reads', scopes: ['read'] })
      const reply = await reader.delete(`${tokens}/${tokenId}`)
      assert.equal(reply.status, 403)
      assert.equal(reply.body.error.reason, 'token_too_narrow')
    })
  })
})

function refusal({ status, body }: TestReply, sent: string) {
  const { code, reason, message } = body.error
  return { status, code, reason, message: String(message).replaceAll(sent, '…') }
}
