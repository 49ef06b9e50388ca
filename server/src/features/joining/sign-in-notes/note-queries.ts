import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { AuditEntry } from '#/platform/outbox/outbox.ts'

export const selectNoteMoment = statement<object, { now: string }>(
  'sign-in-note.moment',
  () => sql`select now()`,
)

interface Refusals {
  readonly organizationId: string
  /** The member or the provider that somebody was refused at. */
  readonly targetId: string
  readonly reason: string
  readonly at: string
  readonly rowsMax: number
}

const quarterOf = (at: string) =>
  sql`date_bin('15 minutes', ${at}::timestamptz, timestamptz '2000-01-01 00:00Z')`

/** How many refusals of one kind were noted in the quarter of an hour of that time. */
export const countRefusals = statement(
  'sign-in-note.refusals',
  (p: Refusals) => sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from audit_event
      where organization_id = ${p.organizationId} and target_id = ${p.targetId}
        and occurred_at >= ${quarterOf(p.at)}
        and occurred_at < ${quarterOf(p.at)} + interval '15 minutes'
        and action = 'member_sign_in_refused' and details ->> 'reason' = ${p.reason}
      limit ${p.rowsMax}::integer
    ) as noted`,
)

/** Writes an entry at the time that it tells of; one that is there already stays as it is. */
export const insertNote = statement(
  'sign-in-note.insert',
  (p: AuditEntry & { readonly id: string; readonly at: string }) =>
    sqlBuilder
      .insertInto('audit_event')
      .values({
        organization_id: p.organizationId,
        id: p.id,
        occurred_at: p.at,
        action: p.action,
        actor_id: p.actorId,
        target_kind: p.targetKind,
        target_id: p.targetId,
        request_id: p.requestId,
        details: sql`${p.details}::jsonb`,
      })
      .onConflict((oc) =>
        oc.columns(['organization_id', 'occurred_at', 'id']).doNothing(),
      ),
)
