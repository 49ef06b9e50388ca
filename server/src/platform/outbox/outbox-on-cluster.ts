import { sql } from 'kysely'

import { toWire, type WireStatement } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'

import type { RecordedRows } from './outbox.ts'

const lockSubjects = statement(
  'outbox.lock-subjects',
  (p: Pick<RecordedRows, 'subjects'>) => sql`
    select pg_advisory_xact_lock(hashtextextended(s, 0))
    from unnest(${p.subjects}::text[]) as s`,
)

const insertPending = statement(
  'outbox.insert-pending',
  (p: Pick<RecordedRows, 'organizationId' | 'events'>) => sql`
    insert into event_pending (id, organization_id, occurred_at, subject)
    select r.id, ${p.organizationId}, clock_timestamp(), r.subject
    from jsonb_to_recordset(${p.events}::jsonb) as r (id text, subject text)`,
)

const insertEvents = statement(
  'outbox.insert-events',
  (p: Pick<RecordedRows, 'organizationId' | 'events'>) => sql`
    insert into event (organization_id, id, occurred_at, type, subject, payload)
    select ${p.organizationId}, r.id, p.occurred_at, r.type, r.subject, r.payload
    from jsonb_to_recordset(${p.events}::jsonb)
      as r (id text, type text, subject text, payload jsonb)
    join event_pending as p on p.id = r.id`,
)

const insertEntries = statement(
  'outbox.insert-entries',
  (p: Pick<RecordedRows, 'organizationId' | 'entries'>) => sql`
    insert into audit_event
      (organization_id, id, action, actor_id, target_kind, target_id, request_id, details)
    select ${p.organizationId}, r.id, r.action, r."actorId", r."targetKind", r."targetId",
      r."requestId", r.details
    from jsonb_to_recordset(${p.entries}::jsonb)
      as r (id text, action text, "actorId" text, "targetKind" text, "targetId" text,
        "requestId" text, details jsonb)`,
)

/**
 * The same in several statements: on a cluster one cannot write to tables of several nodes. The
 * coordinator has the locks, the clock and the pending events, and gives each event their time.
 */
export function recordOnCluster(rows: RecordedRows): readonly WireStatement[] {
  return [
    ...(rows.subjects.length > 0
      ? [
          toWire(lockSubjects, rows),
          toWire(insertPending, rows),
          toWire(insertEvents, rows),
        ]
      : []),
    ...(rows.entries === '[]' ? [] : [toWire(insertEntries, rows)]),
  ]
}
