import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { SMTPServer } from 'smtp-server'

import { decodeWords, parseMessage, partOf } from '../mail/test-message.ts'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly header: (name: string) => string
}

export interface PostOffice {
  readonly url: string
  /** Every message that was handed over, also one that was not accepted in the end. */
  readonly received: ReceivedMail[]
  /** Called before a message is accepted; gives why it is not. */
  onMail: (mail: ReceivedMail) => Promise<Error | undefined>
  readonly stop: () => Promise<void>
}

/** A real mail server that keeps what it gets. */
export async function openPostOffice(): Promise<PostOffice> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      const taking = async () => {
        const mail = read(await text(stream))
        received.push(mail)
        const refusal = await office.onMail(mail)
        if (refusal === undefined) done()
        else done(Object.assign(refusal, { responseCode: 451 }))
      }
      void taking()
    },
  })
  // A sender that is killed breaks off.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  assert.ok(typeof address === 'object' && address)
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    onMail: async () => undefined,
    stop: async () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
  return office
}

function read(raw: string): ReceivedMail {
  const message = parseMessage(raw)
  return {
    to: message.header('to'),
    subject: decodeWords(message.header('subject')),
    text: partOf(message, 'text/plain'),
    html: partOf(message, 'text/html'),
    header: (name) => message.header(name),
  }
}
