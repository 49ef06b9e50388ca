import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  createAccountLink,
  hashSecret,
  newSecret,
} from '#/features/joining/welcome-links/public.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { createSignInLink } from './sign-in-links.ts'

describe('the first mail that the owner of an address opens', () => {
  let api: TestApi
  let people = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  /** An account that somebody else made, with all that lets them in. */
  async function account(isVerified: boolean) {
    people += 1
    const email = `person${people}@proof.example`
    const { organization: organizationId } = api
    const accountId = await api.services.db.transaction(async (tx) => {
      const id = await createAccount(tx, { displayName: 'Ann', email, isVerified })
      await issueToken(tx, { accountId: id, label: 'bound', organizationId })
      await issueToken(tx, { accountId: id, label: 'own' })
      return id
    })
    await api.rows(
      `insert into account_identity (provider, subject, account_id)
       values ('saml:somebody', $1, $1)`,
      [accountId],
    )
    await api.rows('insert into known_device (hash, account_id) values ($1, $2)', [
      'a'.repeat(64),
      accountId,
    ])
    const bound = await signIn(api, accountId, { organizationId, way: 'saml' })
    return { accountId, email, bound }
  }

  /** What an account has, by numbers: identities, sessions of organizations, their tokens, others, browsers. */
  async function left(accountId: string): Promise<unknown[]> {
    const [row] = await api.rows(
      `select (select count(*) from account_identity where account_id = $1)::int as a,
         (select count(*) from browser_session
          where account_id = $1 and organization_id is not null)::int as b,
         (select count(*) from api_token
          where account_id = $1 and organization_id is not null)::int as c,
         (select count(*) from api_token
          where account_id = $1 and organization_id is null)::int as d,
         (select count(*) from known_device
          where account_id = $1 and hash = repeat('a', 64))::int as e`,
      [accountId],
    )
    return Object.values(row)
  }

  async function open(accountId: string, isMailed: boolean) {
    const browser = openTestBrowser(api.url)
    const secret = newSecret()
    browser.take('__Host-lectern-flow', secret)
    const flowHash = isMailed ? hashSecret(secret) : undefined
    const path = await api.services.db.transaction(async (tx) =>
      createSignInLink(tx, { accountId, flowHash }),
    )
    assert.equal((await browser.post(path)).status, 303)
    return browser.session(accountId)
  }

  it('takes away what let others in, and lets the owner in', async () => {
    const { accountId, email, bound } = await account(false)
    assert.deepEqual(await left(accountId), [1, 1, 1, 1, 1])
    const own = await open(accountId, true)
    assert.deepEqual(await left(accountId), [0, 0, 0, 1, 0])
    await untilEnded(bound)
    assert.equal((await own.get('/user')).body.id, accountId)
    const [address] = await api.rows(
      'select verified_at is not null as is_verified from account_email where email = $1',
      [email],
    )
    assert.deepEqual(address, { is_verified: true })
  })

  it('takes away a link where somebody else was to take the account over', async () => {
    const { accountId, email } = await account(false)
    const link = await api.services.db.transaction(async (tx) =>
      createAccountLink(tx, { accountId, email }),
    )
    await open(accountId, true)
    const stranger = openTestBrowser(api.url)
    assert.equal((await stranger.post(link, { displayName: 'Eve' })).status, 404)
    assert.equal(stranger.cookies(), '')
  })

  it('takes nothing away later, nor does a link of the operator', async () => {
    const verified = await account(true)
    await open(verified.accountId, true)
    assert.deepEqual(await left(verified.accountId), [1, 1, 1, 1, 1])
    const given = await account(false)
    await open(given.accountId, false)
    assert.deepEqual(await left(given.accountId), [1, 1, 1, 1, 1])
  })

  it('says nothing of accounts with several addresses: which was written to is not known', async () => {
    const { accountId } = await account(false)
    await api.rows('insert into account_email (email, account_id) values ($1, $2)', [
      'second@proof.example',
      accountId,
    ])
    await open(accountId, true)
    assert.deepEqual(await left(accountId), [1, 1, 1, 1, 1])
  })
})
