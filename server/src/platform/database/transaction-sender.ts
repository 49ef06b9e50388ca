import type { ClientBase, QueryResult } from 'pg'

import { isAborted, isShardHeld, ShardHeldError } from './database-errors.ts'
import type { StatementListener, WireStatement } from './queryable.ts'
import { sendTogether } from './send-together.ts'
import { readTime, type TransactionTime, usesTime, withTime } from './transaction-time.ts'

interface SenderOptions {
  readonly prepare: boolean
  readonly onStatement: StatementListener | undefined
  /** Whether the nodes of the database have clocks of their own. */
  readonly isCluster: boolean
}

interface Sender {
  readonly begun: Promise<unknown>
  readonly send: (wire: WireStatement) => Promise<QueryResult>
  readonly end: (how: 'commit' | 'rollback') => Promise<QueryResult>
}

/** Sends BEGIN, and then statements in the order in which they are given. */
export function beginSending(
  client: ClientBase,
  { prepare, onStatement, isCluster }: SenderOptions,
): Sender {
  let cause: Error | undefined
  /** Set once a statement waits for the time: those after it must not overtake it. */
  let isWaiting = false
  sendTogether(client)
  const begun = client.query('begin')
  // A failed BEGIN also fails every later statement; this only prevents an unhandled rejection.
  begun.catch(() => undefined)
  let time: TransactionTime | undefined

  async function sendNow({ name, text, values }: WireStatement) {
    onStatement?.(text)
    sendTogether(client)
    try {
      // Collected rows come with the name of their statement, whether names may be used or not.
      return await client.query(
        prepare && name !== undefined ? { name, text, values } : { text, values },
      )
    } catch (given) {
      const error =
        isCluster && isShardHeld(given, text)
          ? new ShardHeldError('A shard is moved or split', { cause: given })
          : given
      // Statements sent after the failed one only report that the transaction is aborted.
      if (cause !== undefined && isAborted(error)) throw cause
      if (error instanceof Error) cause ??= error
      throw error
    }
  }

  return {
    begun,
    async send(wire) {
      if (!isCluster) return sendNow(wire)
      if (usesTime(wire)) {
        time ??= readTime(client)
        isWaiting = true
      }
      if (isWaiting && time !== undefined) {
        await time.isRead
        // The time is not read in a transaction that has failed.
        if (cause !== undefined) throw cause
        return sendNow(withTime(wire, time))
      }
      const answer = sendNow(wire)
      // Behind the first statement, which may set how the transaction reads, so that hardly any
      // later one has to wait for it.
      time ??= readTime(client)
      return answer
    },
    async end(how) {
      if (isWaiting) await time?.isRead
      sendTogether(client)
      return client.query(how)
    },
  }
}
