import { words } from '#/features/joining/page-words/public.ts'
import { html } from '#/platform/html/html.ts'
import { type Language, languages } from '#/platform/html/language.ts'
import type { MailMessage } from '#/platform/mail/message.ts'

interface Link {
  readonly to: string
  readonly url: string
  /** That of whoever asked for it. */
  readonly language: Language | undefined
}

/** The mail with a link that signs in. */
export function signInMail(link: Link): MailMessage {
  const { common } = words[link.language ?? 'en']
  return mailWith(common.signInToLectern, link)
}

/** The mail with a link that opens an account. */
export function signUpMail(link: Link): MailMessage {
  const { mails } = words[link.language ?? 'en']
  return mailWith(mails.signUp, link)
}

function mailWith(subject: string, { to, url, language = 'en' }: Link): MailMessage {
  const { validity, unexpected } = words[language].mails
  const { tag, direction } = languages[language]
  const text = `${subject}:\n${url}\n\n${validity}\n${unexpected}\n`
  return {
    to,
    subject,
    text,
    html: html`<div lang="${tag}" dir="${direction}">
      <p><a href="${url}">${subject}</a></p>
      <p>${validity}<br />${unexpected}</p>
    </div>`.text,
  }
}
