import { sql } from 'kysely'

import { type Queryable, toWire } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Collector, Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { job } from '#/platform/jobs/job.ts'

/** A note that the subject has changed; its new state is read from its own tables. */
export interface ChangeNote {
  readonly organizationId: string
  /** The kind and id of the object, such as `space:Xy…`. */
  readonly subject: string
}

/** The topic that listeners for changes subscribe to. */
export const changesTopic = 'changes'

/** Notifies processes that show the subject. Missing notes for some minutes loses nothing. */
export function noteChange(tx: Transaction, note: ChangeNote): void {
  tx.collect(noted, note)
  tx.announce(changesTopic)
}

const insertNotes = statement(
  'change-note.insert',
  (p: { ids: string[]; organizationIds: string[]; subjects: string[] }) => sql`
    insert into change_note (id, organization_id, subject)
    select * from unnest(${p.ids}::text[], ${p.organizationIds}::text[], ${p.subjects}::text[])`,
)

const noted: Collector<ChangeNote> = {
  flush(rows) {
    const distinct = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
    return [
      toWire(insertNotes, {
        ids: distinct.map(() => newId()),
        organizationIds: distinct.map(({ organizationId }) => organizationId),
        subjects: distinct.map(({ subject }) => subject),
      }),
    ]
  },
}

export interface SeenNote extends ChangeNote {
  readonly id: string
}

function keyOf({ organizationId, subject }: ChangeNote): string {
  return `${organizationId} ${subject}`
}

interface NoteRow {
  readonly id: string | null
  readonly organization_id: string | null
  readonly subject: string | null
  readonly horizon: string
}

/**
 * Selects notes from a horizon on, and the next horizon: the number below which every transaction
 * has ended. Transactions still open have that number or a later one, so reading from it misses no
 * note, however late it commits.
 */
const selectNotes = statement<{ from: string }, NoteRow>(
  'change-note.select',
  (p) => sql`
    select n.id, n.organization_id, n.subject, seen.horizon::text as horizon
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) as seen
    left join change_note as n on n.transaction >= ${p.from}::text::xid8
    order by n.transaction`,
)

const selectHorizon = statement<object, { horizon: string }>(
  'change-note.horizon',
  () => sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
)

/** The horizon to begin with: any later read is at least as new. */
export async function changeHorizon(db: Queryable): Promise<string> {
  const row = await db.first(selectHorizon, {})
  return row?.horizon ?? '0'
}

/** The notes since a horizon, some of them perhaps repeated, and the next horizon. */
export async function changesSince(
  db: Queryable,
  from: string,
): Promise<{ readonly notes: readonly SeenNote[]; readonly horizon: string }> {
  const rows = await db.many(selectNotes, { from })
  const notes = rows.flatMap(({ id, organization_id: organizationId, subject }) =>
    id === null || organizationId === null || subject === null
      ? []
      : [{ id, organizationId, subject }],
  )
  return { notes, horizon: rows[0]?.horizon ?? from }
}

const deleteNotes = statement(
  'change-note.sweep',
  () => sql`delete from change_note where noted_at < now() - interval '15 minutes'`,
)

/** Deletes old notes; a process that was away longer starts over from a new horizon. */
export const sweepChangeNotes = job(
  'change-notes.sweep',
  { schedule: '*/5 * * * *' },
  async (_payload, { db }) => {
    await db.transaction(async (tx) => tx.run(deleteNotes, {}))
  },
)
