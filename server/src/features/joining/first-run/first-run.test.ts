import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

import { createAccount } from '#/features/people/users/public.ts'
import { type EmptyApi, startEmptyApi } from '#test/first-run/test-empty-api.ts'
import { type ApiProcess, startApiProcess } from '#test/logging/test-api-process.ts'
import { sessionAt } from '#test/sessions/test-browser-session.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { announceFirstRun } from './announce-first-run.ts'

const person = {
  displayName: 'Ada',
  email: 'Ada@Engines.example',
  organizationTitle: 'Engines',
}

async function secretFor(api: EmptyApi): Promise<string> {
  return (await api.link()).slice('/~first-run/'.length)
}

describe('the first run over the API', () => {
  let api: EmptyApi
  beforeEach(async () => {
    api = await startEmptyApi()
  })
  afterEach(async () => api.stop())

  async function counts() {
    const [row] = await api.rows(
      `select (select count(*)::int from account) as accounts,
        (select count(*)::int from organization) as organizations,
        (select count(*)::int from browser_session) as sessions`,
    )
    return row
  }

  it('makes the account and its organization, and signs the browser in, once', async () => {
    assert.deepEqual((await api.get()).body, { object: 'first-run', isOpen: true })
    const secret = await secretFor(api)
    const made = await api.complete({ secret, ...person })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { user, organization } = made.body
    assert.deepEqual(made.body, {
      object: 'completed-first-run',
      user,
      organization,
      isSignedIn: true,
    })
    const [cookie = ''] = made.cookies
    assert.match(cookie, /^__Host-lectern=lec_s_[^;]+; Max-Age=\d+; Path=\/; HttpOnly/)
    const session = sessionAt(api.url, {
      id: '',
      accountId: user,
      cookie: cookie.split(';')[0] ?? '',
    })
    const me = await session.get('/user')
    assert.deepEqual([me.body.displayName, me.body.email], ['Ada', 'ada@engines.example'])
    const found = await session.get(`/orgs/${organization}`)
    assert.deepEqual([found.body.title, found.body.permissions.admin], ['Engines', true])
    const audited = await api.rows('select action, actor_id from audit_event')
    assert.deepEqual(audited, [{ action: 'organization_created', actor_id: user }])

    assert.deepEqual((await api.get()).body, { object: 'first-run', isOpen: false })
    for (const given of [secret, 'wrong']) {
      const again = await api.complete({ secret: given, ...person, email: 'b@b.example' })
      assert.deepEqual([again.status, again.body.error.reason], [404, 'first_run_over'])
    }
    assert.deepEqual(await counts(), { accounts: 1, organizations: 1, sessions: 1 })
  })

  it('lets one of many win who come at once', async () => {
    const secret = await secretFor(api)
    const replies = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        api.complete({ secret, ...person, email: `ada${index}@engines.example` }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 404, 404, 404, 404, 404],
    )
    assert.deepEqual(await counts(), { accounts: 1, organizations: 1, sessions: 1 })
  })

  it('signs nobody in for another page or a program, which get the account all the same', async () => {
    const secret = await secretFor(api)
    const made = await api.complete(
      { secret, ...person },
      { 'sec-fetch-site': 'cross-site' },
    )
    assert.deepEqual([made.status, made.body.isSignedIn, made.cookies], [201, false, []])
    assert.deepEqual(await counts(), { accounts: 1, organizations: 1, sessions: 0 })
  })

  it('refuses wrong, former and late secrets, and bodies that it does not understand', async () => {
    const secret = await secretFor(api)
    const flipped = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`
    const late = await startEmptyApi()
    const others = [await secretFor(late), flipped, 'x', `${secret}x`]
    await late.stop()
    for (const other of others) {
      const reply = await api.complete({ secret: other, ...person })
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [403, 'first_run_secret_wrong'],
      )
    }
    for (const wrong of [
      { ...person, email: 'nobody' },
      { ...person, displayName: '' },
      { ...person, organizationTitle: 'x' },
      { displayName: 'Ada' },
    ]) {
      assert.equal((await api.complete({ secret, ...wrong })).status, 400)
    }
    await api.rows(`update first_run set issued_at = now() - interval '1 day'`)
    assert.equal((await api.complete({ secret, ...person })).status, 403)
    assert.deepEqual((await api.get()).body.isOpen, true)
    await announceFirstRun(api.services)
    assert.equal((await api.complete({ secret, ...person })).status, 403)
    const next = await secretFor(api)
    assert.equal((await api.complete({ secret: next, ...person })).status, 201)
  })

  it('is over for ever once there was an account, however it was made', async () => {
    const secret = await secretFor(api)
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'X', email: 'x@x.example', isVerified: false }),
    )
    const refused = async () => {
      assert.equal((await api.get()).body.isOpen, false)
      const { status, body } = await api.complete({ secret, ...person })
      assert.deepEqual([status, body.error.reason], [404, 'first_run_over'])
    }
    await refused()
    await announceFirstRun(api.services)
    await api.rows('delete from account where id = $1', [accountId])
    await refused()
  })

  it('counts wrong secrets for the network address, and refuses more, but not the right one', async () => {
    await api.stop()
    api = await startEmptyApi({ SIGN_IN_LIMIT_ADDRESS: '2' })
    const secret = await secretFor(api)
    for (const expected of [403, 403, 429]) {
      const { status } = await api.complete({ secret: 'guess', ...person })
      assert.equal(status, expected)
    }
    const { body } = await api.complete({ secret: 'guess', ...person })
    assert.equal(body.error.reason, 'rate_limited')
    assert.equal((await api.complete({ secret, ...person })).status, 201)
  })
})

describe('the link of the first run', () => {
  it('is logged by every process that starts without accounts, the same, and stored nowhere', async () => {
    const api = await startEmptyApi()
    const link = await api.link()
    const secret = await secretFor(api)
    const processes = await Promise.all(
      [1, 2].map(async () => startApiProcess(api.environment)),
    )
    try {
      for (const process of processes) {
        const lines = await untilLogged(() => logged(process))
        assert.equal(lines.length, 1)
        assert.equal(JSON.parse(lines[0] ?? '').url, `http://lectern.test${link}`)
      }
      const [stored] = await api.rows('select * from first_run')
      assert.ok(!JSON.stringify(stored).includes(secret.slice(-20)))
      // A request with the secret leaves it in no line of its own.
      const [process] = processes
      assert.ok(process)
      const length = process.output().length
      const reply = await fetch(process.url + link)
      assert.equal(reply.status, 200)
      await untilLogged(() => process.output().slice(length).match(/.+/g) ?? [])
      assert.ok(!process.output().slice(length).includes(secret))
    } finally {
      await Promise.all(processes.map(async (process) => process.stop()))
    }
    assert.equal((await api.complete({ secret, ...person })).status, 201)
    const later = await startApiProcess(api.environment)
    await untilLogged(() => later.output().match(/api listens/g) ?? [])
    await later.stop()
    assert.deepEqual(logged(later), [])
    await api.stop()
  })
})

describe('a server with accounts', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('has no first run, for nobody who asks', async () => {
    for (const caller of [api.anonymous(), api.as('admin'), api.as('outsider')]) {
      const { status, body } = await caller.get('/first-run')
      assert.deepEqual([status, body.isOpen], [200, false])
      const reply = await caller.post('/first-run', { secret: 'x', ...person })
      assert.deepEqual([reply.status, reply.body.error.reason], [404, 'first_run_over'])
    }
  })
})

/** The lines of a process that say where the first account is made. */
function logged(process: ApiProcess): string[] {
  return process
    .output()
    .split('\n')
    .filter((line) => line.includes('nobody has an account yet'))
}

async function untilLogged<Line>(lines: () => readonly Line[]): Promise<readonly Line[]> {
  for (let attempt = 0; attempt < 100 && lines().length === 0; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.ok(lines().length > 0, 'nothing was logged within 10 seconds')
  return lines()
}
