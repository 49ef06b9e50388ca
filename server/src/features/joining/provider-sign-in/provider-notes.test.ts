import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { signIn } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { setTestFactor } from '#test/sessions/test-second-factor.ts'
import { notesOf, writeNotes } from '#test/sessions/test-sign-in-notes.ts'
import { startGitHub, type TestGitHub } from '#test/sso/test-github.ts'
import {
  begin,
  bring,
  connect,
  ownOrigin,
  pathIn,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

const methods = '/user/sign-in-methods'
const people = Object.fromEntries(
  ['ann', 'bob'].map((login, at) => [
    login,
    { user: { id: at + 1, login, name: login }, emails: [] },
  ]),
)

/** A browser goes to GitHub, where somebody agrees; gives where it is led back to. */
const comeBackAs = (login: string) => async (browser: TestBrowser) => {
  const url = `${await begin(browser, 'github')}&login=${login}`
  const asked = await fetch(url, { redirect: 'manual' })
  return (asked.headers.get('location') ?? '').slice(ownOrigin.length)
}

describe('a provider of the installation, beside what organizations have', () => {
  let api: TestApi
  let github: TestGitHub
  before(async () => {
    github = await startGitHub(people)
    const { url, clientId, clientSecret } = github
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_LINK: 'off',
      SIGN_IN_PROVIDERS: JSON.stringify([
        { kind: 'github', url, clientId, clientSecret },
      ]),
    })
  })
  beforeEach(async () => {
    await api.rows('delete from account_identity')
    await api.rows(`delete from pgboss.job where name = 'sign-in.write-note'`)
  })
  after(async () => {
    await api.stop()
    await github.stop()
  })

  const newNotesOf = async (accountId: string): Promise<TestBody[]> => {
    const former = (await notesOf(api, accountId)).length
    await writeNotes(api)
    return (await notesOf(api, accountId)).slice(former)
  }

  it('is named by audit logs, which speak of nobody where an answer proves nobody', async () => {
    const accountId = api.users.read
    await connect(api, accountId, comeBackAs('ann'))
    assert.deepEqual(await newNotesOf(accountId), [], 'connecting is no sign-in')

    const refused = openTestBrowser(api.url)
    const back = await comeBackAs('ann')(refused)
    assert.equal((await bring(refused, back.replace('code=', 'code=un'))).status, 403)
    const jobs = `select 1 from pgboss.job where name = 'sign-in.write-note'`
    assert.deepEqual(await api.rows(jobs), [])

    await api.rows('update account_identity set last_used_at = null')
    const browser = openTestBrowser(api.url)
    await bring(browser, await comeBackAs('ann')(browser))
    const used = 'select 1 from account_identity where last_used_at is not null'
    assert.equal((await api.rows(used)).length, 1)
    const [entry, ...more] = await newNotesOf(accountId)
    assert.deepEqual(more, [])
    assert.deepEqual([entry.action, entry.actor.id], ['member_signed_in', accountId])
    const { by, provider, secondFactor } = entry.details
    assert.deepEqual([by, provider, secondFactor], ['oidc', undefined, undefined])
  })

  it('is named where a code is asked for besides, right and wrong', async () => {
    const accountId = api.users.read
    await connect(api, accountId, comeBackAs('bob'))
    const { recovery } = await setTestFactor(api, accountId)
    const browser = openTestBrowser(api.url)
    const asked = await bring(browser, await comeBackAs('bob')(browser))
    const path = pathIn(asked)
    assert.match(path, /^\/~sign-in\/code/)
    assert.deepEqual(await newNotesOf(accountId), [])
    await browser.post(path, { code: '000000' })
    await browser.post(path, { code: recovery })
    const said = (await newNotesOf(accountId)).map(({ action, details }) => [
      action,
      details.by,
      details.reason ?? details.secondFactor,
    ])
    assert.deepEqual(said, [
      ['member_sign_in_refused', 'oidc', 'code_wrong'],
      ['member_signed_in', 'oidc', 'recovery-code'],
    ])
  })

  it('is the last way in where only the provider of an organization is left', async () => {
    const accountId = api.users.edit
    const ofOrganization = { id: 'acme-idp', label: 'Acme' }
    await api.rows(
      `insert into saml_provider (organization_id, id, label) values ($1, $2, $3)`,
      [api.organization, ofOrganization.id, ofOrganization.label],
    )
    for (const name of ['first name', 'second name']) {
      await api.rows(
        `insert into account_identity (provider, subject, account_id, organization_id)
         values ('saml:acme-idp', $1, $2, $3)`,
        [name, accountId, api.organization],
      )
    }
    await connect(api, accountId, comeBackAs('ann'))
    const own = await signIn(api, accountId)
    const { body } = await own.get(methods)
    const listed = body.items.map((one: TestBody) => [
      one.type,
      one.provider,
      one.knownAs,
      one.organization?.id,
      one.isRemovable,
    ])
    assert.deepEqual(listed, [
      ['provider', 'GitHub', 'ann', undefined, false],
      ['provider', 'Acme', undefined, api.organization, true],
    ])
    const [whole] = body.items
    assert.ok(Date.parse(whole.lastUsedAt) >= Date.parse(whole.createdAt))
    const last = await own.send('DELETE', `${methods}/${whole.id}`)
    assert.deepEqual(
      [last.status, last.body.error.reason],
      [409, 'sign_in_method_needed'],
    )
    assert.equal(
      (await own.send('DELETE', `${methods}/${ofOrganization.id}`)).status,
      204,
    )
    const left = await api.rows(
      'select provider from account_identity where account_id = $1',
      [accountId],
    )
    assert.deepEqual(left, [{ provider: `github:${github.url}` }])
  })
})
