import { hash } from 'node:crypto'

import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import { countMails, secondsUntilTomorrow } from '#/platform/mail/mail-counts.ts'
import { mailboxOf } from '#/platform/mail/mailbox.ts'
import type { By } from '#/platform/outbox/recorder.ts'
import type { Services } from '#/platform/services.ts'

import { mailLimitReached } from './invite-errors.ts'
import { sendInviteMail } from './invite-jobs.ts'
import { markMailed, unmarkMailed } from './mail-invite-queries.ts'

/** Who invites, and what tells and bounds it. */
export type Inviting = By & Pick<Services, 'config' | 'clock' | 'metrics' | 'log'>

type OfInvites = Readonly<{ organizationId: string; inviteIds: readonly string[] }>

/**
 * Has invites mailed that were not mailed within a day, as far as the bounds of the day go. A caller
 * who meets a bound of their own is told so; a bound of the recipient shows in the log alone, since
 * it would tell what other organizations do.
 */
export async function mailInvites(
  tx: Transaction,
  context: Inviting,
  { organizationId, inviteIds }: OfInvites,
): Promise<void> {
  const due = await tx.many(markMailed, { organizationId, inviteIds })
  const byRecipient = due
    .map(({ id, email }) => ({ id, subject: `invites-to:${digestOf(email)}` }))
    // Every transaction counts in the same order, which prevents deadlocks.
    .toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
  const mailsMax = context.config.INVITE_LIMIT_RECIPIENT
  const counted = await Promise.all(
    byRecipient.map(async ({ id, subject }) => ({
      id,
      isAllowed: await countMails(tx, { subject, mails: 1, mailsMax }),
    })),
  )
  const allowed = counted.flatMap(({ id, isAllowed }) => (isAllowed ? [id] : []))
  const withheld = counted.flatMap(({ id, isAllowed }) => (isAllowed ? [] : [id]))
  await countForSender(tx, context, { organizationId, mails: allowed.length })
  for (const inviteId of allowed) {
    enqueue(tx, sendInviteMail, { organizationId, inviteId })
  }
  if (withheld.length === 0) return
  await tx.run(unmarkMailed, { organizationId, inviteIds: withheld })
  for (const inviteId of withheld) {
    context.metrics.mail('invite', 'withheld')
    context.log.warn({ organizationId, inviteId }, 'invite was not mailed')
  }
}

/** Counts mails for the caller and the organization, or refuses them. */
async function countForSender(
  tx: Transaction,
  { caller, config, clock }: Inviting,
  { organizationId, mails }: Readonly<{ organizationId: string; mails: number }>,
): Promise<void> {
  const bounds = [
    ['You', `invites-by:${caller.userId}`, config.INVITE_LIMIT_SENDER],
    [
      `The organization "${organizationId}"`,
      `invites-of:${organizationId}`,
      config.INVITE_LIMIT_ORGANIZATION,
    ],
  ] as const
  for (const [whose, subject, mailsMax] of bounds) {
    if (await countMails(tx, { subject, mails, mailsMax })) continue
    const seconds = secondsUntilTomorrow(clock.now())
    throw mailLimitReached(whose, { mailsMax, seconds })
  }
}

function digestOf(email: string): string {
  return hash('sha256', mailboxOf(email), 'hex')
}
