import type { Language } from '#/platform/html/language.ts'
import { job } from '#/platform/jobs/job.ts'
import { MailRefused } from '#/platform/mail/mail-errors.ts'
import type { MailMessage } from '#/platform/mail/message.ts'
import type { Services } from '#/platform/services.ts'

import { signInMail, signUpMail } from './sign-in-mail.ts'
import { selectSignInMail } from './sign-in-mail-queries.ts'
import { createSignInLink } from './sign-in-links.ts'
import { createSignUpPath, maySignUp } from './sign-up.ts'

/**
 * Mails a link that signs in, if the address has an account, or one that opens an account, if it may
 * have one. Each attempt makes another link: no plain secret is ever stored.
 */
export const sendSignInMail = job<{ signInMailId: string; language?: Language }>(
  'sign-in.send-mail',
  { retriesMax: 3 },
  async ({ signInMailId: id, language }, services) => {
    const { db, config } = services
    const prepared = await db.transaction(async (tx) => {
      const asked = await tx.first(selectSignInMail, { id })
      if (asked === undefined) return undefined
      const { email, account_id: accountId, flow_hash: flowHash } = asked
      if (accountId !== null) {
        return { asked, path: await createSignInLink(tx, { accountId, flowHash }) }
      }
      return (await maySignUp(tx, config, email))
        ? { asked, path: await createSignUpPath(tx, services, { email, flowHash }) }
        : undefined
    })
    if (prepared === undefined) return // nobody has this address or may have it, or it is too late
    const { asked, path } = prepared
    const url = new URL(`${config.PUBLIC_URL}${path}`)
    if (asked.return_path !== null) url.searchParams.set('to', asked.return_path)
    const write = asked.account_id === null ? signUpMail : signInMail
    await sendLinkMail(services, write({ to: asked.email, url: url.href, language }), {
      signInMailId: id,
    })
  },
)

/** Sends a mail with a link that signs in; fails, to be tried again, unless it is refused for good. */
export async function sendLinkMail(
  { mail, log, metrics }: Pick<Services, 'mail' | 'log' | 'metrics'>,
  message: MailMessage,
  noted: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await mail.send(message)
    metrics.mail('sign-in', 'sent')
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      // No cause: mail servers quote what they refuse, and logs must not keep a working link.
      // oxlint-disable-next-line preserve-caught-error -- as above
      throw new Error('A link to sign in could not be mailed')
    }
    metrics.mail('sign-in', 'refused')
    log.warn(noted, 'a link to sign in was refused')
  }
}
