import { sql } from 'kysely'

import { isLedThrough } from '#/features/people/saml-providers/public.ts'
import { statement } from '#/platform/database/statement.ts'

type OfMail = Readonly<{ organizationId: string; mailId: string }>

export interface ReceiverRow {
  readonly user_id: string
  readonly muted: readonly string[]
  readonly digest: string
}

/**
 * The given users who are active members, have come through the single sign-on that they must use,
 * and have no notification from this source yet.
 */
export const selectReceivers = statement(
  'notification.receivers',
  (p: { organizationId: string; userIds: readonly string[]; source: string }) =>
    sql<ReceiverRow>`
    select me.user_id, coalesce(held.muted, '{}') as muted,
      coalesce(held.digest, 'collected') as digest
    from member as me
    left join notification_preference as held on held.account_id = me.user_id
    where me.organization_id = ${p.organizationId}
      and me.user_id = any (${p.userIds}::text[]) and not me.disabled
      and ${isLedThrough(p)}
      and not exists (
        select from notification as n
        where n.organization_id = ${p.organizationId} and n.user_id = me.user_id
          and n.source = ${p.source})
    order by me.user_id`,
)

/** The open mail of each user, which collects notifications; created where there is none. */
export const openMails = statement(
  'notification-mail.open',
  // The order keeps two concurrent events from a deadlock.
  (p: {
    organizationId: string
    userIds: readonly string[]
    ids: readonly string[]
  }) => sql<{ id: string; user_id: string }>`
    insert into notification_mail as mail (organization_id, id, user_id)
    select ${p.organizationId}, wanted.id, wanted.user_id
    from unnest(${p.ids}::text[], ${p.userIds}::text[]) as wanted (id, user_id)
    order by wanted.user_id collate "C"
    on conflict (organization_id, user_id) where closed_at is null do update
      set user_id = mail.user_id
    returning mail.id, mail.user_id`,
)

interface NewNotifications {
  readonly organizationId: string
  readonly source: string
  readonly actorId: string
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly commentId: string | null
  readonly replyId: string | null
  readonly reviewId: string | null
  readonly occurredAt: string
  readonly userIds: readonly string[]
  readonly mailIds: readonly string[]
  readonly kinds: readonly string[]
}

/** Inserts notifications; none for a space that was transferred or deleted. */
export const insertNotifications = statement(
  'notification.insert',
  (p: NewNotifications) => sql`
    insert into notification (
      organization_id, user_id, source, mail_id, kind, actor_id, space_id,
      change_request_id, comment_id, reply_id, review_id, occurred_at)
    select ${p.organizationId}, told.user_id, ${p.source}, told.mail_id, told.kind,
      ${p.actorId}, s.id, ${p.changeRequestId}, ${p.commentId}, ${p.replyId},
      ${p.reviewId}, ${p.occurredAt}::timestamptz
    from unnest(${p.userIds}::text[], ${p.mailIds}::text[], ${p.kinds}::text[])
      as told (user_id, mail_id, kind)
    join space as s on s.organization_id = ${p.organizationId} and s.id = ${p.spaceId}
    on conflict do nothing`,
)

export interface UnsentRow {
  readonly user_id: string
  readonly is_closed: boolean
  /** Whether the mail waits for another day, because too many were sent on this one. */
  readonly is_held: boolean
}

/** Locks a mail; no row when it was sent. */
export const lockUnsent = statement(
  'notification-mail.lock',
  (p: OfMail) => sql<UnsentRow>`
    select user_id, closed_at is not null as is_closed,
      coalesce(held_until > now(), false) as is_held
    from notification_mail
    where organization_id = ${p.organizationId} and id = ${p.mailId} and sent_at is null
    for update`,
)

/** Closes a mail, so that it collects no more notifications. */
export const closeMail = statement(
  'notification-mail.close',
  (p: OfMail) => sql`
    update notification_mail set closed_at = now()
    where organization_id = ${p.organizationId} and id = ${p.mailId}`,
)

/** Holds a mail until the next day, by UTC; it goes on collecting. */
export const holdMail = statement(
  'notification-mail.hold',
  (p: OfMail) => sql`
    update notification_mail
    set held_until = date_trunc('day', now(), 'UTC') + interval '1 day'
    where organization_id = ${p.organizationId} and id = ${p.mailId}`,
)

export const selectUnsent = statement(
  'notification-mail.unsent',
  (p: OfMail) => sql<{ user_id: string }>`
    select user_id from notification_mail
    where organization_id = ${p.organizationId} and id = ${p.mailId} and sent_at is null`,
)

export const markSent = statement(
  'notification-mail.sent',
  (p: OfMail) => sql`
    update notification_mail set sent_at = now()
    where organization_id = ${p.organizationId} and id = ${p.mailId}`,
)

/** Deletes the mails that a user got long ago, with their notifications. */
export const forgetSent = statement(
  'notification-mail.forget',
  (p: { organizationId: string; userId: string; days: number }) => sql`
    delete from notification_mail
    where organization_id = ${p.organizationId} and user_id = ${p.userId}
      and sent_at < now() - make_interval(days => ${p.days}::integer)`,
)
