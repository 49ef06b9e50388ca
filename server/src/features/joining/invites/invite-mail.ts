import { html } from '#/platform/html/html.ts'
import type { MailMessage } from '#/platform/mail/message.ts'
import { plainWords, quotedWords } from '#/platform/mail/plain-words.ts'

import type { MailInvite } from './mail-invite.ts'

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function inviteMail(invite: MailInvite, url: string): MailMessage {
  const title = quotedWords(invite.organizationTitle)
  const sentence =
    invite.inviterName === undefined
      ? `You are invited to join ${title} on Lectern.`
      : `${plainWords(invite.inviterName)} invites you to join ${title} on Lectern.`
  const validity = `The link works once, until ${dateFormat.format(new Date(invite.expiresAt))} UTC.`
  const next = invite.needsSso
    ? `Then you sign in with the single sign-on of ${title}. `
    : ''
  const unexpected =
    'If you did not expect this, ignore it: nothing happens until you accept.'
  return {
    to: invite.email,
    subject: `Join ${title} on Lectern`,
    text: `${sentence}\n\nAccept the invitation:\n${url}\n\n${next}${validity}\n${unexpected}\n`,
    html: html`<p>${sentence}</p>
      <p><a href="${url}">Accept the invitation</a></p>
      <p>${next}${validity}<br />${unexpected}</p>`.text,
  }
}
