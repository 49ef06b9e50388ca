import type { Session } from '#/platform/database/session.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, type Job, job } from '#/platform/jobs/job.ts'
import { countMails, secondsUntilTomorrow } from '#/platform/mail/mail-counts.ts'
import { MailRefused } from '#/platform/mail/mail-errors.ts'
import type { Services } from '#/platform/services.ts'

import {
  type AddresseeRow,
  selectAddressee,
  selectNotified,
} from './mail-contents-queries.ts'
import { notificationMail, type NotifiedText } from './notification-mail.ts'
import {
  closeMail,
  forgetSent,
  holdMail,
  lockUnsent,
  markSent,
  selectUnsent,
} from './notification-queries.ts'
import { readTextsTask } from './read-text-work.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

type OfMail = Readonly<{ organizationId: string; mailId: string }>

// The retries outlast an evening without a mail server: pauses grow to five minutes.
const retriesMax = 100

/** The clocks of a worker and of the database may differ: a held mail is tried when both agree. */
const heldMarginSeconds = 60

/** The days for which sent mails are stored, so that a repeated event notifies nobody twice. */
const rememberedDays = 30

/**
 * Sends a collected mail. It is closed, sent, and only then marked as sent, so that no crash loses
 * it. If a worker dies after the mail server took the mail, it is sent again under the same message
 * id, which mail programs show once.
 */
export const sendNotificationMail: Job<OfMail> = job(
  'notifications.send-mail',
  { retriesMax },
  async (of, services) => {
    const { db } = services
    const isClosed = await db.transaction(async (tx) => close(tx, services, of))
    if (!isClosed) return // the mail was sent, waits for another day, or its receiver has left
    const session = await db.session()
    try {
      // The sending job holds a lock, which ends with its session; another job for the same mail
      // stops.
      if (!(await session.tryLock(`notification-mail ${of.mailId}`))) return
      await send(session, services, of)
    } finally {
      await session.close()
    }
  },
)

/**
 * Closes a mail that its reader and its organization may still have today, and holds any other until
 * tomorrow. A held mail has one job that waits for that.
 */
async function close(
  tx: Transaction,
  { config, clock, log, metrics }: Services,
  of: OfMail,
): Promise<boolean> {
  const { organizationId, mailId } = of
  const mail = await tx.first(lockUnsent, of)
  if (mail === undefined || mail.is_closed) return mail !== undefined
  if (mail.is_held) return false
  const counts = [
    [`notifications-to:${mail.user_id}`, config.NOTIFICATION_LIMIT_RECIPIENT],
    [`notifications-of:${organizationId}`, config.NOTIFICATION_LIMIT_ORGANIZATION],
  ] as const
  for (const [subject, mailsMax] of counts) {
    if (await countMails(tx, { subject, mails: 1, mailsMax })) continue
    await tx.run(holdMail, of)
    const startAfterSeconds = secondsUntilTomorrow(clock.now()) + heldMarginSeconds
    enqueue(tx, sendNotificationMail, of, { startAfterSeconds })
    metrics.mail('notification', 'held')
    log.warn({ organizationId, mailId }, 'notification mail waits for the next day')
    return false
  }
  await tx.run(closeMail, of)
  return true
}

async function send(session: Session, services: Services, of: OfMail): Promise<void> {
  const { organizationId, mailId } = of
  const prepared = await session.transaction(async (tx) => {
    const unsent = await tx.first(selectUnsent, of)
    if (unsent === undefined) return undefined
    const userId = unsent.user_id
    const [addressee, notified] = await Promise.all([
      tx.first(selectAddressee, { organizationId, userId }),
      tx.many(selectNotified, of),
    ])
    return { userId, addressee, notified }
  })
  if (prepared === undefined) return
  const { userId, addressee, notified } = prepared
  const wanted = notified.filter(({ kind }) => addressee?.muted.includes(kind) === false)
  if (addressee !== undefined && wanted.length > 0) {
    const texts = await withExcerpts(services, of, wanted)
    await deliver(services, { mailId, userId, addressee, texts })
  }
  await session.transaction(async (tx) => {
    await Promise.all([
      tx.run(markSent, of),
      tx.run(forgetSent, { organizationId, userId, days: rememberedDays }),
    ])
  })
}

async function withExcerpts<Row extends { readonly body: string | null }>(
  { threads }: Services,
  of: OfMail,
  rows: readonly Row[],
): Promise<(Row & { readonly excerpt: string })[]> {
  const bodies = rows.map(({ body }) => body ?? '')
  const read = await threads.run(of, readTextsTask, bodies)
  return rows.map((row, index) => ({ ...row, excerpt: read[index]?.excerpt ?? '' }))
}

interface Delivery {
  readonly mailId: string
  readonly userId: string
  readonly addressee: AddresseeRow
  readonly texts: readonly NotifiedText[]
}

async function deliver(
  { mail, config, signer, log, metrics }: Services,
  { mailId, userId, addressee, texts }: Delivery,
): Promise<void> {
  const message = notificationMail({
    config,
    texts,
    to: addressee.email,
    organizationTitle: addressee.organization_title,
    messageId: `notification-${mailId}`,
    unsubscribeUrl: (subscription) =>
      `${config.PUBLIC_URL}${unsubscribePath(signer, { userId, subscription })}`,
  })
  try {
    await mail.send(message)
    metrics.mail('notification', 'sent')
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    // The log omits the cause: mail servers quote what they refuse, and logs must not hold what
    // users wrote.
    metrics.mail('notification', 'refused')
    log.warn({ mailId, why: error.message }, 'notification mail was refused')
  }
}
