import { html } from '#/platform/html/html.ts'
import type { MailMessage } from '#/platform/mail/message.ts'

const validity =
  'The link works once, within 15 minutes, and only in the browser where you began.'
const unexpected =
  'If you did not begin to sign in, ignore it: nothing happens until the link is opened there.'

/**
 * The mail with a link that shows whose an address is. It has no words of the organization: anybody
 * can make one, and its provider can name any address.
 */
export function samlLinkMail(to: string, url: string): MailMessage {
  return {
    to,
    subject: 'Sign in to Lectern with single sign-on',
    text: `Show that this address is yours, and sign in:\n${url}\n\n${validity}\n${unexpected}\n`,
    html: html`<p><a href="${url}">Show that this address is yours, and sign in</a></p>
      <p>${validity}<br />${unexpected}</p>`.text,
  }
}
