import { selectTitle } from '#/features/people/saml-providers/public.ts'
import { job } from '#/platform/jobs/job.ts'
import { MailRefused } from '#/platform/mail/mail-errors.ts'

import { selectAddress } from './method-queries.ts'
import { methodNotice, type Notice } from './method-notice.ts'

interface Changed {
  readonly accountId: string
  readonly notice: Notice
  /** When it was changed. */
  readonly at: string
  /** Whose provider is spoken of. */
  readonly organizationId?: string
}

/** Tells somebody that one of their ways in was changed, in case it was not they who did it. */
export const sendMethodNotice = job<Changed>(
  'sign-in-methods.send-notice',
  {},
  async (
    { accountId, notice, at, organizationId },
    { db, mail, log, config, metrics },
  ) => {
    const account = await db.first(selectAddress, { accountId })
    if (account === undefined) return // the account is gone
    const named =
      organizationId === undefined
        ? undefined
        : await db.first(selectTitle, { organizationId })
    const about = { notice, at, url: config.PUBLIC_URL, organization: named?.title }
    try {
      await mail.send(methodNotice(account.email, about))
      metrics.mail('sign-in-method', 'sent')
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      metrics.mail('sign-in-method', 'refused')
      log.warn({ accountId, notice }, 'a mail about a way to sign in was refused')
    }
  },
)
