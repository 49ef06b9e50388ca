import { type ClientConfig, Pool, type PoolClient } from 'pg'

import { Lines } from '#/platform/lines/lines.ts'

import type { WireStatement } from './queryable.ts'
import { type ReadOptions, send } from './readers.ts'

const slowMs = 50
const slowReadsMax = 10_000

interface Noted {
  readonly ms: number
  readonly isSlow: boolean
}

/**
 * Remembers which reads of which organizations took long lately, twice in a row: short ones must
 * not stand behind them. One that was long because the machine was busy is short the next times,
 * and forgotten.
 */
export class SlowReads {
  readonly #noted = new Map<string, Noted>()

  has(read: string): boolean {
    return this.#noted.get(read)?.isSlow === true
  }

  note(read: string, took: number): void {
    const known = this.#noted.get(read)
    if (known === undefined && took < slowMs) return
    const isSlow = known !== undefined && (known.isSlow || took >= slowMs)
    const ms = known === undefined || !known.isSlow ? took : (known.ms + took) / 2
    this.#noted.delete(read)
    if (ms < slowMs / 2) return
    this.#noted.set(read, { ms, isSlow })
    if (this.#noted.size > slowReadsMax) {
      const [oldest = ''] = this.#noted.keys()
      this.#noted.delete(oldest)
    }
  }
}

const connectionsMax = 3
const waitingMax = 64
const waitMsMax = 10_000

export interface SlowReaders {
  readonly query: (
    line: string,
    wire: WireStatement,
    options: ReadOptions,
  ) => Promise<{ rows: never[] }>
  readonly close: () => Promise<void>
}

/**
 * Connections for reads that take long. Each organization reads one at a time here, so that others
 * find a connection free.
 */
export function openSlowReaders(
  client: ClientConfig,
  onConnect: (connection: PoolClient) => Promise<void>,
): SlowReaders {
  const pool = new Pool({
    ...client,
    pipeline: true,
    max: connectionsMax,
    idleTimeoutMillis: 60_000,
  })
  pool.on('connect', (connection) => {
    connection.on('error', () => undefined)
    // A connection that cannot take its settings fails its first statement too.
    onConnect(connection).catch(() => undefined)
  })
  // An idle connection may die at any time; the pool replaces it.
  pool.on('error', () => undefined)
  const lines = new Lines({ places: 1, waitingMax, waitMsMax })
  return {
    query: async (line, wire, options) =>
      lines.run(line, async () => {
        const connection = await pool.connect()
        const startedMs = performance.now()
        try {
          return await send(connection, wire, options)
        } finally {
          options.note?.(performance.now() - startedMs)
          connection.release()
        }
      }),
    close: async () => pool.end(),
  }
}
