import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type CommandResult, runCommand } from '#test/commands/test-command.ts'
import { send } from '#test/http/test-wire.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { displayNameOf } from './accounts.ts'

describe('accounts by command', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const run = async (...args: string[]): Promise<CommandResult> =>
    runCommand(args, {
      DATABASE_URL: api.databaseUrl,
      PUBLIC_URL: 'https://docs.example',
    })
  const createAdmin = async (email: string, ...more: string[]) =>
    run('admin', 'create', '--email', email, '--organization', 'Engines', ...more)

  const createToken = async (...more: string[]) =>
    run('token', 'create', '--email', 'admin@acme.example', ...more)

  it('makes an unverified account, an organization with it as admin, and a link', async () => {
    const { code, stdout, stderr } = await createAdmin('Ada.Lovelace@engines.example')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^https:\/\/docs\.example\/~welcome\/[\w-]{43}\n$/)

    const [account] = await api.rows(
      `select a.id, a.display_name, e.email, e.verified_at from account a
       join account_email e on e.account_id = a.id where e.email = $1`,
      ['ada.lovelace@engines.example'],
    )
    assert.equal(account.display_name, 'Ada Lovelace')
    assert.equal(account.verified_at, null)
    const members = await api.rows(
      `select m.role, m.user_id, o.title, o.hostname from organization o
       join member m on m.organization_id = o.organization_id where o.title = 'Engines'`,
    )
    assert.deepEqual(members, [
      { role: 'admin', user_id: account.id, title: 'Engines', hostname: 'engines' },
    ])
    const page = await fetch(`${api.url}${new URL(stdout.trim()).pathname}`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Ada Lovelace/)
  })

  it('makes a link that signs in to an account, and none for an address without one', async () => {
    const { code, stdout, stderr } = await run('admin', 'link', 'ADMIN@acme.example')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^https:\/\/docs\.example\/~sign-in\/link\/[\w-]{43}\n$/)
    const { pathname } = new URL(stdout.trim())
    const page = await send(api.url, 'GET', pathname, { headers: { host: ownHost } })
    assert.equal(page.status, 200)
    assert.match(page.text, /admin@acme\.example/)
    const missing = await run('admin', 'link', 'nobody@acme.example')
    assert.deepEqual([missing.code, missing.stdout], [1, ''])
    assert.match(missing.stderr, /No account has the address nobody@acme\.example/)
    for (const args of [[], ['no-address'], ['admin@acme.example', 'more']]) {
      assert.equal((await run('admin', 'link', ...args)).code, 2)
    }
  })

  it('refuses an address that has an account, says what to do, and changes nothing', async () => {
    const { code, stdout, stderr } = await createAdmin('ada.lovelace@ENGINES.example')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /already has an account\. Add --existing.*token create.*\n$/)
    const [{ count }] = await api.rows(
      `select count(*) from organization where title = 'Engines'`,
    )
    assert.equal(count, 1)
  })

  it('makes an account that is there the admin of another organization with --existing', async () => {
    const { code, stdout } = await createAdmin(
      'ada.lovelace@engines.example',
      '--existing',
    )
    assert.equal(code, 0)
    assert.match(stdout, /~welcome/)
    const [{ count }] = await api.rows(
      `select count(*) from account_membership m join account_email e using (account_id)
       where e.email = 'ada.lovelace@engines.example'`,
    )
    assert.equal(count, 2)
  })

  it('prints a token that works, alone', async () => {
    const { code, stdout, stderr } = await createToken()
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^lec_u_[0-9A-Za-z]{38}\n$/)
    const teams = `/orgs/${api.organization}/teams`
    const reply = await api.withToken(stdout.trim()).put(teams, { title: 'By token' })
    assert.equal(reply.status, 201)
  })

  it('makes a token that can only read, in one organization, for some days', async () => {
    const given = ['--read-only', '--organization', api.organization, '--days', '30']
    const { stdout } = await createToken('--label', 'Robot', ...given)
    const caller = api.withToken(stdout.trim())
    assert.equal((await caller.get(`/orgs/${api.organization}/teams`)).status, 200)
    const refused = await caller.put(`/orgs/${api.organization}/teams`, { title: 'No' })
    assert.equal(refused.status, 403)
    const [token] = await api.rows(
      `select label, scopes, organization_id, expires_at - now() > interval '29 days'
         and expires_at - now() <= interval '30 days' as expires
       from api_token where label = 'Robot'`,
    )
    assert.deepEqual(token, {
      label: 'Robot',
      scopes: ['read'],
      organization_id: api.organization,
      expires: true,
    })
  })

  it('refuses a token for an unknown address or a foreign organization', async () => {
    const unknown = await run('token', 'create', '--email', 'nobody@acme.example')
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(
      unknown.stderr,
      /No account has the address nobody@acme\.example\. Make one/,
    )
    const foreign = await createToken('--organization', api.otherOrganization)
    assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
    assert.match(foreign.stderr, /is no member of organization/)
  })

  it('takes a name from any address', () => {
    assert.equal(displayNameOf('ada.lovelace@example.com'), 'Ada Lovelace')
    assert.equal(
      displayNameOf('grace_hopper-murray+news@example.com'),
      'Grace Hopper Murray',
    )
    assert.equal(displayNameOf('___@example.com'), '___@example.com')
    assert.equal(displayNameOf(`${'x'.repeat(64)}y@example.com`).length, 64)
  })
})
