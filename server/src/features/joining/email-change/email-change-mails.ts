import { signInPath } from '#/features/joining/sign-in/public.ts'
import { html } from '#/platform/html/html.ts'
import type { MailMessage } from '#/platform/mail/message.ts'
import { quotedWords } from '#/platform/mail/plain-words.ts'

import { maskedAddress } from './masked-address.ts'

interface Linked {
  readonly url: string
  readonly newEmail: string
}

const validity =
  'The link works within a day, in a browser that is signed in to the account.'

/** The mail to the address that an account has, with a link that confirms, and one that withdraws. */
export function formerLinkMail(
  to: string,
  { url, newEmail, withdrawUrl }: Linked & { readonly withdrawUrl: string },
): MailMessage {
  const what = `The mail address of your account is to become ${named(newEmail)}. Nothing changes before you confirm it here and there.`
  const unexpected =
    'If it was not you, somebody else is signed in to your account. Withdraw it, which signs everybody out:'
  return {
    to,
    subject: 'Confirm the change of your mail address – Lectern',
    text: `${what}\n\nConfirm it:\n${url}\n${validity}\n\n${unexpected}\n${withdrawUrl}\n`,
    html: html`<p>${what}</p>
      <p><a href="${url}">Confirm it</a><br />${validity}</p>
      <p>${unexpected} <a href="${withdrawUrl}">This was not me</a></p>`.text,
  }
}

/** The mail to the address that an account is to have. */
export function newLinkMail(to: string, { url }: Pick<Linked, 'url'>): MailMessage {
  const what = 'Somebody wants to use this mail address for their account of Lectern.'
  const unexpected = 'If it was not you, ignore it: nothing happens.'
  return {
    to,
    subject: 'Confirm your new mail address – Lectern',
    text: `${what}\n\nConfirm that it is yours:\n${url}\n${validity}\n\n${unexpected}\n`,
    html: html`<p>${what}</p>
      <p><a href="${url}">Confirm that it is yours</a><br />${validity}</p>
      <p>${unexpected}</p>`.text,
  }
}

/** The mail to an address that has an account already. */
export function takenMail(to: string, publicUrl: string): MailMessage {
  const url = `${publicUrl}${signInPath}`
  const what =
    'Somebody wanted to use this mail address for another account of Lectern. It belongs to your account: nothing has changed, and nothing will.'
  const hint =
    'If it was you, sign in with this address, or give the account that has it another one first:'
  return {
    to,
    subject: 'This mail address has an account already – Lectern',
    text: `${what}\n\n${hint}\n${url}\n`,
    html: html`<p>${what}</p>
      <p>${hint} <a href="${url}">${url}</a></p>`.text,
  }
}

const signedOut = 'All other browsers were signed out.'

/** The mail to the address that an account had, once it has another. */
export function formerNoticeMail(to: string, { url, newEmail }: Linked): MailMessage {
  const what = `The mail address of your account was changed to ${named(newEmail)}. This address signs in to it no more. ${signedOut}`
  const unexpected = 'If it was not you, tell whoever runs this installation at once:'
  return noticeMail(to, { what, unexpected, url })
}

/** The mail to the address that an account has from now on. */
export function newNoticeMail(to: string, { url }: Pick<Linked, 'url'>): MailMessage {
  const what = `Your account has this mail address from now on: you sign in with it. ${signedOut}`
  const unexpected = 'If it was not you, look at how you sign in:'
  return noticeMail(to, { what, unexpected, url })
}

function noticeMail(
  to: string,
  { what, unexpected, url }: Readonly<Record<'what' | 'unexpected' | 'url', string>>,
): MailMessage {
  return {
    to,
    subject: 'The mail address of your account was changed – Lectern',
    text: `${what}\n\n${unexpected}\n${url}\n`,
    html: html`<p>${what}</p>
      <p>${unexpected} <a href="${url}">${url}</a></p>`.text,
  }
}

/** An address that somebody typed, of which mail programs make no link. */
function named(email: string): string {
  return quotedWords(maskedAddress(email))
}
