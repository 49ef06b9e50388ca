import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import {
  confirmWith,
  emailChangePath,
  type EmailChanges,
  openEmailChanges,
} from '#test/email-change/test-email-change.ts'
import { signIn } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { until } from '#test/database/test-until.ts'
import { writeNotes } from '#test/sessions/test-sign-in-notes.ts'

describe('what follows from another mail address', () => {
  let changes: EmailChanges
  before(async () => {
    changes = await openEmailChanges()
  })
  beforeEach(async () => {
    await changes.api.rows('delete from mail_count')
  })
  after(async () => changes.stop())

  it('ends what was sent to the former address: links to sign in and invitations', async () => {
    const ann = await changes.signedIn()
    const organization = changes.api.organization
    await changes.api
      .as('admin')
      .post(`/orgs/${organization}/invites`, { emails: [ann.email] })
    const { text } = await changes.mailTo(ann.email)
    const invitation = new URL(/https?:\/\/\S+\/~welcome\/\S+/.exec(text)?.[0] ?? '')
      .pathname
    assert.equal((await ann.browser.get(invitation)).status, 200)
    const asking = openTestBrowser(changes.api.url)
    await asking.post('/~sign-in/mail', { email: ann.email })
    const mailed = await changes.mailTo(ann.email, 1)
    const signInLink = new URL(/https?:\/\/\S+\/link\/\S+/.exec(mailed.text)?.[0] ?? '')
    await changes.request(ann, ann.wanted)
    await confirmWith(
      ann.browser,
      await changes.linkTo(ann.email, 2),
      await changes.linkTo(ann.wanted),
    )
    assert.equal((await asking.post(signInLink.pathname)).status, 404)
    assert.equal((await ann.browser.get(invitation)).status, 404)
    assert.equal((await ann.browser.post(invitation)).status, 404)
    const [invite] = await changes.api.rows(
      'select id from mail_invite where email = $1',
      [ann.email],
    )
    const links = await changes.api.rows(
      'select email from welcome_link where invite_id = $1',
      [invite.id],
    )
    assert.deepEqual(links, [{ email: ann.email }])
  })

  it('takes away what let others in where the address was never proven', async () => {
    const ann = await changes.signedIn({ isVerified: false })
    await changes.api.rows(
      `insert into account_identity (provider, subject, account_id) values ('oidc:x', $1, $1)`,
      [ann.accountId],
    )
    await changes.request(ann, ann.wanted)
    await confirmWith(ann.browser, await changes.linkTo(ann.email))
    const identities = await changes.api.rows(
      'select 1 from account_identity where account_id = $1',
      [ann.accountId],
    )
    assert.deepEqual(identities, [])
  })

  it('is in the audit log of each organization, with masked addresses, and members are found by the new one', async () => {
    const session = await signIn(changes.api, changes.api.users.read)
    const browser = changes.browserOf(session)
    const { email } = (await session.get('/user')).body
    const wanted = 'reader@moved.example'
    await session.send('PUT', emailChangePath, { email: wanted })
    await confirmWith(browser, await changes.linkTo(wanted), await changes.linkTo(email))
    const entries = await until('an entry', async () => {
      await writeNotes(changes.api)
      const log = `/orgs/${changes.api.organization}/audit-events`
      const { body } = await changes.api
        .as('admin')
        .get(`${log}?action=member_email_changed`)
      return body.items.length === 0 ? undefined : body.items
    })
    assert.equal(entries.length, 1)
    const { body: entry } = await changes.api
      .as('admin')
      .get(`/orgs/${changes.api.organization}/audit-events/${entries[0].id}`)
    assert.equal(entry.actor.id ?? entry.actor, changes.api.users.read)
    assert.equal(entry.details.newEmail, 'r…@moved.example')
    assert.equal(JSON.stringify(entry).includes(wanted), false)
    const found = await until('the member is found', async () => {
      const members = `/orgs/${changes.api.organization}/members?search=${wanted}`
      const { body } = await changes.api.as('admin').get(members)
      return body.items.length === 1 ? body.items : undefined
    })
    assert.equal(found[0].id, changes.api.users.read)
  })

  it('keeps membership and identity of a member who came by a provider or a directory', async () => {
    const ann = await changes.signedIn()
    await changes.api.rows(
      `insert into account_identity (provider, subject, account_id, organization_id)
       values ('saml:x', $1, $1, $2)`,
      [ann.accountId, changes.api.organization],
    )
    await changes.request(ann, ann.wanted)
    await confirmWith(
      ann.browser,
      await changes.linkTo(ann.email),
      await changes.linkTo(ann.wanted),
    )
    const identities = await changes.api.rows(
      'select organization_id from account_identity where account_id = $1',
      [ann.accountId],
    )
    assert.deepEqual(identities, [{ organization_id: changes.api.organization }])
  })
})
