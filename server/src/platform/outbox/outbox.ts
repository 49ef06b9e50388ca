import { sql } from 'kysely'

import { toWire, type WireStatement } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Collector, Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { recordOnCluster } from './outbox-on-cluster.ts'

/** A change to one subject of an organization. Events of a subject stay in order. */
export interface DomainEvent {
  readonly organizationId: string
  readonly type: string
  /** The changed object, such as `team:Xy…`. */
  readonly subject: string
  readonly payload: object
}

export interface AuditEntry {
  readonly organizationId: string
  readonly action: string
  readonly actorId: string
  readonly targetKind: string
  readonly targetId: string
  readonly requestId: string
  readonly details: object
}

/** The topic that relays subscribe to. */
export const eventsTopic = 'events'

/** Emits an event, which exists if and only if the transaction commits. */
export function emit(tx: Transaction, event: DomainEvent): void {
  tx.collect(recorded, { event: { ...event, id: newId() } })
  tx.announce(eventsTopic)
}

export function audit(tx: Transaction, entry: AuditEntry): void {
  tx.collect(recorded, { entry: { ...entry, id: newId() } })
}

type Recorded =
  | { readonly event: DomainEvent & { id: string } }
  | { readonly entry: AuditEntry & { id: string } }

export interface RecordedRows {
  readonly organizationId: string
  /** The subjects of the events, each once and in the same order for every writer. */
  readonly subjects: string[]
  readonly events: string
  readonly entries: string
}

// Until its transaction ends, an event holds back others of its subject: the order of their times
// is then the order in which relays can see them, also when no row of the subject is locked.
const insertRecorded = statement(
  'outbox.insert',
  ({ organizationId, subjects, events, entries }: RecordedRows) => sql`
    with locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(s, 0))
      from unnest(${subjects}::text[]) as s
    ), written as (
      insert into event (organization_id, id, type, subject, payload)
      select ${organizationId}, r.id, r.type, r.subject, r.payload
      from jsonb_to_recordset(${events}::jsonb)
        as r (id text, type text, subject text, payload jsonb)
      where (select count(*) from locked) > 0
      returning id, organization_id, occurred_at, subject
    ), pending as (
      insert into event_pending (id, organization_id, occurred_at, subject)
      select id, organization_id, occurred_at, subject from written
    )
    insert into audit_event
      (organization_id, id, action, actor_id, target_kind, target_id, request_id, details)
    select ${organizationId}, r.id, r.action, r."actorId", r."targetKind", r."targetId",
      r."requestId", r.details
    from jsonb_to_recordset(${entries}::jsonb)
      as r (id text, action text, "actorId" text, "targetKind" text, "targetId" text,
        "requestId" text, details jsonb)`,
)

/** Writes all events and audit entries of an organization in one statement, but on a cluster. */
const recorded: Collector<Recorded> = {
  flush: (rows, isCluster) =>
    [...Map.groupBy(rows, organizationOf)].flatMap(
      ([organizationId, ofOne]): readonly WireStatement[] => {
        const events = ofOne.flatMap((row) => ('event' in row ? [row.event] : []))
        const entries = ofOne.flatMap((row) => ('entry' in row ? [row.entry] : []))
        const all: RecordedRows = {
          organizationId,
          subjects: subjectsOf(events),
          events: storableJson(events),
          entries: storableJson(entries),
        }
        return isCluster ? recordOnCluster(all) : [toWire(insertRecorded, all)]
      },
    ),
}

function subjectsOf(events: readonly DomainEvent[]): string[] {
  const keys = events.map(({ organizationId, subject }) => `${organizationId} ${subject}`)
  return [...new Set(keys)].toSorted()
}

function organizationOf(row: Recorded): string {
  return 'event' in row ? row.event.organizationId : row.entry.organizationId
}
