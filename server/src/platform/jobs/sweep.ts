import type { Database } from '#/platform/database/database.ts'
import type { Statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const batchMax = 1_000

interface Sweep<Row> {
  readonly select: Statement<{ readonly rowsMax: number }, Row>
  readonly remove: (tx: Transaction, rows: readonly Row[]) => Promise<unknown>
}

/**
 * Deletes rows of all organizations, some at a time: on a cluster this asks every shard of a table,
 * and none may be held for long.
 */
export async function sweepRows<Row>(
  db: Database,
  { select, remove }: Sweep<Row>,
): Promise<void> {
  for (;;) {
    // One transaction has one time, so that what is selected is deleted.
    const found = await db.transaction(async (tx) => {
      const rows = await tx.many(select, { rowsMax: batchMax })
      if (rows.length > 0) await remove(tx, rows)
      return rows.length
    })
    if (found < batchMax) return
  }
}
