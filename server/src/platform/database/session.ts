import { Client, type ClientBase, type ClientConfig, type QueryResult } from 'pg'

import {
  beginTransaction,
  type Transaction,
  type TransactionOptions,
} from './transaction.ts'

/** A session on a single connection: when that is lost, so are its locks and transaction. */
export interface Session {
  readonly transaction: <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly tryLock: (name: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

const sessionTimeoutMs = 15_000

export async function openSession(
  config: ClientConfig,
  options: TransactionOptions,
): Promise<Session> {
  const client = new Client({ ...config, pipeline: true })
  // A lost connection fails the next statement, which handles the loss.
  client.on('error', () => undefined)
  await client.connect()
  const isCluster = await prepareSession(client, sessionTimeoutMs)
  return {
    async transaction(run) {
      const { tx, commit, rollback } = beginTransaction(client, options, isCluster)
      try {
        const result = await run(tx)
        await commit()
        return result
      } catch (error) {
        await rollback().catch(() => undefined)
        throw error
      }
    },
    async tryLock(name) {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [name],
      )
      return rows[0]?.locked === true
    },
    close: async () => client.end(),
  }
}

/** Sets a connection up; true when the database is spread over the nodes of a Citus cluster. */
export async function prepareSession(
  client: ClientBase,
  timeoutMs: number,
): Promise<boolean> {
  // No JIT: compiling a plan takes longer than the statements of the server usually run. The
  // setting of Citus, without which PostgreSQL ignores it, lets a transaction change shards first
  // and tables that every node has afterwards.
  const answers: unknown = await client.query(
    `set time zone 'UTC'; set jit = off; set statement_timeout = ${timeoutMs}; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 30000; set citus.multi_shard_modify_mode = 'sequential'; select from pg_extension where extname = 'citus'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one answer for each statement
  return (answers as QueryResult[]).at(-1)?.rowCount === 1
}
