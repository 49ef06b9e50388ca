import { type ClientConfig, Pool, type PoolClient } from 'pg'

import { Lines } from '#/platform/lines/lines.ts'

import { isDeadlock, isOvertaken } from './database-errors.ts'
import { prepareSession } from './session.ts'
import {
  beginTransaction,
  type OpenTransaction,
  type Transaction,
  type TransactionOptions,
} from './transaction.ts'

const deadlockRetriesMax = 2
const overtakenRetriesMax = 1
const writeTimeoutMs = 15_000
const waitingMax = 64
const waitMsMax = 10_000

export interface Writers {
  readonly transaction: <T>(
    run: (tx: Transaction) => Promise<T>,
    line?: string,
  ) => Promise<T>
  readonly raw: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  readonly stats: () => { total: number; idle: number; waiting: number }
  readonly close: () => Promise<void>
}

/** The pool of connections for transactions, each of which holds one until it ends. */
export function openWriters(
  client: ClientConfig,
  size: number,
  options: TransactionOptions,
): Writers {
  const { pool, isCluster } = openPool(client, size)

  async function open(): Promise<OpenTransaction> {
    const connection = await pool.connect()
    const spread = isCluster(connection)
    const { tx, commit, rollback } = beginTransaction(
      connection,
      options,
      typeof spread === 'boolean' ? spread : await spread,
    )
    let ended = false
    return {
      tx,
      async commit() {
        ended = true
        await releasing(connection, commit)
      },
      async rollback() {
        if (ended) return
        ended = true
        await releasing(connection, rollback).catch(() => undefined)
      },
    }
  }

  async function transaction<T>(
    run: (tx: Transaction) => Promise<T>,
    attempt = 0,
  ): Promise<T> {
    const opened = await open()
    try {
      const result = await run(opened.tx)
      await opened.commit()
      return result
    } catch (error) {
      await opened.rollback()
      if (attempt < retriesMax(error)) {
        return transaction(run, attempt + 1)
      }
      throw error
    }
  }

  // Half of the connections at most: those who wait for each other's locks hold one each.
  const lines = new Lines({ places: Math.ceil(size / 2), waitingMax, waitMsMax })

  return {
    transaction: async (run, line) =>
      line === undefined
        ? transaction(run)
        : lines.run(line, async () => transaction(run)),
    raw: async (text, values = []) => pool.query(text, values),
    stats: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => pool.end(),
  }
}

function retriesMax(error: unknown): number {
  if (isDeadlock(error)) return deadlockRetriesMax
  return isOvertaken(error) ? overtakenRetriesMax : 0
}

interface WritersPool {
  readonly pool: Pool
  /** Known from the first connection on: only its first transaction waits for the answer. */
  readonly isCluster: (connection: PoolClient) => boolean | Promise<boolean>
}

function openPool(client: ClientConfig, size: number): WritersPool {
  const pool = new Pool({
    ...client,
    pipeline: true,
    max: size,
    idleTimeoutMillis: 60_000,
  })
  const prepared = new WeakMap<PoolClient, Promise<boolean>>()
  let known: boolean | undefined
  pool.on('connect', (connection) => {
    // The pool only listens while a connection is idle; a connection lost during a transaction
    // fails its next statement, and must not end the process.
    connection.on('error', () => undefined)
    const preparing = prepareSession(connection, writeTimeoutMs).then(
      (isCluster) => (known = isCluster),
      // A connection that cannot take its settings fails its first statement too.
      () => false,
    )
    prepared.set(connection, preparing)
  })
  // An idle connection may die at any time; the pool replaces it.
  pool.on('error', () => undefined)
  return {
    pool,
    isCluster: (connection) => known ?? prepared.get(connection) ?? false,
  }
}

/** Returns the connection to the pool, or discards it when its state is unknown. */
async function releasing(
  connection: PoolClient,
  end: () => Promise<void>,
): Promise<void> {
  try {
    await end()
    connection.release()
  } catch (error) {
    connection.release(true)
    throw error
  }
}
