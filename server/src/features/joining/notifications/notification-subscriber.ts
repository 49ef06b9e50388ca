import type { NotificationKind } from '@lectern/contract/notifications.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'
import type { EventSubscriber, StoredEvent } from '#/platform/outbox/relay.ts'
import type { Services } from '#/platform/services.ts'

import { concernsPeople, type NotableEvent, notableEventOf } from './notable-event.ts'
import { sendNotificationMail } from './notification-jobs.ts'
import {
  insertNotifications,
  openMails,
  type ReceiverRow,
  selectReceivers,
} from './notification-queries.ts'
import { readTextsTask } from './read-text-work.ts'

/** Stores the notifications of each user in a mail that collects them. */
export const notificationSubscriber: EventSubscriber = {
  name: 'notifications',
  wants: concernsPeople,
  deliver: async (event, services) => {
    const notable = await notableEventOf(services.db, event)
    if (notable === undefined) return // the subject is gone
    const reasons = await reasonsOf(services, event, notable)
    if (reasons.size === 0) return
    await services.db.transaction(async (tx) =>
      note(tx, services, { event, notable, reasons }),
    )
  },
}

/** The kinds of notification for each user, the most important first; never for the actor. */
type Reasons = ReadonlyMap<string, readonly NotificationKind[]>

async function reasonsOf(
  { threads }: Services,
  event: StoredEvent,
  { actorId, text, concerns }: NotableEvent,
): Promise<Reasons> {
  const [read] = text === null ? [] : await threads.run(event, readTextsTask, [text])
  const reasons = new Map<string, NotificationKind[]>()
  for (const [kind, userIds] of [
    ['mentions', read?.mentions ?? []] as const,
    ...concerns,
  ]) {
    for (const userId of userIds) {
      if (userId !== actorId) {
        reasons.set(userId, [...(reasons.get(userId) ?? []), kind])
      }
    }
  }
  return reasons
}

interface Noting {
  readonly event: StoredEvent
  readonly notable: NotableEvent
  readonly reasons: Reasons
}

async function note(
  tx: Transaction,
  services: Services,
  { event, notable, reasons }: Noting,
): Promise<void> {
  const { organizationId, occurredAt } = event
  const { source, actorId, place } = notable
  const userIds = [...reasons.keys()]
  const receivers = await tx.many(selectReceivers, { organizationId, userIds, source })
  const notified = receivers.flatMap((receiver) => {
    const kind = wantedKind(receiver, reasons)
    return kind === undefined ? [] : [{ ...receiver, kind, id: newId() }]
  })
  if (notified.length === 0) return
  const mails = await tx.many(openMails, {
    organizationId,
    userIds: notified.map(({ user_id }) => user_id),
    ids: notified.map(({ id }) => id),
  })
  const mailOf = new Map(mails.map((mail) => [mail.user_id, mail.id]))
  await tx.run(insertNotifications, {
    organizationId,
    source,
    actorId,
    spaceId: place.spaceId,
    changeRequestId: place.changeRequestId ?? null,
    commentId: place.commentId ?? null,
    replyId: place.replyId ?? null,
    reviewId: place.reviewId ?? null,
    occurredAt,
    userIds: notified.map(({ user_id }) => user_id),
    mailIds: notified.map(({ user_id }) => mailOf.get(user_id) ?? ''),
    kinds: notified.map(({ kind }) => kind),
  })
  for (const { user_id: userId, kind, digest, id } of notified) {
    const mailId = mailOf.get(userId)
    if (mailId === undefined) continue
    const waitSeconds = isUrgent(kind, digest)
      ? 0
      : services.config.NOTIFICATION_DIGEST_SECONDS
    // A mail that was open before has its job already.
    if (mailId === id || waitSeconds === 0) {
      const payload = { organizationId, mailId }
      enqueue(tx, sendNotificationMail, payload, { startAfterSeconds: waitSeconds })
    }
  }
}

/** The most important kind that the user has not muted. */
function wantedKind(
  { user_id: userId, muted }: ReceiverRow,
  reasons: Reasons,
): NotificationKind | undefined {
  return reasons.get(userId)?.find((kind) => !muted.includes(kind))
}

/**
 * Whether a notification, with all collected ones, is mailed at once, as requests for review are.
 */
function isUrgent(kind: NotificationKind, digest: string): boolean {
  return kind === 'reviewRequests' || digest === 'instant'
}
