import { sql } from 'kysely'

import { isVisible } from '#/access/content-access.ts'
import { isLedThrough } from '#/features/people/saml-providers/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface AddresseeRow {
  readonly email: string
  readonly muted: readonly string[]
  readonly organization_title: string
}

/**
 * The receiver of a mail; no row for one who left, was suspended, has no verified address, or never
 * came through the single sign-on that they must use.
 */
export const selectAddressee = statement(
  'notification-mail.addressee',
  (p: { organizationId: string; userId: string }) => sql<AddresseeRow>`
    select a.email, coalesce(held.muted, '{}') as muted, o.title as organization_title
    from member as me
    join organization as o on o.organization_id = ${p.organizationId}
    join account as a on a.id = me.user_id
    join account_email as e on e.email = a.email and e.verified_at is not null
    left join notification_preference as held on held.account_id = a.id
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.userId}
      and not me.disabled and ${isLedThrough(p)}`,
)

export interface NotifiedRow {
  readonly kind: string
  readonly actor_name: string | null
  readonly space_id: string
  readonly space_title: string
  readonly number: number | null
  readonly subject: string | null
  readonly page_title: string | null
  readonly review_status: string | null
  readonly is_reply: boolean
  readonly is_comment: boolean
  /** The Markdown of the comment or description; null where there is none. */
  readonly body: string | null
}

/**
 * The notifications of a mail, oldest first: only those whose subject exists and is visible to the
 * receiver.
 */
export const selectNotified = statement(
  'notification-mail.told',
  (p: { organizationId: string; mailId: string }) => sql<NotifiedRow>`
    select n.kind, a.display_name as actor_name, n.space_id, node.title as space_title,
      r.number, r.subject, page.title as page_title, v.status as review_status,
      n.reply_id is not null as is_reply, n.comment_id is not null as is_comment,
      coalesce(y.body, c.body, said.body,
        case when n.kind = 'mentions' then r.description end) as body
    from notification as n
    join member as me on me.organization_id = ${p.organizationId} and me.user_id = n.user_id
      and not me.disabled
    join content_node as node on node.organization_id = ${p.organizationId}
      and node.id = n.space_id and node.state = 'live' and node.deleted_at is null
    left join account as a on a.id = n.actor_id
    left join change_request as r on r.organization_id = ${p.organizationId}
      and r.space_id = n.space_id and r.id = n.change_request_id
    left join comment as c on c.organization_id = ${p.organizationId}
      and c.space_id = n.space_id and c.id = n.comment_id
    left join comment_reply as y on y.organization_id = ${p.organizationId}
      and y.space_id = n.space_id and y.comment_id = n.comment_id and y.id = n.reply_id
    left join change_request_review as v on v.organization_id = ${p.organizationId}
      and v.space_id = n.space_id and v.change_request_id = n.change_request_id
      and v.id = n.review_id
    left join comment as said on said.organization_id = ${p.organizationId}
      and said.space_id = v.space_id and said.id = v.comment_id
    left join lateral (
      select e.title from entry_version as e
      where e.organization_id = ${p.organizationId} and e.space_id = c.space_id
        and e.branch_id = c.space_id and e.entry_id = c.page_id and e.to_number is null
        and c.change_request_id is null
      limit 1
    ) as page on true
    where n.organization_id = ${p.organizationId} and n.mail_id = ${p.mailId}
      and ${isVisible(p)}
      and (n.change_request_id is null or r.id is not null)
      and (n.comment_id is null or c.id is not null)
      and (n.reply_id is null or y.id is not null)
      and (n.review_id is null or v.id is not null)
    order by n.occurred_at, n.source`,
)
