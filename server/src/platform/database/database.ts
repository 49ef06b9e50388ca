import type { Client, PoolClient } from 'pg'

import { clientOf, planOnce, readTimeoutMs, toReadShards } from './connecting.ts'
import { listen } from './listen.ts'
import { type Queryable, type StatementListener, toWire } from './queryable.ts'
import { openReading } from './reading.ts'
import type { LeftReason } from './shards/left-reasons.ts'
import { ShardReading } from './shards/shard-reading.ts'
import { openSession, prepareSession, type Session } from './session.ts'
import type { Statement } from './statement.ts'
import type { JobWriter, Transaction, TransactionOptions } from './transaction.ts'
import { openWriters } from './writers.ts'

export interface DatabaseConfig {
  readonly url: string
  readonly poolSize: number
  readonly readers: number
  /** False behind a pooler that cannot keep prepared statements. */
  readonly prepare: boolean
  /** On a cluster: which servers are asked for the rows of one organization. */
  readonly readsFrom?: 'workers' | 'coordinator'
  /** Called for each read that the coordinator is asked for all the same. */
  readonly onLeftRead?: (reason: LeftReason) => void
  readonly applicationName: string
}

export interface Database extends Queryable {
  /** Every row, as `many`; fails with a statement timeout when `msMax` is over, if it is given. */
  readonly within: <Params, Row>(
    msMax: number | undefined,
    statement: Statement<Params, Row>,
    params: Params,
  ) => Promise<Row[]>
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

export function openDatabase(
  config: DatabaseConfig,
  onStatement?: StatementListener,
): Database {
  const { prepare } = config
  const client = clientOf(config.url, config.applicationName)
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
  const toRead = async (reader: Client | PoolClient) => {
    const isCluster = await prepareSession(reader, readTimeoutMs)
    if (!isCluster) await planOnce(reader)
    else if (config.readsFrom === 'workers' && !isClosed) {
      shards ??= new ShardReading({
        client,
        // Never behind writers, who may all be waiting for a shard that is moved.
        ask: async (text, values = []) => reading.query('', { text, values }, {}),
        open: (ofNode) => openReading(ofNode, config.readers, toReadShards),
        onLeft: config.onLeftRead,
      })
    }
  }
  let shards: ShardReading | undefined
  let isClosed = false
  const reading = openReading(client, config.readers, toRead)
  const writers = openWriters(client, config.poolSize, options)
  const read: Database['within'] = async (msMax, statement, params) => {
    const wire = toWire(statement, params, prepare)
    onStatement?.(wire.text)
    const line = organizationIn(params)
    const { rows } =
      (await shards?.query(wire, { msMax })) ??
      (await reading.query(line, wire, { msMax }))
    return rows
  }

  return {
    many: async (statement, params) => read(undefined, statement, params),
    first: async (statement, params) => (await read(undefined, statement, params))[0],
    within: read,
    transaction: writers.transaction,
    raw: writers.raw,
    poolStats: writers.stats,
    attachJobs: (writer) => {
      attached = writer
    },
    session: async () => openSession(client, options),
    listen: async (channel, onNotify) => listen(client, channel, onNotify),
    async close() {
      isClosed = true
      await Promise.all([reading.close(), shards?.close(), writers.close()])
    },
  }
}

/** Whose read it is: nearly every statement is about one organization. */
function organizationIn(params: unknown): string {
  if (typeof params !== 'object' || params === null) return ''
  const organizationId: unknown = Reflect.get(params, 'organizationId')
  return typeof organizationId === 'string' ? organizationId : ''
}
