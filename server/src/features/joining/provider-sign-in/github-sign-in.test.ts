import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startGitHub, type TestGitHub } from '#test/sso/test-github.ts'
import {
  begin,
  bring,
  connect,
  isSignedIn,
  newAccount,
  ownOrigin,
  pathIn,
} from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const people = {
  octo: {
    user: { id: 583_231, login: 'octo', name: 'Octo Cat' },
    emails: [
      { email: 'second@octo.example', primary: false, verified: true },
      { email: 'Octo@octo.example', primary: true, verified: true },
    ],
  },
  shy: {
    user: { id: 7, login: 'shy', name: null },
    emails: [{ email: 'ann@lectern.example', primary: true, verified: false }],
  },
  odd: { user: { id: '7', login: 'odd' }, emails: [] },
}

/** A browser goes to GitHub, where somebody agrees; gives where it is led back to. */
const comeBackAs =
  (login: string, id = 'github') =>
  async (browser: TestBrowser) => {
    const asked = await fetch(`${await begin(browser, id)}&login=${login}`, {
      redirect: 'manual',
    })
    return (asked.headers.get('location') ?? '').slice(ownOrigin.length)
  }

describe('signing in with GitHub', () => {
  let api: TestApi
  let hosts: TestGitHub[] = []
  let url: string
  before(async () => {
    hosts = await Promise.all([startGitHub(people), startGitHub(people)])
    const entries = hosts.map(({ url: at, clientId, clientSecret }) => ({
      kind: 'github',
      url: at,
      clientId,
      clientSecret,
      trustsEmail: true,
    }))
    url = entries[0]?.url ?? ''
    const [right, wrong] = entries
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([
        right,
        { ...wrong, id: 'wrong', clientSecret: 'another' },
      ]),
    })
  })
  after(async () => {
    await api.stop()
    for (const each of hosts) await each.stop()
  })

  it('connects by the number of the account there, and signs in', async () => {
    const { accountId } = await newAccount(api)
    await connect(api, accountId, comeBackAs('octo'))
    const rows = await api.rows(
      'select provider, subject, known_as from account_identity where account_id = $1',
      [accountId],
    )
    const known_as = 'octo@octo.example'
    assert.deepEqual(rows, [{ provider: `github:${url}`, subject: '583231', known_as }])
    const browser = openTestBrowser(api.url)
    assert.equal(
      pathIn(await bring(browser, await comeBackAs('octo')(browser))),
      '/~sign-in',
    )
    assert.equal((await browser.session('').get('/user')).body.id, accountId)
  })

  it('believes no address that GitHub has not verified', async () => {
    const browser = openTestBrowser(api.url)
    const waiting = pathIn(await bring(browser, await comeBackAs('shy')(browser)))
    assert.match((await browser.get(waiting)).text, /you are <strong>shy<\/strong>/)
    assert.deepEqual(
      await api.rows(`select proven_email from waiting_identity where subject = '7'`),
      [{ proven_email: null }],
    )
    assert.equal(isSignedIn(browser), false)
  })

  it('is refused for whom GitHub gives no number, and for a code that was used', async () => {
    const browser = openTestBrowser(api.url)
    const odd = await bring(browser, await comeBackAs('odd')(browser))
    assert.equal(odd.status, 403)
    const back = await comeBackAs('octo')(browser)
    assert.equal((await bring(browser, back)).status, 303)
    const next = new URL(await begin(browser, 'github')).searchParams.get('state') ?? ''
    const replayed = back.replace(/state=[\w-]+/, `state=${next}`)
    assert.equal((await bring(browser, replayed)).status, 403)
  })

  it('says so when the client secret is wrong', async () => {
    const browser = openTestBrowser(api.url)
    const { status, text } = await bring(
      browser,
      await comeBackAs('octo', 'wrong')(browser),
    )
    assert.equal(status, 503)
    assert.match(text, /client id or secret is wrong/)
  })
})
