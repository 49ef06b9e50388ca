import type { Client, ClientConfig, PoolClient } from 'pg'

import type { WireStatement } from './queryable.ts'
import { openReaders, type ReadOptions } from './readers.ts'
import { openSlowReaders, SlowReads } from './slow-readers.ts'

/** Reads of one server: short ones share connections, long ones have others. */
export interface Reading {
  /** `line` is whom it is done for, mostly an organization. */
  readonly query: (
    line: string,
    wire: WireStatement,
    options: Omit<ReadOptions, 'note'>,
  ) => Promise<{ rows: never[] }>
  readonly close: () => Promise<void>
}

export function openReading(
  client: ClientConfig,
  size: number,
  onConnect: (connection: Client | PoolClient) => Promise<void>,
): Reading {
  const readers = openReaders(client, size, onConnect)
  const slowReaders = openSlowReaders(client, onConnect)
  const slowReads = new SlowReads()
  return {
    async query(line, wire, given) {
      const key = `${wire.name ?? wire.text} ${line}`
      const options = { ...given, note: (ms: number) => slowReads.note(key, ms) }
      return slowReads.has(key)
        ? slowReaders.query(line, wire, options)
        : readers.query(wire, options)
    },
    async close() {
      await Promise.all([readers.close(), slowReaders.close()])
    },
  }
}
