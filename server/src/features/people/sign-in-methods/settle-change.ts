import { endSessionsOf, renewSession } from '#/features/people/sessions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Caller } from '#/platform/http/caller.ts'
import { secondsUntilTomorrow } from '#/platform/mail/mail-counts.ts'
import type { Services } from '#/platform/services.ts'

import { tooManyChanges } from './method-errors.ts'
import type { Change } from './method-notice.ts'
import { tellOfChange } from './tell-owner.ts'

/** Who changes their ways in: somebody with a session that is fresh. */
export type Changing = Pick<Services, 'config' | 'clock' | 'log'> & {
  readonly caller: Caller
}

/** The Set-Cookie header of the session, which gets another secret; none for what changed nothing. */
export type Changed = Promise<string | undefined>

/** What every change of a way in brings about: a mail, no other session, and another secret for this one. */
export async function settleChange(
  tx: Transaction,
  { config, clock, log, caller: { userId: accountId, session } }: Changing,
  notice: Change,
  // oxlint-disable-next-line max-params -- a transaction, who changes what, and whose provider it was
  organizationId?: string,
): Changed {
  if (
    !(await tellOfChange(tx, { config, clock }, { accountId, notice, organizationId }))
  ) {
    const seconds = secondsUntilTomorrow(clock.now())
    throw tooManyChanges(config.SIGN_IN_LIMIT_MAILS, { seconds })
  }
  await endSessionsOf(tx, accountId, { exceptId: session?.id })
  log.info({ accountId, notice }, 'a way to sign in was changed')
  if (session === undefined) return undefined
  return (await renewSession(tx, config, { hash: session.hash }))?.cookie
}
