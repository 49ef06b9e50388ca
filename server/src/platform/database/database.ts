import type { Client, ClientConfig, PoolClient } from 'pg'

import { listen } from './listen.ts'
import { textTypes } from './postgres-types.ts'
import { type Queryable, type StatementListener, toWire } from './queryable.ts'
import { openReaders } from './readers.ts'
import { openSlowReaders, SlowReads } from './slow-readers.ts'
import { openSession, prepareSession, type Session } from './session.ts'
import type { JobWriter, Transaction, TransactionOptions } from './transaction.ts'
import { openWriters } from './writers.ts'

export interface DatabaseConfig {
  readonly url: string
  readonly poolSize: number
  readonly readers: number
  /** False behind a pooler that cannot keep prepared statements. */
  readonly prepare: boolean
  readonly applicationName: string
}

export interface Database extends Queryable {
  /**
   * `line` is whom it is done for, mostly an organization: one holds half of the connections at most.
   */
  readonly transaction: <T>(
    run: (tx: Transaction) => Promise<T>,
    line?: string,
  ) => Promise<T>
  /** A separate connection, for work that holds a session lock while its transactions run. */
  readonly session: () => Promise<Session>
  readonly attachJobs: (writer: JobWriter) => void
  readonly listen: (
    channel: string,
    onNotify: (payload?: string) => void,
  ) => Promise<() => Promise<void>>
  /** SQL that belongs to no feature: health, notifications, the job engine. */
  readonly raw: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  readonly poolStats: () => { total: number; idle: number; waiting: number }
  readonly close: () => Promise<void>
}

const readTimeoutMs = 5_000

export function openDatabase(
  config: DatabaseConfig,
  onStatement?: StatementListener,
): Database {
  const { prepare } = config
  const client: ClientConfig = {
    connectionString: config.url,
    application_name: config.applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: textTypes,
  }
  let attached: JobWriter | undefined
  const options: TransactionOptions = {
    prepare,
    onStatement,
    jobWriter: () => {
      if (attached === undefined) {
        throw new Error('No job engine is attached to the database')
      }
      return attached
    },
  }
  const readers = openReaders(client, config.readers, toRead)
  const slowReaders = openSlowReaders(client, toRead)
  const slowReads = new SlowReads()
  const writers = openWriters(client, config.poolSize, options)
  const read: Database['many'] = async (statement, params) => {
    const wire = toWire(statement, params, prepare)
    onStatement?.(wire.text)
    const line = organizationIn(params)
    const key = `${wire.name ?? wire.text} ${line}`
    const note = (ms: number) => slowReads.note(key, ms)
    const { rows } = slowReads.has(key)
      ? await slowReaders.query(line, wire, note)
      : await readers.query(wire, note)
    return rows
  }

  return {
    many: read,
    first: async (statement, params) => (await read(statement, params))[0],
    transaction: writers.transaction,
    raw: writers.raw,
    poolStats: writers.stats,
    attachJobs: (writer) => {
      attached = writer
    },
    session: async () => openSession(client, options),
    listen: async (channel, onNotify) => listen(client, channel, onNotify),
    async close() {
      await Promise.all([readers.close(), writers.close(), slowReaders.close()])
    },
  }
}

async function toRead(reader: Client | PoolClient): Promise<void> {
  await prepareSession(reader, readTimeoutMs)
  // Reads are look-ups whose plan does not depend on the values: planning each call anew costs
  // more than running it.
  await reader.query('set plan_cache_mode = force_generic_plan')
}

/** Whose read it is: nearly every statement is about one organization. */
function organizationIn(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const organizationId: unknown = Reflect.get(params, 'organizationId')
  return typeof organizationId === 'string' ? organizationId : ''
}
