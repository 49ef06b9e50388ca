import { html } from '#/platform/html/html.ts'
import type { MailMessage } from '#/platform/mail/message.ts'
import { quotedWords } from '#/platform/mail/plain-words.ts'

/** What was changed: but where an organization was joined, all other sessions have ended by that. */
export type Change =
  | 'organization-joined'
  | 'organization-removed'
  | 'password-set'
  | 'password-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-added'
  | 'provider-removed'
  | 'second-factor-set'
  | 'second-factor-removed'
  | 'recovery-codes-replaced'

export type Notice = Change | 'recovery-code-used' | 'codes-guessed'

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const signedOut = 'All other browsers were signed out.'

/** Stands for the organization whose provider is spoken of. */
const whose = '{organization}'

/** The subject of a mail, and what it says besides. */
const words: Readonly<Record<Notice, readonly [string, string]>> = {
  'organization-joined': [
    `Your account was joined with the single sign-on of ${whose}`,
    'From now on it signs you in to this organization, and to nothing else of your account.',
  ],
  'organization-removed': [
    `The single sign-on of ${whose} was removed from your account`,
    `${signedOut} You stay a member of the organization. Before its single sign-on signs you in again, you are asked.`,
  ],
  'password-set': ['The password of your account was set or changed', signedOut],
  'password-removed': ['The password of your account was removed', signedOut],
  'passkey-added': ['A passkey was added to your account', signedOut],
  'passkey-removed': ['A passkey of your account was removed', signedOut],
  'provider-added': ['An identity provider can now sign in to your account', signedOut],
  'provider-removed': ['An identity provider of your account was removed', signedOut],
  'second-factor-set': [
    'The second factor of your account was set or changed',
    signedOut,
  ],
  'second-factor-removed': ['The second factor of your account was removed', signedOut],
  'recovery-codes-replaced': [
    'The recovery codes of your account were replaced',
    signedOut,
  ],
  'recovery-code-used': [
    'A recovery code of your account was used to sign in',
    'It works no more.',
  ],
  'codes-guessed': [
    'Somebody typed many wrong codes to sign in to your account',
    'They know your password or read your mail: change your password.',
  ],
}

interface Told {
  readonly notice: Notice
  readonly at: string
  readonly url: string
  /** The title of the organization that the notice speaks of. */
  readonly organization: string | undefined
}

/** The mail that tells of what happened to the ways in. */
export function methodNotice(
  to: string,
  { notice, at, url, organization }: Told,
): MailMessage {
  const [said, besides] = words[notice]
  const title = organization === undefined ? 'an organization' : quotedWords(organization)
  const subject = said.replace(whose, () => title)
  const what = `${subject}, on ${dateFormat.format(new Date(at))} UTC. ${besides}`
  const unexpected =
    'If it was not you, sign in at once by a link that you have mailed to you, and look at how you sign in:'
  const page = `${url}/~sign-in`
  return {
    to,
    subject: `${subject} – Lectern`,
    text: `${what}\n\n${unexpected}\n${page}\n`,
    html: html`<p>${what}</p>
      <p>${unexpected} <a href="${page}">${page}</a></p>`.text,
  }
}
