import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { SMTPServer } from 'smtp-server'

import {
  decodeBody,
  decodeWords,
  from,
  hello,
  hostileAddresses,
  hostileSubjects,
  type ParsedMessage,
  parseMessage,
} from '#test/mail/test-message.ts'

import { MailRefused } from './mail-errors.ts'
import { type Mail, openMail } from './mail.ts'

const hostileMessageIds = [
  'a>\r\nBcc: eve@example.com',
  'a b',
  'a@b',
  'a<b',
  '',
  'é',
  'a'.repeat(129),
]

describe('mail over SMTP', () => {
  let server: SmtpRecorder
  let mail: Mail
  before(async () => {
    server = await startSmtpServer()
    mail = openMail({ kind: 'smtp', url: server.url, from })
  })
  after(async () => {
    await mail.close()
    await server.stop()
  })
  beforeEach(() => {
    server.received.length = 0
  })

  it('hands the server one message for one recipient', async () => {
    await mail.send({ ...hello, html: '<p>A first line</p>', messageId: 'comment-1' })

    const { sender, recipients, message } = server.only()
    assert.equal(sender, 'docs@lectern.example')
    assert.deepEqual(recipients, ['ana@example.com'])
    assert.equal(message.header('from'), from)
    assert.equal(message.header('to'), 'ana@example.com')
    assert.equal(message.header('subject'), 'Hello')
    assert.equal(message.header('message-id'), '<comment-1@lectern.example>')
    assert.equal(message.header('auto-submitted'), 'auto-generated')
    assert.match(message.header('content-type'), /^multipart\/alternative;/)
    assert.match(message.body, /^A first line\r$/m)
    assert.match(message.body, /^<p>A first line<\/p>\r$/m)
  })

  it('keeps the message id when a job sends the same message again', async () => {
    await mail.send({ ...hello, messageId: 'invite-7' })
    await mail.send({ ...hello, messageId: 'invite-7' })
    await mail.send(hello)
    const ids = server.received.map(({ message }) => message.header('message-id'))
    assert.equal(ids[0], '<invite-7@lectern.example>')
    assert.equal(ids[1], ids[0])
    assert.notEqual(ids[2], ids[0])
  })

  it('lets mail programs unsubscribe the reader with one POST', async () => {
    const url = `https://docs.example.com/~unsubscribe/${'x'.repeat(200)}`
    await mail.send({ ...hello, unsubscribeUrl: url })
    const { message } = server.only()
    assert.equal(message.header('list-unsubscribe'), `<${url}>`)
    assert.equal(message.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    for (const wrong of [
      'mailto:a@b',
      `${url}>\r\nBcc: eve@example.com`,
      'https://a b',
    ]) {
      await assert.rejects(mail.send({ ...hello, unsubscribeUrl: wrong }), MailRefused)
    }
  })

  it('carries every script in subject and body', async () => {
    await mail.send({ ...hello, subject: 'Grüße 日本 🎉', text: 'Fußnote 日本\r\n' })
    const { message } = server.only()
    assert.equal(decodeWords(message.header('subject')), 'Grüße 日本 🎉')
    assert.equal(decodeBody(message), 'Fußnote 日本\r\n')
  })

  it('sends a lone dot and a From line in the text as text', async () => {
    const lines = 'one\r\n.\r\nQUIT\r\n..\r\nFrom here\r\n'
    await mail.send({ ...hello, text: lines })
    assert.equal(decodeBody(server.only().message), lines)
  })

  for (const to of hostileAddresses) {
    it(`refuses the recipient ${JSON.stringify(to).slice(0, 60)}`, async () => {
      await assert.rejects(mail.send({ ...hello, to }), MailRefused)
      assert.equal(server.received.length, 0)
    })
  }

  for (const subject of hostileSubjects) {
    it(`adds no header for the subject ${JSON.stringify(subject)}`, async () => {
      await mail.send(hello)
      await mail.send({ ...hello, subject })
      const [plain, tried] = server.received
      assert.deepEqual(tried?.recipients, ['ana@example.com'])
      assert.deepEqual(tried?.message.names, plain?.message.names)
      assert.equal(decodeBody(tried.message), hello.text)
      // What follows a sign of an address is set apart from it by a character that shows as nothing.
      const shown = decodeWords(tried.message.header('subject')).replaceAll('\u2060', '')
      assert.doesNotMatch(shown, /[\p{Cc}\p{Zl}\p{Zp}]/u)
      assert.equal(shown.replace(/\s+/g, ''), subject.replace(/[\s\p{Cc}]+/gu, ''))
    })
  }

  for (const messageId of hostileMessageIds) {
    it(`refuses the message id ${JSON.stringify(messageId).slice(0, 40)}`, async () => {
      await assert.rejects(mail.send({ ...hello, messageId }), MailRefused)
      assert.equal(server.received.length, 0)
    })
  }

  it('refuses a message past the size it carries', async () => {
    const large = { ...hello, text: 'x'.repeat(1024 * 1024 + 1) }
    await assert.rejects(mail.send(large), MailRefused)
  })

  it('tells a refusal for ever from one that may pass', async () => {
    await assert.rejects(mail.send({ ...hello, to: 'gone@example.com' }), MailRefused)
    await assert.rejects(
      mail.send({ ...hello, to: 'busy@example.com' }),
      (error) => error instanceof Error && !(error instanceof MailRefused),
    )
    await mail.send(hello)
    assert.equal(server.received.length, 1)
  })

  it('finishes what is being sent before it closes, and refuses what comes after', async () => {
    const closing = openMail({ kind: 'smtp', url: server.url, from })
    const sent = closing.send({ ...hello, to: 'slow@example.com' })
    await wait(20)
    await closing.close()
    await sent
    assert.equal(server.received.length, 1)
    await assert.rejects(closing.send(hello))
  })
})

describe('the check of an SMTP server', () => {
  it('passes when it answers and accepts the credentials', async () => {
    const server = await startSmtpServer({ user: 'lectern', password: 'p@ss/word' })
    const url = server.url.replace('//', '//lectern:p%40ss%2Fword@')
    const mail = openMail({ kind: 'smtp', url, from })
    await mail.check()
    await mail.send(hello)
    assert.equal(server.received.length, 1)
    await mail.close()
    await server.stop()
  })

  it('fails, and so does sending, when it refuses the credentials', async () => {
    const server = await startSmtpServer({ user: 'lectern', password: 'right' })
    const url = server.url.replace('//', '//lectern:wrong@')
    const mail = openMail({ kind: 'smtp', url, from })
    await assert.rejects(mail.check(), { code: 'EAUTH' })
    // Wrong credentials can be corrected, so the message must not be lost.
    await assert.rejects(
      mail.send(hello),
      (error) => error instanceof Error && !(error instanceof MailRefused),
    )
    await mail.close()
    await server.stop()
  })

  it('fails when nobody listens', async () => {
    const port = await closedPort()
    const mail = openMail({ kind: 'smtp', url: `smtp://127.0.0.1:${port}`, from })
    await assert.rejects(mail.check(), /ECONNREFUSED/)
    await assert.rejects(mail.send(hello), /ECONNREFUSED/)
    await mail.close()
  })
})

interface Received {
  readonly sender: string
  readonly recipients: string[]
  readonly message: ParsedMessage
}

interface SmtpRecorder {
  readonly url: string
  readonly received: Received[]
  only(): Received
  stop(): Promise<void>
}

async function startSmtpServer(account?: {
  user: string
  password: string
}): Promise<SmtpRecorder> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: !account,
    allowInsecureAuth: true,
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth: ({ username, password }, _session, done) => {
      const known = username === account?.user && password === account?.password
      if (known) done(null, { user: username })
      else done(new Error('Unknown user'))
    },
    onRcptTo: ({ address }, _session, done) => {
      const codes: Record<string, number> = {
        'gone@example.com': 550,
        'busy@example.com': 450,
      }
      const responseCode = codes[address]
      if (responseCode === undefined) done()
      else done(Object.assign(new Error('No'), { responseCode }))
    },
    onData: (stream, { envelope }, done) => {
      const slow = envelope.rcptTo.some(({ address }) => address === 'slow@example.com')
      const reading = async () => {
        const raw = await text(stream)
        await wait(slow ? 150 : 0)
        received.push({
          sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          message: parseMessage(raw),
        })
        done()
      }
      void reading()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  assert.ok(typeof address === 'object' && address)
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    only: () => {
      const [message] = received
      assert.ok(message && received.length === 1, 'exactly one message')
      return message
    },
    stop: async () => {
      server.close()
      await once(listening, 'close')
    },
  }
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  server.close()
  await once(server, 'close')
  await assert.rejects(once(connect(address.port, '127.0.0.1'), 'connect'))
  return address.port
}
