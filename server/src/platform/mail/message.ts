import type { SendMailOptions } from 'nodemailer'

import { MailRefused } from './mail-errors.ts'
import { plainWords } from './plain-words.ts'

export interface MailMessage {
  /** One address, without a display name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  /**
   * Identifies the message rather than the attempt, so that mail programs show the messages of a
   * job that ran twice as one. Letters, digits and `._+=-`.
   */
  readonly messageId?: string | undefined
  /** The address where mail programs unsubscribe the reader with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined
}

export interface Sender {
  readonly from: string
  readonly domain: string
}

const messageBytesMax = 1024 * 1024
const subjectCharactersMax = 200

// Quoted local parts, comments, lists and domain literals are valid for some servers and a way to
// reach someone else for all: none of them is accepted.
const addressPattern =
  /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]{0,252}$/u
const messageIdPattern = /^[\w.+=-]{1,128}$/
const urlPattern = /^https?:\/\/[!#-;=?-~]{1,900}$/

export function composeMessage(message: MailMessage, sender: Sender): SendMailOptions {
  const { to, text, html, messageId, unsubscribeUrl } = message
  if (!addressPattern.test(to)) throw new MailRefused('The recipient is not an address')
  if (messageId !== undefined && !messageIdPattern.test(messageId)) {
    throw new MailRefused(
      'The message id has characters outside letters, digits and ._+=-',
    )
  }
  if (unsubscribeUrl !== undefined && !urlPattern.test(unsubscribeUrl)) {
    throw new MailRefused('The address to unsubscribe at is not a URL')
  }
  if (Buffer.byteLength(text) + Buffer.byteLength(html ?? '') > messageBytesMax) {
    throw new MailRefused(`The message is larger than ${messageBytesMax} bytes`)
  }
  return {
    from: sender.from,
    // An object is taken as it is; a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    // Subjects quote what people wrote: a line break must not cost the message, nor an address lead
    // anywhere.
    subject: plainWords(message.subject, subjectCharactersMax),
    text,
    ...(html === undefined ? {} : { html }),
    ...(messageId === undefined ? {} : { messageId: `<${messageId}@${sender.domain}>` }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
    xMailer: false,
  }
}

/** The headers to unsubscribe, unencoded: mail programs find no URL that is folded or encoded. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
  }
}

/** The domain of generated message ids. */
export function senderDomain(from: string): string {
  const domain = /@([\p{L}\p{N}][\p{L}\p{N}.-]*)>?$/u.exec(from)?.[1]
  if (domain === undefined || /\p{Cc}/u.test(from)) {
    throw new Error(
      `The sender ${JSON.stringify(from)} is not an address such as "Lectern <docs@example.com>"`,
    )
  }
  return domain
}

/** The text on one line. */
export function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
