import { Client, type ClientBase, type ClientConfig } from 'pg'

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
  await prepareSession(client, sessionTimeoutMs)
  return {
    async transaction(run) {
      const { tx, commit, rollback } = beginTransaction(client, options)
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

export async function prepareSession(
  client: ClientBase,
  timeoutMs: number,
): Promise<void> {
  // No JIT: compiling a plan takes longer than the statements of the server usually run.
  await client.query(
    `set time zone 'UTC'; set jit = off; set statement_timeout = ${timeoutMs}; set lock_timeout = 5000; set idle_in_transaction_session_timeout = 30000`,
  )
}
