import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn, type TestMail } from '#test/invites/test-mails.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const limits = {
  INVITE_LIMIT_SENDER: '12',
  INVITE_LIMIT_ORGANIZATION: '8',
  INVITE_LIMIT_RECIPIENT: '2',
}

describe('the mails that invitations cause', () => {
  let api: TestApi
  let worker: RunningWorker
  before(async () => {
    api = await startTestApi(limits)
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  const invite = async (organizationId: string, emails: string[]) =>
    api.as('admin').post(`/orgs/${organizationId}/invites`, { emails })

  async function forgetMails(): Promise<void> {
    await api.rows('delete from mail_count')
    await api.rows('delete from mail_invite')
  }

  const newOrganization = async (title: string): Promise<string> => {
    const { body } = await api.as('admin').post('/orgs', { title })
    return body.id
  }

  /** The addresses that mails were queued for since the last call. */
  async function mailed(): Promise<number> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const open = await api.rows(
        `select 1 from pgboss.job where name = 'invites.send-mail' and state <> 'completed'`,
      )
      if (open.length === 0) break
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    }
    const mails = await mailsIn(api.mailFolder, 0)
    const fresh = mails.length - seen
    seen = mails.length
    return fresh
  }
  let seen = 0

  const last = async (): Promise<TestMail> => {
    const mail = (await mailsIn(api.mailFolder, 0)).at(-1)
    assert.ok(mail)
    return mail
  }

  it('are one for an address that is invited fifteen times, and its link goes on working', async () => {
    for (let time = 0; time < 15; time += 1) {
      const { status, body } = await invite(api.organization, ['ann@new.example'])
      assert.deepEqual([status, body], [200, { users: [], invited: 1 }])
    }
    assert.equal(await mailed(), 1)
    const { link } = await last()
    const page = await fetch(new URL(link.pathname, api.url))
    assert.equal(page.status, 200)
  })

  it('come again a day after the last, or once the invitation has expired', async () => {
    await api.rows('delete from mail_count')
    await api.rows(`update mail_invite set mailed_at = now() - interval '23 hours'`)
    await invite(api.organization, ['ann@new.example'])
    assert.equal(await mailed(), 0)
    await api.rows(`update mail_invite set mailed_at = now() - interval '25 hours'`)
    await invite(api.organization, ['ann@new.example'])
    assert.equal(await mailed(), 1)
    await api.rows(`update mail_invite set expires_at = now() - interval '1 second'`)
    await invite(api.organization, ['ann@new.example'])
    assert.equal(await mailed(), 1)
  })

  it('are refused beyond what the organization may cause in a day, and nobody is invited then', async () => {
    await forgetMails()
    const emails = Array.from({ length: 7 }, (_, index) => `n${index}@new.example`)
    assert.equal((await invite(api.organization, emails)).status, 200)
    const { status, body, headers } = await invite(api.organization, [
      'one@new.example',
      'two@new.example',
    ])
    assert.equal(status, 429)
    assert.equal(body.error.reason, 'mail_limit_reached')
    assert.match(body.error.message, /organization .* 8 invitations .* day.*Nobody/)
    const seconds = Number(headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 86_400, String(seconds))
    assert.equal((await api.rows('select 1 from mail_invite')).length, 7)
    assert.equal((await invite(api.organization, ['one@new.example'])).status, 200)
    assert.equal(await mailed(), 8)
  })

  it('are refused beyond what one person may cause in a day, over all organizations', async () => {
    await forgetMails()
    const emails = Array.from({ length: 8 }, (_, index) => `n${index}@new.example`)
    assert.equal((await invite(api.organization, emails)).status, 200)
    const other = await newOrganization('Other')
    const { status, body } = await invite(
      other,
      Array.from({ length: 5 }, (_, index) => `o${index}@new.example`),
    )
    assert.equal(status, 429)
    assert.match(body.error.message, /You .* 12 invitations/)
    assert.equal(await mailed(), 8)
  })

  it('stop silently for an address that many organizations write to, tagged or not', async () => {
    await forgetMails()
    const ways = ['victim@new.example', 'Victim+a@new.example', 'victim+b@new.example']
    for (const email of ways) {
      const { status, body } = await invite(api.organization, [email])
      assert.deepEqual([status, body], [200, { users: [], invited: 1 }])
    }
    const other = await newOrganization('Another')
    assert.equal((await invite(other, ['victim@new.example'])).status, 200)
    assert.equal(await mailed(), 2)
    const measured = await api.services.metrics.text()
    const withheld = 'lectern_mails_total{kind="invite",outcome="withheld"} 2'
    assert.ok(measured.includes(withheld))
    const [{ subjects }] = await api.rows(
      `select string_agg(subject, ' ') as subjects from mail_count`,
    )
    assert.doesNotMatch(subjects, /victim/)

    // A bound that is met once does not keep the invitation from being mailed another day.
    await api.rows('delete from mail_count')
    assert.equal((await invite(other, ['victim@new.example'])).status, 200)
    assert.equal(await mailed(), 1)
  })

  it('quote the title and the name, cut, on one line, and with nothing to click on', async () => {
    await forgetMails()
    const title = `Prize\u202e at https://evil.example/win?a=1 or www.evil.example\n\n${'now '.repeat(40)}`
    const organizationId = await newOrganization(title.slice(0, 255))
    await api.rows('update account set display_name = $2 where id = $1', [
      api.users.admin,
      'Bank mail@evil.example https://evil.example',
    ])
    await invite(organizationId, ['bob@new.example'])
    assert.equal(await mailed(), 1)
    const { subject, text, html } = await last()
    assert.match(subject, /^Join “Prize at .*…” on Lectern$/)
    assert.ok(subject.length < 120, subject)
    // oxlint-disable-next-line no-control-regex -- the characters that must not be there
    assert.doesNotMatch(subject, /[\u0000-\u001f\u202a-\u202e]/)
    const own = /http:\/\/lectern\.test\/~welcome\/[\w-]{43}/g
    for (const said of [subject, text.replaceAll(own, ''), html.replaceAll(own, '')]) {
      assert.doesNotMatch(said, /:\/\/|[\w-]\.\w|\w@\w/)
    }
  })
})
