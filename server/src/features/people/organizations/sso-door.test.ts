import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'

import { newPerson } from '#test/members/test-members.ts'
import { signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi, type TestCaller } from '#test/test-api.ts'

import { noteSsoProvided } from './note-sso-provided.ts'

describe('the door of an organization with single sign-on', () => {
  let api: TestApi
  let organizationId: string
  let organization: string
  let spaceId: string
  let people = 0
  before(async () => {
    api = await startTestApi()
    organizationId = api.organization
    organization = `/orgs/${organizationId}`
    const made = await api.as('admin').post(`${organization}/spaces`, { title: 'Inside' })
    spaceId = made.body.id
  })
  after(async () => api.stop())
  beforeEach(async () => {
    await api.rows('update organization set sso = false where organization_id = $1', [
      organizationId,
    ])
    await provide(true)
  })

  async function provide(isProvided: boolean): Promise<void> {
    await api.services.db.transaction(async (tx) =>
      noteSsoProvided(tx, { organizationId, isProvided }),
    )
  }

  async function enforce(sso: boolean): Promise<void> {
    await api.rows('update organization set sso = $2 where organization_id = $1', [
      organizationId,
      sso,
    ])
    await provide(true)
  }

  /** Somebody with a token that nothing vouches for. */
  async function somebody(role: 'admin' | 'read' = 'read') {
    people += 1
    return newPerson(api, { name: `Somebody ${people}`, role })
  }

  /** A token of the account that its organization has confirmed, or one for emergencies. */
  async function special(
    accountId: string,
    kind: 'confirmed' | 'emergency',
    of = organizationId,
  ): Promise<TestCaller> {
    const { secret, row } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId, label: 'Special', organizationId: of }),
    )
    const column =
      kind === 'confirmed' ? 'proven_for = organization_id' : 'breaks_glass = true'
    await api.rows(`update api_token set ${column} where id = $1`, [row.id])
    return api.withToken(secret)
  }

  /** What a caller hears at places that different statements judge. */
  async function heard(caller: TestCaller): Promise<string[]> {
    const paths = [
      organization,
      `${organization}/members`,
      `${organization}/members/${api.users.read}`,
      `${organization}/teams`,
      `${organization}/spaces`,
      `${organization}/search?query=inside`,
      `${organization}/sites`,
      `${organization}/collections`,
      `/spaces/${spaceId}`,
      `/spaces/${spaceId}/content`,
      `/spaces/${spaceId}/content/pages`,
      `/spaces/${spaceId}/change-requests`,
      `/spaces/${spaceId}/comments`,
      `/spaces/${spaceId}/permissions/aggregate`,
    ]
    const replies = await Promise.all(paths.map(async (path) => caller.get(path)))
    return [
      ...new Set(replies.map(({ status, body }) => `${status} ${body.error?.reason}`)),
    ]
  }

  const open = ['200 undefined']
  const held = ['403 sso_required']

  it('is open to all where nothing is enforced', async () => {
    const { caller } = await somebody()
    assert.deepEqual(await heard(caller), open)
  })

  it('keeps out whom nothing vouches for, and says where to go', async () => {
    const { caller } = await somebody()
    await enforce(true)
    assert.deepEqual(await heard(caller), held)
    const { body } = await caller.get(organization)
    assert.match(body.error.message, new RegExp(`/sso/${organizationId}`))
  })

  it('lets a change through as little as a read', async () => {
    const { caller } = await somebody('admin')
    await enforce(true)
    const replies = await Promise.all([
      caller.patch(organization, { title: 'Mine' }),
      caller.post(`${organization}/spaces`, { title: 'Mine' }),
      caller.delete(`/spaces/${spaceId}`),
      caller.send('PUT', `${organization}/teams`, { title: 'Mine' }),
      caller.post(`${organization}/ping`),
    ])
    for (const { status, body } of replies) {
      assert.deepEqual([status, body.error?.reason], [403, 'sso_required'])
    }
  })

  it('keeps out the one member who must use it, and nobody else', async () => {
    const [one, other] = [await somebody('admin'), await somebody()]
    const marked = await api.as('admin').post(`${organization}/members/${one.userId}/sso`)
    assert.equal(marked.status, 200)
    assert.deepEqual(await heard(one.caller), held)
    assert.deepEqual(await heard(other.caller), open)
  })

  it('keeps nobody out of their other organizations', async () => {
    const { userId, caller } = await somebody()
    const elsewhere = api.otherOrganization
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { organizationId: elsewhere, userId, role: 'read', sso: false }),
    )
    await enforce(true)
    assert.equal((await caller.get(`/orgs/${elsewhere}`)).status, 200)
    assert.equal((await caller.get('/user')).status, 200)
    const { body } = await caller.get('/orgs')
    assert.deepEqual(
      body.items.map(({ id }: { id: string }) => id),
      [elsewhere],
    )
  })

  it('lets in a token that this organization has confirmed, not one of another', async () => {
    const { userId } = await somebody()
    await api.services.db.transaction(async (tx) =>
      addMember(tx, {
        organizationId: api.otherOrganization,
        userId,
        role: 'read',
        sso: false,
      }),
    )
    await enforce(true)
    assert.deepEqual(await heard(await special(userId, 'confirmed')), open)

    const { secret, row } = await api.services.db.transaction(async (tx) =>
      issueToken(tx, { accountId: userId, label: 'Elsewhere' }),
    )
    await api.rows('update api_token set proven_for = $2 where id = $1', [
      row.id,
      api.otherOrganization,
    ])
    assert.deepEqual(await heard(api.withToken(secret)), held)
  })

  it('lets in a session that its provider vouches for, not one made in another way', async () => {
    const { userId } = await somebody()
    await enforce(true)
    const plain = await signIn(api, userId)
    const bound = await signIn(api, userId, { organizationId })
    assert.equal((await bound.get(organization)).status, 200)
    assert.equal((await plain.get(organization)).status, 403)
  })

  it('lets in a token for emergencies while its owner is an admin', async () => {
    const { userId } = await somebody('admin')
    await enforce(true)
    const caller = await special(userId, 'emergency')
    assert.deepEqual(await heard(caller), open)
    await api.rows(`update member set role = 'create' where user_id = $1`, [userId])
    assert.deepEqual(await heard(caller), held)
  })

  it('lets nobody back in by what they had before they were removed', async () => {
    const { userId } = await somebody('admin')
    const callers = [
      await special(userId, 'confirmed'),
      await special(userId, 'emergency'),
    ]
    const session = await signIn(api, userId, { organizationId })
    const path = `${organization}/members/${userId}`
    assert.equal((await api.as('admin').delete(path)).status, 204)
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { organizationId, userId, role: 'admin', sso: false }),
    )
    assert.deepEqual(await heard(callers[0] ?? api.anonymous()), open)
    await enforce(true)
    for (const caller of callers) assert.deepEqual(await heard(caller), held)
    await untilEnded(session)
  })

  it('is opened in a browser only by who has just signed in', async () => {
    const { userId } = await somebody('admin')
    await enforce(true)
    const session = await signIn(api, userId, { organizationId })
    await api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes'
       where id = $1`,
      [session.id],
    )
    for (const body of [{ sso: false }, { emailDomains: ['mine.example'] }]) {
      const reply = await session.send('PATCH', organization, body)
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [403, 'sign_in_again'],
        JSON.stringify(body),
      )
    }
    const titled = await session.send('PATCH', organization, { title: 'Renamed' })
    assert.equal(titled.status, 200)
  })

  it('holds who joins later, and lets all go when no provider is left', async () => {
    await enforce(true)
    const { caller } = await somebody()
    assert.deepEqual(await heard(caller), held)
    await provide(false)
    assert.deepEqual(await heard(caller), open)
  })

  it('gives an answer of before to nobody whom it keeps out now', async () => {
    const { caller } = await somebody('admin')
    const create = async () =>
      caller.send(
        'PUT',
        `${organization}/teams`,
        { title: 'Once' },
        { 'idempotency-key': 'door' },
      )
    assert.equal((await create()).status, 201)
    assert.equal((await create()).status, 201)
    await enforce(true)
    const { status, body } = await create()
    assert.deepEqual([status, body.error?.reason], [403, 'sso_required'])
  })

  describe('is closed', () => {
    const change = { sso: true }

    it('only where a provider is active', async () => {
      await provide(false)
      const { body } = await api.as('admin').patch(organization, change)
      assert.equal(body.error.reason, 'no_active_sso_provider')
    })

    it('only by an admin who would still come in', async () => {
      const { userId, caller } = await somebody('admin')
      const { status, body } = await caller.patch(organization, change)
      assert.deepEqual([status, body.error?.reason], [409, 'sso_untried'])

      for (const kind of ['confirmed', 'emergency'] as const) {
        const trusted = await special(userId, kind)
        assert.equal((await trusted.patch(organization, change)).status, 200, kind)
        assert.deepEqual(await heard(caller), held)
        assert.deepEqual(await heard(trusted), open)
        assert.equal((await trusted.patch(organization, { sso: false })).status, 200)
        assert.deepEqual(await heard(caller), open)
      }
    })

    it('by no admin to themselves', async () => {
      const { userId, caller } = await somebody('admin')
      const path = `${organization}/members/${userId}/sso`
      const { status, body } = await caller.post(path)
      assert.deepEqual([status, body.error?.reason], [403, 'sso_required'])
      assert.deepEqual(await heard(caller), open)
    })
  })
})
