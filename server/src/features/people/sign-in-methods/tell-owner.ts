import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { countMails } from '#/platform/mail/mail-counts.ts'
import type { Services } from '#/platform/services.ts'

import { selectAddress } from './method-queries.ts'
import type { Change } from './method-notice.ts'
import { sendMethodNotice } from './send-method-notice.ts'

type Now = Pick<Services, 'clock'>

/** The mail address that an account goes by. */
export async function addressOf(db: Queryable, accountId: string): Promise<string> {
  return written(await db.first(selectAddress, { accountId })).email
}

interface Told {
  readonly accountId: string
  readonly notice: Change
  /** Whose provider is spoken of. */
  readonly organizationId?: string | undefined
}

/** Tells somebody that a way in was changed; false where they were told of too many today. */
export async function tellOfChange(
  tx: Transaction,
  { config, clock }: Now & Pick<Services, 'config'>,
  { accountId, notice, organizationId }: Told,
): Promise<boolean> {
  const mailsMax = config.SIGN_IN_LIMIT_MAILS
  const mails = { subject: `ways-of:${accountId}`, mails: 1, mailsMax }
  if (!(await countMails(tx, mails))) return false
  const about = organizationId === undefined ? {} : { organizationId }
  const at = clock.now().toISOString()
  enqueue(tx, sendMethodNotice, { accountId, notice, at, ...about })
  return true
}

/** Tells somebody that a recovery code of theirs was used; there are no more mails than codes. */
export function tellOfRecoveryCode(
  tx: Transaction,
  { clock }: Now,
  accountId: string,
): void {
  const at = clock.now().toISOString()
  enqueue(tx, sendMethodNotice, { accountId, notice: 'recovery-code-used', at })
}

/** Tells somebody, once in a day, that their codes are guessed: who guesses has got that far. */
export async function tellOfGuesses(
  tx: Transaction,
  { clock }: Now,
  accountId: string,
): Promise<void> {
  const mails = { subject: `codes-of:${accountId}`, mails: 1, mailsMax: 1 }
  if (!(await countMails(tx, mails))) return
  const at = clock.now().toISOString()
  enqueue(tx, sendMethodNotice, { accountId, notice: 'codes-guessed', at })
}
