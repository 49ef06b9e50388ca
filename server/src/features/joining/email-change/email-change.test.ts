import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  emailChangePath,
  type EmailChanges,
  openEmailChanges,
} from '#test/email-change/test-email-change.ts'
import { signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'

const crossSite = { 'sec-fetch-site': 'cross-site' }

describe('the change of the mail address of an account', () => {
  let changes: EmailChanges
  before(async () => {
    changes = await openEmailChanges()
  })
  beforeEach(async () => {
    await changes.api.rows('delete from mail_count')
  })
  after(async () => changes.stop())

  it('is made when both addresses are confirmed, in whatever order, and both are told', async () => {
    for (const order of [
      ['email', 'wanted'],
      ['wanted', 'email'],
    ] as const) {
      const ann = await changes.signedIn()
      const other = await signIn(changes.api, ann.accountId)
      const [{ version }] = await changes.api.rows(
        'select version from account where id = $1',
        [ann.accountId],
      )
      const asked = await changes.request(ann, ann.wanted.toUpperCase())
      assert.equal(asked.status, 200)
      const { expiresAt, ...said } = asked.body
      assert.deepEqual(said, {
        object: 'email-change',
        isPending: true,
        formerEmail: 'a…@former.example',
        newEmail: 'a…@new.example',
        isFormerConfirmed: false,
        isNewConfirmed: false,
      })
      const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
      assert.ok(hours > 23 && hours <= 24)

      const first = await changes.linkTo(ann[order[0]])
      assert.match((await ann.browser.post(first)).text, /This address is confirmed/)
      assert.equal(await changes.emailOf(ann), ann.email)
      const isFormer = order[0] === 'email'
      const { body } = await ann.session.get(emailChangePath)
      assert.deepEqual(
        [body.isPending, body.isFormerConfirmed, body.isNewConfirmed],
        [true, isFormer, !isFormer],
      )

      const done = await ann.browser.post(await changes.linkTo(ann[order[1]]))
      assert.equal(done.status, 200)
      assert.match(done.text, /Your mail address has changed/)
      const stored = await changes.api.rows(
        `select a.email, a.version, e.email as primary, e.verified_at is not null as verified
         from account a join account_email e on e.account_id = a.id where a.id = $1`,
        [ann.accountId],
      )
      const { wanted } = ann
      const expected = { email: wanted, primary: wanted, version: version + 1 }
      assert.deepEqual(stored, [{ ...expected, verified: true }])
      await untilEnded(other)
      await untilEnded(ann.session)
      const renewed = ann.browser.session(ann.accountId)
      assert.equal((await renewed.get('/user')).body.email, wanted)
      assert.deepEqual((await renewed.get(emailChangePath)).body, {
        object: 'email-change',
        isPending: false,
      })
      for (const told of [ann.email, wanted]) {
        assert.match(
          (await changes.mailTo(told, 1)).subject,
          /address of your account was changed/,
        )
      }
      assert.match((await changes.mailTo(ann.email, 1)).text, /“a…@⁠?new\.⁠?example”/u)
    }
  })

  it('is confirmed by no program that opens the links', async () => {
    const ann = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const links = [
      await changes.linkTo(ann.email),
      await changes.linkTo(ann.wanted),
      await changes.withdrawLinkTo(ann.email),
    ]
    for (const link of links) {
      assert.equal((await ann.browser.get(link)).status, 200)
    }
    const { body } = await ann.session.get(emailChangePath)
    assert.deepEqual(
      [body.isPending, body.isFormerConfirmed, body.isNewConfirmed],
      [true, false, false],
    )
  })

  it('is confirmed only in a browser that is signed in to the whole account, and once by each link', async () => {
    const ann = await changes.signedIn()
    const bob = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const bound = openTestBrowser(changes.api.url)
    const organizationId = changes.api.organization
    const ofProvider = await signIn(changes.api, ann.accountId, {
      organizationId,
      way: 'saml',
    })
    bound.take('__Host-lectern', ofProvider.secret)
    for (const link of [
      await changes.linkTo(ann.email),
      await changes.linkTo(ann.wanted),
    ]) {
      for (const stranger of [openTestBrowser(changes.api.url), bob.browser, bound]) {
        const shown = await stranger.get(link)
        assert.equal(shown.status, 403)
        assert.equal(shown.text.includes('new.example'), false)
        assert.equal((await stranger.post(link)).status, 403)
      }
    }
    const link = await changes.linkTo(ann.wanted)
    assert.equal((await ann.browser.post(link, {}, crossSite)).status, 403)
    assert.equal((await ann.session.get(emailChangePath)).body.isNewConfirmed, false)
    assert.equal((await ann.browser.post(link)).status, 200)
    assert.equal((await ann.browser.post(link)).status, 404)
    assert.equal((await ann.browser.get(link)).status, 404)
    assert.equal((await ann.browser.post(`${link}x`)).status, 404)
    const forged = link.replace('.new.', '.former.')
    assert.equal((await ann.browser.post(forged)).status, 404)
    assert.equal(await changes.emailOf(ann), ann.email)
  })

  it('needs a session of the whole account with a sign-in of the last 10 minutes', async () => {
    const ann = await changes.signedIn()
    const email = ann.wanted
    await changes.api.rows(
      `update browser_session set authenticated_at = now() - interval '11 minutes' where id = $1`,
      [ann.session.id],
    )
    const token = changes.api.as('admin')
    for (const refused of [
      await changes.request(ann, email),
      await token.put(emailChangePath, { email }),
    ]) {
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.reason, 'sign_in_again')
    }
    const bound = await signIn(changes.api, ann.accountId, {
      organizationId: changes.api.organization,
      way: 'saml',
    })
    for (const refused of [
      await bound.send('PUT', emailChangePath, { email }),
      await bound.get(emailChangePath),
      await bound.send('DELETE', emailChangePath),
    ]) {
      assert.equal(refused.status, 403)
    }
    const nobody = changes.api.anonymous()
    for (const refused of [
      await nobody.put(emailChangePath, { email }),
      await nobody.get(emailChangePath),
      await nobody.delete(emailChangePath),
    ]) {
      assert.equal(refused.status, 401)
    }
    const page = await ann.browser.post('/~sign-in/email', { email })
    assert.equal(page.status, 400)
    assert.match(page.text, /sign in again/i)
    assert.equal(await changes.pendingOf(ann), 0)
    assert.equal((await token.get(emailChangePath)).body.isPending, false)
  })

  it('is refused for the address that the account has', async () => {
    const ann = await changes.signedIn()
    const refused = await changes.request(ann, ann.email.toUpperCase())
    assert.deepEqual(
      [refused.status, refused.body.error.reason],
      [409, 'email_unchanged'],
    )
  })

  it('is begun and withdrawn on the page too', async () => {
    const ann = await changes.signedIn()
    const page = '/~sign-in/email'
    assert.match((await ann.browser.get(page)).text, new RegExp(ann.email))
    assert.equal((await ann.browser.post(page, { email: 'nobody' })).status, 400)
    assert.equal((await ann.browser.post(page, { email: ann.wanted })).status, 303)
    assert.match((await ann.browser.get(page)).text, /a…@new\.example/)
    const link = await changes.linkTo(ann.wanted)
    assert.equal((await ann.browser.post(`${page}/withdraw`)).status, 303)
    assert.equal(await changes.pendingOf(ann), 0)
    assert.equal((await ann.browser.post(link)).status, 404)
    assert.equal((await openTestBrowser(changes.api.url).get(page)).status, 303)
  })
})
