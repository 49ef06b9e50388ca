import { hash } from 'node:crypto'

import { requireFreshSignIn } from '#/access/session.ts'
import { countForAddress } from '#/features/joining/sign-in/public.ts'
import { deletePendingEmailChange } from '#/features/people/sessions/public.ts'
import { addressOf } from '#/features/people/sign-in-methods/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { rateLimited } from '#/platform/errors/api-error.ts'
import type { Caller } from '#/platform/http/caller.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { countMails, secondsUntilTomorrow } from '#/platform/mail/mail-counts.ts'
import { mailboxOf } from '#/platform/mail/mailbox.ts'
import type { Services } from '#/platform/services.ts'

import { emailUnchanged, tooManyEmailChanges } from './email-change-errors.ts'
import { sendEmailLink } from './email-change-jobs.ts'
import { insertEmailChange } from './email-change-queries.ts'

const hours = 24
const quarterSeconds = 900
/** A link to each address, and a notice to each once it is done. */
const mailsOfChange = 4

export type Asking = Pick<Services, 'config' | 'clock' | 'log' | 'metrics'> & {
  readonly caller: Caller
}

interface Asked {
  /** The address that the account is to have, in its stored form. */
  readonly email: string
  /** The network address that the request came from. */
  readonly address: string
}

/**
 * Begins to change the address of the caller, in place of what was begun before. What happens here is
 * the same for any address, whoever has it.
 */
export async function askForChange(
  tx: Transaction,
  context: Asking,
  { email, address }: Asked,
): Promise<void> {
  const { userId: accountId } = context.caller
  await tx.first(lockAccount, { userId: accountId })
  await requireFreshSignIn(tx, context, { tokens: 'refused' })
  const formerEmail = (await addressOf(tx, accountId)).toLowerCase()
  if (email === formerEmail) throw emailUnchanged()
  await countForCaller(tx, context, address)
  const changeId = newId()
  await tx.run(deletePendingEmailChange, { accountId })
  const addresses = { formerEmail, newEmail: email }
  await tx.run(insertEmailChange, { accountId, changeId, ...addresses, hours })
  enqueue(tx, sendEmailLink, { accountId, changeId, side: 'former' })
  // To say that too many mails went to this mailbox would tell what others do.
  if (await mayMailTo(tx, context, email)) {
    enqueue(tx, sendEmailLink, { accountId, changeId, side: 'new' })
  }
}

async function countForCaller(
  tx: Transaction,
  { config, clock, caller }: Asking,
  address: string,
): Promise<void> {
  if (!(await countForAddress(tx, address, config.SIGN_IN_LIMIT_ADDRESS))) {
    throw rateLimited(quarterSeconds)
  }
  const changesMax = changesMaxOf(config)
  const subject = `email-change-of:${caller.userId}`
  if (await countMails(tx, { subject, mails: 1, mailsMax: changesMax })) return
  const seconds = secondsUntilTomorrow(clock.now())
  throw tooManyEmailChanges(changesMax, { seconds })
}

async function mayMailTo(
  tx: Transaction,
  { config, log, metrics, caller }: Asking,
  email: string,
): Promise<boolean> {
  const subject = `email-change-to:${hash('sha256', mailboxOf(email), 'hex')}`
  const mailsMax = changesMaxOf(config)
  if (await countMails(tx, { subject, mails: 1, mailsMax })) return true
  metrics.mail('sign-in', 'withheld')
  log.warn({ accountId: caller.userId }, 'a link to a new mail address was not mailed')
  return false
}

function changesMaxOf({ SIGN_IN_LIMIT_MAILS: mails }: Asking['config']): number {
  return Math.ceil(mails / mailsOfChange)
}
