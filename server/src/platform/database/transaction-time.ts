import type { ClientBase } from 'pg'

import type { WireStatement } from './queryable.ts'

/** The function of PostgreSQL, not one of that name in another schema. */
const call = /(?<![.\w])now\(\)/g

/** When a transaction began by the clock of the coordinator; `value` is there once it was read. */
export interface TransactionTime {
  readonly isRead: Promise<void>
  readonly value: () => string
}

/** Asks on a connection whose transaction has just begun. */
export function readTime(client: ClientBase): TransactionTime {
  let time: string | undefined
  let failure: Error | undefined
  async function read(): Promise<void> {
    try {
      const asked = await client.query<{ time: string }>('select now()::text as time')
      time = asked.rows[0]?.time
    } catch (error) {
      // Nothing else can be read either: the statements that need the time fail for the same reason.
      failure = error instanceof Error ? error : new Error(String(error))
    }
  }
  return {
    isRead: read(),
    value() {
      if (failure !== undefined) throw failure
      if (time === undefined) throw new Error('The time of the transaction is not known')
      return time
    },
  }
}

export function usesTime({ text }: WireStatement): boolean {
  return text.search(call) !== -1
}

/**
 * Puts the time in place of every `now()`. On a cluster each node has a clock and a transaction of
 * its own: what one transaction writes to two nodes, or reads from one to write it to another, must
 * carry the same time.
 */
export function withTime(wire: WireStatement, time: TransactionTime): WireStatement {
  if (!usesTime(wire)) return wire
  const place = `$${wire.values.length + 1}::timestamptz`
  return {
    ...wire,
    text: wire.text.replaceAll(call, place),
    values: [...wire.values, time.value()],
  }
}
