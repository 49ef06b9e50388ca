import type { Database } from '#/platform/database/database.ts'
import type { Statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const batchMax = 1_000

interface Sweep<Row, Given extends object> {
  readonly select: Statement<Given & { readonly rowsMax: number }, Row>
  /** What decides about the rows besides their number. */
  readonly given: Given
  readonly remove: (tx: Transaction, rows: readonly Row[]) => Promise<unknown>
}

/**
 * Deletes rows of all organizations, some at a time: on a cluster this asks every shard of a table,
 * and none may be held for long.
 */
export async function sweepRows<Row, Given extends object>(
  db: Database,
  { select, given, remove }: Sweep<Row, Given>,
): Promise<void> {
  for (;;) {
    // One transaction has one time, so that what is selected is deleted.
    const found = await db.transaction(async (tx) => {
      const rows = await tx.many(select, { ...given, rowsMax: batchMax })
      if (rows.length > 0) await remove(tx, rows)
      return rows.length
    })
    if (found < batchMax) return
  }
}
