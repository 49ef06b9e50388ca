import { sql } from 'kysely'

import { toWire } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Collector, Transaction } from '#/platform/database/transaction.ts'

/**
 * The names of counters: lists that may grow large have their `count` in a separate row, and so has
 * what the files of an organization take.
 */
export type CounterName =
  | 'members'
  | 'members-seen'
  | 'teams'
  | 'link-invites'
  | 'sites'
  | 'file-bytes'

interface Delta {
  readonly organizationId: string
  readonly name: CounterName
  readonly by: number
}

const addToCounter = statement(
  'organization.count',
  (p: Delta) => sql`
    insert into organization_counter as c (organization_id, name, value)
    values (${p.organizationId}, ${p.name}, greatest(${p.by}::bigint, 0))
    on conflict (organization_id, name) do update set value = c.value + ${p.by}::bigint`,
)

const deltas: Collector<Delta> = {
  flush(rows) {
    const sums = new Map<string, Delta>()
    for (const { organizationId, name, by } of rows) {
      const key = `${organizationId} ${name}`
      sums.set(key, { organizationId, name, by: by + (sums.get(key)?.by ?? 0) })
    }
    // A fixed order, so that two transactions never wait for each other crosswise.
    return [...sums.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .filter(([, { by }]) => by !== 0)
      .map(([, delta]) => toWire(addToCounter, delta))
  },
}

/** Changes a counter with the commit, so that its row is locked only for a moment. */
export function count(tx: Transaction, delta: Delta): void {
  tx.collect(deltas, delta)
}
