import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn, type TestMail } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('the mail of an invite', () => {
  let api: TestApi
  let worker: RunningWorker
  before(async () => {
    api = await startTestApi()
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    await api.rows('update organization set title = $2 where organization_id = $1', [
      api.organization,
      'Acme <b>&</b>\nSons',
    ])
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  /** Invites an address, and returns the mail that arrives for it. */
  async function invited(email: string, role = 'edit'): Promise<TestMail> {
    const earlier = await mailsIn(api.mailFolder, 0)
    const reply = await api
      .as('admin')
      .post(`/orgs/${api.organization}/invites`, { emails: [email], role })
    assert.equal(reply.body.invited, 1)
    const mails = await mailsIn(api.mailFolder, earlier.length + 1)
    const mail = mails.at(-1)
    assert.ok(mail)
    return mail
  }

  /**
   * Opens the link of a mail, or sends its form: the link has the public URL, the test API another.
   */
  const open = async ({ link }: TestMail, form?: Record<string, string>) =>
    fetch(new URL(link.pathname, api.url), {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })

  async function completed(inviteIds: string[]): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const jobs = await api.rows(
        `select 1 from pgboss.job where state = 'completed' and data ->> 'inviteId' = any($1)`,
        [inviteIds],
      )
      if (jobs.length === inviteIds.length) return
      await sleep(100)
    }
    throw new Error('The jobs did not complete within 10 seconds')
  }

  it('says that single sign-on follows, to whom it does', async () => {
    const provided = async (isProvided: boolean) =>
      api.rows('update organization set sso_provided = $2 where organization_id = $1', [
        api.organization,
        isProvided,
      ])
    await provided(true)
    const reply = await api.as('admin').post(`/orgs/${api.organization}/invites`, {
      emails: ['held@new.example'],
      sso: true,
    })
    assert.deepEqual(reply.body, { users: [], invited: 1 })
    const [held] = await mailsIn(api.mailFolder, 1)
    const free = await invited('free@new.example')
    await provided(false)
    const words = /Then you sign in with the single sign-on of /
    for (const shown of [held?.text, held?.html]) assert.match(shown ?? '', words)
    for (const shown of [free.text, free.html]) assert.doesNotMatch(shown, words)
  })

  it('says who invites to what, how, and until when', async () => {
    const mail = await invited('reader@new.example')
    assert.equal(mail.to, 'reader@new.example')
    assert.equal(mail.subject, 'Join “Acme <b>&</⁠b> Sons” on Lectern')
    assert.match(mail.link.href, /^http:\/\/lectern\.test\/~welcome\/[\w-]{43}$/)
    assert.match(
      mail.text,
      /^Admin of acme invites you to join “Acme <b>&<\/\u2060b> Sons” on/,
    )
    const [{ expires_at: expiresAt }] = await api.rows(
      'select expires_at from mail_invite',
    )
    const year = String(expiresAt).slice(0, 4)
    assert.match(
      mail.text,
      new RegExp(`until \\w+, \\d+ \\w+ ${year} at \\d\\d:\\d\\d UTC`),
    )
    assert.match(mail.html, /join “Acme &lt;b&gt;&amp;&lt;\/\u2060b&gt; Sons” on/)
    assert.ok(mail.html.includes(`href="${mail.link.href}"`))
  })

  it('leads from the link over a form to an account with a token that works, once', async () => {
    const mail = await invited('ann@new.example', 'review')
    const form = await open(mail)
    assert.equal(form.status, 200)
    assert.match(await form.text(), /ann@new\.example/)

    const done = await open(mail, { displayName: 'Ann Archer' })
    assert.equal(done.status, 200)
    const token = /lec_u_\w{38}/.exec(await done.text())?.[0] ?? ''
    const user = await api.withToken(token).get('/user')
    assert.equal(user.status, 200)
    assert.equal(user.body.displayName, 'Ann Archer')
    assert.equal(user.body.email, 'ann@new.example')
    const [member] = await api.rows('select role from member where user_id = $1', [
      user.body.id,
    ])
    assert.equal(member.role, 'review')

    assert.equal((await open(mail)).status, 404)
    assert.equal((await open(mail, { displayName: 'Eve' })).status, 404)
    const secret = mail.link.pathname.slice('/~welcome/'.length)
    const dump = await everything(api)
    assert.ok(dump.includes('Ann Archer'), 'the dump holds what is stored')
    assert.ok(!dump.includes(secret), 'the secret is nowhere in the database')
    assert.ok(!dump.includes(token), 'the token is nowhere in the database')
  })

  it('replaces the link of an earlier mail to the same address', async () => {
    const first = await invited('twice@new.example')
    const dump = await everything(api)
    const secret = first.link.pathname.slice('/~welcome/'.length)
    assert.ok(!dump.includes(secret), 'not even a secret in use is in the database')
    await api.rows(`update mail_invite set mailed_at = now() - interval '1 day'`)
    const second = await invited('twice@new.example')
    assert.notEqual(second.link.href, first.link.href)
    assert.equal((await open(first)).status, 404)
    assert.equal((await open(second)).status, 200)
  })

  it('is not sent for an invite that is gone or has expired', async () => {
    const earlier = await mailsIn(api.mailFolder, 0)
    const organizationId = api.organization
    await api.rows(
      `insert into mail_invite (organization_id, id, email, invited_by, expires_at)
        values ($1, 'expired', 'late@new.example', $2, now())`,
      [organizationId, api.users.admin],
    )
    await worker.services.db.transaction(async (tx) => {
      for (const inviteId of ['gone', 'expired']) {
        tx.enqueue({ name: 'invites.send-mail', payload: { organizationId, inviteId } })
      }
    })
    await completed(['gone', 'expired'])
    assert.equal((await mailsIn(api.mailFolder, 0)).length, earlier.length)
    const links = await api.rows(
      `select 1 from welcome_link where email = 'late@new.example'`,
    )
    assert.deepEqual(links, [])
  })
})

/** Every row of every table as text, including those of the job engine. */
async function everything(api: TestApi): Promise<string> {
  const tables = await api.rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const contents = await Promise.all(
    tables.map(async ({ name }) => api.rows(`select t::text from ${name} as t`)),
  )
  return JSON.stringify(contents)
}
