import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  confirmWith,
  emailChangePath,
  type EmailChanges,
  openEmailChanges,
} from '#test/email-change/test-email-change.ts'
import { signIn, untilEnded } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'

import { sweepEmailChanges } from './email-change-jobs.ts'

const crossSite = { 'sec-fetch-site': 'cross-site' }

describe('a change of a mail address that is withdrawn', () => {
  let changes: EmailChanges
  before(async () => {
    changes = await openEmailChanges()
  })
  beforeEach(async () => {
    await changes.api.rows('delete from mail_count')
  })
  after(async () => changes.stop())

  it('is withdrawn by its owner, replaced by another one, and over after a day', async () => {
    const ann = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const first = await changes.linkTo(ann.wanted)
    await changes.request(ann, `other-${ann.wanted}`)
    assert.equal((await ann.browser.post(first)).status, 404)
    const second = await changes.linkTo(`other-${ann.wanted}`)
    for (let turn = 0; turn < 2; turn += 1) {
      assert.equal((await ann.session.send('DELETE', emailChangePath)).status, 204)
    }
    assert.equal((await ann.browser.post(second)).status, 404)
    await changes.request(ann, ann.wanted)
    const third = await changes.linkTo(ann.wanted, 1)
    await changes.api.rows(
      `update email_change set expires_at = now() - interval '1 second' where account_id = $1`,
      [ann.accountId],
    )
    assert.equal((await ann.browser.post(third)).status, 404)
    assert.equal((await ann.session.get(emailChangePath)).body.isPending, false)
    await sweepEmailChanges.run({}, changes.api.services)
    const left = await changes.api.rows(
      'select 1 from email_change where account_id = $1',
      [ann.accountId],
    )
    assert.deepEqual(left, [])
  })

  it('is withdrawn by the former address without a sign-in, which signs everybody out', async () => {
    const ann = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const link = await changes.withdrawLinkTo(ann.email)
    const wanted = await changes.linkTo(ann.wanted)
    await confirmWith(ann.browser, wanted)
    const anywhere = openTestBrowser(changes.api.url)
    assert.match((await anywhere.get(link)).text, /This was not you/)
    assert.equal((await anywhere.post(link, {}, crossSite)).status, 403)
    assert.match((await anywhere.post(link)).text, /stays as it is/)
    await untilEnded(ann.session)
    assert.equal(await changes.pendingOf(ann), 0)
    assert.equal((await anywhere.post(link)).status, 404)
    const back = openTestBrowser(changes.api.url)
    back.take('__Host-lectern', (await signIn(changes.api, ann.accountId)).secret)
    assert.equal((await back.post(await changes.linkTo(ann.email))).status, 404)
  })

  it('is dropped when the ways into the account change', async () => {
    const ann = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const set = await ann.session.send('PUT', '/user/password', {
      password: 'plain words of no use',
    })
    assert.equal(set.status, 204)
    assert.equal(await changes.pendingOf(ann), 0)
  })
})
