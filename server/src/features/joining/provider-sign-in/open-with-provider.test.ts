import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { maySignUp } from '#/features/joining/sign-in/public.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestIssuer, type TestIssuer } from '#test/sso/test-issuer.ts'
import { begin, bring, isSignedIn, pathIn } from '#test/sso/test-provider-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const invited = 'invited@elsewhere.example'

describe('opening an account by oneself', () => {
  let api: TestApi
  let issuer: TestIssuer
  let worker: RunningWorker
  let people = 0
  before(async () => {
    issuer = await startTestIssuer()
    const { clientId, clientSecret } = issuer
    const entry = {
      kind: 'oidc',
      id: 'one',
      issuer: issuer.issuer,
      clientId,
      clientSecret,
    }
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8',
      SIGN_IN_PROVIDERS: JSON.stringify([{ ...entry, trustsEmail: true }]),
      SIGN_UP: 'domains',
    })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    for (const [domain, proven] of [
      ['acme.example', 'now()'],
      ['unproven.example', 'null'],
    ]) {
      await api.rows(
        `insert into email_domain (domain, organization_id, proven_at)
         values ($1, $2, ${proven})`,
        [domain, api.organization],
      )
    }
    await api.rows(
      `insert into welcome_link (secret_hash, email, organization_id, invite_id, expires_at)
       values ('x', $1, $2, 'y', now() + interval '1 day'),
         ('z', 'late@elsewhere.example', $2, 'y', now() - interval '1 day')`,
      [invited, api.organization],
    )
  })
  beforeEach(async () => {
    await api.rows('delete from sign_in_attempt')
    await api.rows('delete from mail_count')
  })
  after(async () => {
    await worker.stop()
    await api.stop()
    await issuer.stop()
  })

  function newcomer(): string {
    people += 1
    return `newcomer${people}@acme.example`
  }

  /** Asks for a mail, and gives the address of the link in it. */
  async function mailed(browser: TestBrowser, email: string, to = ''): Promise<string> {
    const former = (await mailsIn(api.mailFolder, 0)).length
    await browser.post('/~sign-in/mail', { email, to })
    const mail = (await mailsIn(api.mailFolder, former + 1)).at(-1)
    assert.equal(mail?.to, email)
    return `${mail.link.pathname}${mail.link.search}`
  }

  async function accountOf(email: string): Promise<unknown> {
    const [row] = await api.rows(
      `select e.account_id, e.verified_at is not null as is_verified, a.display_name
       from account_email e join account a on a.id = e.account_id where e.email = $1`,
      [email],
    )
    return row
  }

  it('is for whom the setting names', async () => {
    const taken = (await api.rows('select email from account_email limit 1'))[0].email
    const expected = {
      off: [false, false, false, false, false, false],
      invited: [false, true, false, false, false, false],
      domains: [false, true, false, true, false, false],
      on: [false, true, true, true, true, true],
    }
    const addresses = [
      taken,
      invited,
      'late@elsewhere.example',
      'ann@acme.example',
      'ann@unproven.example',
      'ann@sub.acme.example',
    ]
    for (const mode of ['off', 'invited', 'domains', 'on'] as const) {
      const answers = []
      for (const email of addresses) {
        answers.push(await maySignUp(api.services.db, { SIGN_UP: mode }, email))
      }
      assert.deepEqual(answers, expected[mode], mode)
    }
  })

  it('goes by a mailed link, in the browser that asked, once', async () => {
    const email = newcomer()
    const browser = openTestBrowser(api.url)
    const link = await mailed(browser, email, '/o/acme')
    const stranger = openTestBrowser(api.url)
    await stranger.post('/~sign-in/mail', { email: 'nobody@nowhere.example' })
    for (const other of [stranger, openTestBrowser(api.url)]) {
      assert.equal((await other.get(link)).status, 404)
      assert.equal((await other.post(link, { displayName: 'X' })).status, 404)
    }
    const shown = await browser.get(link)
    assert.ok(shown.text.includes(email))
    assert.equal(await accountOf(email), undefined, 'looking opens nothing')
    assert.equal((await browser.post(link, { displayName: ' ' })).status, 400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const forged = await browser.post(link, { displayName: 'Ann' }, foreign)
    assert.equal(forged.status, 403)
    const opened = await browser.post(link, { displayName: 'Ann Archer' })
    assert.equal(pathIn(opened), '/o/acme')
    const { body } = await browser.session('').get('/user')
    assert.deepEqual(await accountOf(email), {
      account_id: body.id,
      is_verified: true,
      display_name: 'Ann Archer',
    })
    assert.equal((await browser.get(link)).status, 404)
    assert.equal((await browser.post(link, { displayName: 'Ann' })).status, 404)
  })

  it('refuses links that are made up, changed or too old', async () => {
    const browser = openTestBrowser(api.url)
    const link = await mailed(browser, newcomer())
    const { sealer } = api.services
    const sealed = (content: unknown, purpose: string) =>
      `/~sign-in/open?${new URLSearchParams({ link: sealer.seal(JSON.stringify(content), purpose) }).toString()}`
    const wrong = [
      '/~sign-in/open',
      '/~sign-in/open?link=x',
      `${link}x`,
      link.replace(/.(?=$)/, (last) => (last === 'A' ? 'B' : 'A')),
      sealed(['ann@acme.example', 'no flow', Date.now() + 60_000], 'sign-up link'),
      sealed(['ann@acme.example', 'no flow', 0], 'another purpose'),
    ]
    for (const path of wrong) {
      assert.equal((await browser.get(path)).status, 404, path)
      assert.equal((await browser.post(path, { displayName: 'A' })).status, 404, path)
    }
  })

  it('is answered alike for every address', async () => {
    const texts = []
    for (const email of [newcomer(), 'nobody@nowhere.example', 'ada@lectern.example']) {
      const browser = openTestBrowser(api.url)
      const { status, text, headers } = await browser.post('/~sign-in/mail', { email })
      texts.push(JSON.stringify([status, text, headers['content-length']]))
    }
    assert.equal(new Set(texts).size, 1)
  })

  it('goes by an address that a provider proves, and leads in with it from then on', async () => {
    const email = newcomer()
    const said = { sub: email, email, email_verified: true, name: 'Bea' }
    issuer.says = (nonce) => ({ claims: issuer.claims(nonce, said) })
    const browser = openTestBrowser(api.url)
    const waiting = pathIn(
      await bring(browser, issuer.answer(await begin(browser, 'one'))),
    )
    const shown = await browser.get(waiting)
    assert.match(shown.text, /Open an account/)
    assert.equal(await accountOf(email), undefined)
    assert.equal(
      (await openTestBrowser(api.url).post(waiting, { open: '1' })).status,
      403,
    )
    assert.equal((await browser.post(waiting, { open: '1' })).status, 303)
    const { body } = await browser.session('').get('/user')
    assert.deepEqual([body.email, body.displayName], [email, 'Bea'])
    assert.equal((await browser.post(waiting, { open: '1' })).status, 403)
    const again = openTestBrowser(api.url)
    await bring(again, issuer.answer(await begin(again, 'one')))
    assert.equal((await again.session('').get('/user')).body.id, body.id)
  })

  it('goes by no address that is not proven, not named by the setting, or has an account', async () => {
    const taken = newcomer()
    const owner = openTestBrowser(api.url)
    await owner.post(await mailed(owner, taken), { displayName: 'Owner' })
    for (const more of [
      { email: newcomer(), email_verified: false },
      { email: newcomer(), email_verified: 'true' },
      { email: newcomer() },
      { email: 'ann@elsewhere.example', email_verified: true },
      { email: taken, email_verified: true },
    ]) {
      const said = { sub: `stranger ${more.email}`, name: 'Cy', ...more }
      issuer.says = (nonce) => ({ claims: issuer.claims(nonce, said) })
      const browser = openTestBrowser(api.url)
      const waiting = pathIn(
        await bring(browser, issuer.answer(await begin(browser, 'one'))),
      )
      assert.doesNotMatch((await browser.get(waiting)).text, /Open an account/)
      const reply = await browser.post(waiting, { open: '1' })
      assert.equal(reply.status, 200)
      assert.equal(isSignedIn(browser), false, JSON.stringify(more))
      const joined = await api.rows('select 1 from account_identity where subject = $1', [
        said.sub,
      ])
      assert.deepEqual(joined, [])
    }
  })
})
