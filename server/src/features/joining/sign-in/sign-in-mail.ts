import { html } from '#/platform/html/html.ts'
import type { MailMessage } from '#/platform/mail/message.ts'

const validity =
  'The link works once, within 15 minutes, and only in the browser that asked for it.'
const unexpected =
  'If you did not ask for this, ignore it: nothing happens until the link is opened there.'

/** The mail with a link that signs in. */
export function signInMail(to: string, url: string): MailMessage {
  return mailWith('Sign in to Lectern', { to, url })
}

/** The mail with a link that opens an account. */
export function signUpMail(to: string, url: string): MailMessage {
  return mailWith('Open your account of Lectern', { to, url })
}

function mailWith(
  subject: string,
  { to, url }: { readonly to: string; readonly url: string },
): MailMessage {
  return {
    to,
    subject,
    text: `${subject}:\n${url}\n\n${validity}\n${unexpected}\n`,
    html: html`<p><a href="${url}">${subject}</a></p>
      <p>${validity}<br />${unexpected}</p>`.text,
  }
}
