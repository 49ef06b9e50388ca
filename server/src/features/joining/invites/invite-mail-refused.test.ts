import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'

import { SMTPServer } from 'smtp-server'

import { openLogger } from '#/platform/logging/logger.ts'
import { type Mail, openMail } from '#/platform/mail/mail.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { sendInviteMail } from './invite-jobs.ts'

describe('the mail of an invite, when the mail server quotes what it refuses', () => {
  let api: TestApi
  let mail: Mail
  let server: SMTPServer
  /**
   * The status with which the mail server answers, quoting the link of the message; 250 accepts.
   */
  let answer = 250
  const secrets: string[] = []
  before(async () => {
    api = await startTestApi()
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        const reading = async () => {
          const raw = await text(stream)
          const link = /\/~welcome\/([\w-]{43})/.exec(raw.replaceAll('=\r\n', ''))
          secrets.push(link?.[1] ?? '')
          if (answer === 250) done()
          else done(Object.assign(new Error(link?.[0]), { responseCode: answer }))
        }
        void reading()
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const address = listening.address()
    assert.ok(typeof address === 'object' && address)
    const url = `smtp://127.0.0.1:${address.port}`
    mail = openMail({ kind: 'smtp', url, from: 'Lectern <docs@lectern.example>' })
  })
  after(async () => {
    await mail.close()
    await new Promise<void>((resolve) => {
      server.close(resolve)
    })
    await api.stop()
  })

  async function newInvite(email: string) {
    const invites = `/orgs/${api.organization}/invites`
    await api.as('admin').post(invites, { emails: [email] })
    const [{ id }] = await api.rows('select id from mail_invite where email = $1', [
      email,
    ])
    return { organizationId: api.organization, inviteId: String(id) }
  }

  /** Runs the job as a worker does, and returns its log. */
  async function run(invite: {
    organizationId: string
    inviteId: string
  }): Promise<string> {
    const lines = new PassThrough()
    const log = openLogger('debug', 'worker', lines)
    await sendInviteMail.run(invite, { ...api.services, mail, log })
    lines.end()
    return text(lines)
  }

  const statusOf = async (secret: string | undefined) =>
    (await fetch(`${api.url}/~welcome/${secret}`)).status

  it('fails without the secret in the error, and mails another one next time', async () => {
    const invite = await newInvite('busy@new.example')
    answer = 451
    const [failure] = await Promise.allSettled([run(invite)])
    assert.equal(failure.status, 'rejected')
    const [first] = secrets.splice(0)
    assert.match(first ?? '', /^[\w-]{43}$/)
    const error = inspect(failure.reason, { depth: 10, showHidden: true })
    assert.match(error, /could not be mailed: .*451 \/~welcome\/…/)
    assert.ok(!error.includes(first ?? ''))

    answer = 250
    await run(invite)
    const [second] = secrets.splice(0)
    assert.notEqual(second, first)
    assert.equal(await statusOf(first), 404)
    assert.equal(await statusOf(second), 200)
  })

  it('gives up on an address that is refused for good, and logs no secret', async () => {
    const invite = await newInvite('gone@new.example')
    answer = 554
    const lines = await run(invite)
    const [secret] = secrets.splice(0)
    assert.match(lines, /invite mail was refused/)
    assert.ok(lines.includes(invite.inviteId))
    assert.match(lines, /554 \/~welcome\/…/)
    assert.ok(!lines.includes(secret ?? ''))
    assert.ok(!lines.includes('gone@new.example'))
  })
})
