import { noteRefused, type Origin } from '#/features/joining/sign-in-notes/public.ts'
import { findAccountOf } from '#/features/people/sign-in-methods/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Language } from '#/platform/html/language.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { countMails } from '#/platform/mail/mail-counts.ts'
import type { Services } from '#/platform/services.ts'

import { countForAccount, countForAddress, mailSubjectOf } from './attempts.ts'
import { sendSignInMail } from './send-sign-in-mail.ts'
import { insertSignInMail } from './sign-in-mail-queries.ts'

const minutes = 15

type Asking = Pick<Services, 'config' | 'log' | 'metrics'>

interface Addressed {
  readonly email: string
  /** The network address that the request came from. */
  readonly address: string
  readonly origin: Origin
  readonly deviceHash: string | undefined
}

interface AskedMail extends Addressed {
  readonly language: Language
  readonly flowHash: string
  readonly to: string | undefined
}

/**
 * Has a link mailed to an address, if an account has it: what happens here is the same for any
 * address. False where too much was tried from where the request came from.
 */
export async function askForMail(
  tx: Transaction,
  services: Asking,
  { email, address, origin, flowHash, deviceHash, to, language }: AskedMail,
): Promise<boolean> {
  const { config } = services
  if (!(await countForAddress(tx, address, config.SIGN_IN_LIMIT_ADDRESS))) return false
  const addressed = { email, address, origin, deviceHash }
  if (!(await mayMail(tx, services, addressed))) return true
  const id = newId()
  const returnPath = to ?? null
  await tx.run(insertSignInMail, { id, email, flowHash, returnPath, minutes })
  enqueue(tx, sendSignInMail, { signInMailId: id, language })
  return true
}

/** Counts a link for the mailbox that it goes to; false, which the log alone tells, for too many. */
export async function mayMail(
  tx: Transaction,
  { config, log, metrics }: Asking,
  { email, address, origin, deviceHash }: Addressed,
): Promise<boolean> {
  const subject = await mailSubjectOf(tx, { email, deviceHash })
  const most = config.SIGN_IN_LIMIT_ACCOUNT
  const counted = await countForAccount(tx, `mail-${subject}`, most)
  if (counted === 'one-too-many') {
    const accountId = await findAccountOf(tx, email)
    const refusal = { accountId, by: 'link', reason: 'too_many_attempts' } as const
    await noteRefused(tx, origin, refusal)
  }
  const isAllowed =
    counted === 'counted' &&
    (await countMails(tx, {
      subject: `sign-in-${subject}`,
      mails: 1,
      mailsMax: config.SIGN_IN_LIMIT_MAILS,
    }))
  if (isAllowed) return true
  metrics.mail('sign-in', 'withheld')
  log.warn({ address }, 'a link to sign in was not mailed')
  return false
}
