import { setTimeout as wait } from 'node:timers/promises'

import { createTransport } from 'nodemailer'

import { MailRefused } from './mail-errors.ts'
import type { Mail } from './mail.ts'
import { composeMessage, type Sender } from './message.ts'

const closeTimeoutMs = 10_000

/** Mail over SMTP. Options in the URL's query (`?requireTLS=true`) override the options below. */
export function openSmtpMail(url: string, sender: Sender): Mail {
  const transport = createTransport({
    url,
    pool: true,
    // The sending job itself retries; the pool only replaces a stale connection.
    maxRequeues: 1,
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sending = new Set<Promise<unknown>>()

  return {
    send: async (message) => {
      const delivery = transport.sendMail(composeMessage(message, sender))
      sending.add(delivery)
      try {
        await delivery
      } catch (error) {
        throw isPermanent(error)
          ? new MailRefused('The mail server refused the message', { cause: error })
          : error
      } finally {
        sending.delete(delivery)
      }
    },
    check: async () => {
      await transport.verify()
    },
    close: async () => {
      const deadline = new AbortController()
      await Promise.race([
        Promise.allSettled(sending),
        wait(closeTimeoutMs, undefined, { signal: deadline.signal }).catch(() => {}),
      ])
      deadline.abort()
      transport.close({ force: true })
    },
  }
}

/** Whether a retry is of no use: a 5xx other than 503 about the recipient or the content. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) {
    return false
  }
  const { responseCode, command } = error
  return (
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode !== 503 &&
    (command === 'RCPT TO' || command === 'DATA')
  )
}
