import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  type EmailChanges,
  openEmailChanges,
} from '#test/email-change/test-email-change.ts'

describe('a change of a mail address that another account has', () => {
  let changes: EmailChanges
  before(async () => {
    changes = await openEmailChanges()
  })
  beforeEach(async () => {
    await changes.api.rows('delete from mail_count')
  })
  after(async () => changes.stop())

  it('is begun with the same answer, rows and jobs for an address that another account has, whose owner is told', async () => {
    const bob = { email: 'bob@taken.example' }
    await changes.newAccount(bob.email)
    const traces = []
    const subjects = []
    for (const wanted of [bob.email, 'free@taken.example']) {
      const ann = await changes.signedIn()
      const { status, headers, body } = await changes.request(ann, wanted)
      const { expiresAt: _, ...said } = body
      const [row] = await changes.api.rows(
        `select former_confirmed_at, new_confirmed_at, done_at from email_change
         where account_id = $1`,
        [ann.accountId],
      )
      const jobs = await changes.api.rows(
        `select data ->> 'side' as side from pgboss.job
         where name = 'email-change.send-link' and data ->> 'accountId' = $1 order by 1`,
        [ann.accountId],
      )
      const names = Object.keys(headers).toSorted()
      const newEmail = said.newEmail.replace(/^./, '')
      traces.push({ status, names, said: { ...said, newEmail }, row, jobs })
      subjects.push((await changes.mailTo(wanted)).subject)
      assert.equal((await changes.mailTo(ann.email)).to, ann.email)
    }
    assert.deepEqual(traces[0], traces[1])
    assert.match(subjects[0] ?? '', /has an account already/)
    assert.match(subjects[1] ?? '', /Confirm your new mail address/)
    assert.equal((await changes.mailTo(bob.email)).text.includes('/email/link/'), false)
  })

  it('changes nothing once another account has taken the address', async () => {
    const ann = await changes.signedIn()
    await changes.request(ann, ann.wanted)
    const [former, wanted] = [
      await changes.linkTo(ann.email),
      await changes.linkTo(ann.wanted),
    ]
    assert.equal((await ann.browser.post(former)).status, 200)
    const taker = await changes.newAccount(ann.wanted)
    const refused = await ann.browser.post(wanted)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Another account has this address/)
    assert.equal(await changes.emailOf(ann), ann.email)
    assert.equal(await changes.pendingOf(ann), 0)
    const owners = await changes.api.rows(
      'select account_id from account_email where email = $1',
      [ann.wanted],
    )
    assert.deepEqual(owners, [{ account_id: taker }])
    assert.equal((await ann.session.get('/user')).status, 200)
  })

  it('gives an address to one of several accounts that confirm it at the same moment', async () => {
    const wanted = 'shared@new.example'
    const racers = await Promise.all(
      Array.from({ length: 4 }, async () => changes.signedIn()),
    )
    const links: string[] = []
    for (const [index, racer] of racers.entries()) {
      await changes.request(racer, wanted)
      assert.equal(
        (await racer.browser.post(await changes.linkTo(racer.email))).status,
        200,
      )
      links.push(await changes.linkTo(wanted, index))
    }
    // Mails of several jobs come in any order: each link names its account.
    const answers = await Promise.all(
      racers.map(async ({ browser, accountId }) => {
        const own = links.find((link) => link.includes(accountId)) ?? ''
        return (await browser.post(own)).status
      }),
    )
    assert.deepEqual(
      answers.toSorted((one, other) => one - other),
      [200, 409, 409, 409],
    )
    const addresses = await Promise.all(racers.map(changes.emailOf))
    assert.equal(addresses.filter((email) => email === wanted).length, 1)
  })
})
