import type { ClientBase } from 'pg'

import { isAborted } from './database-errors.ts'
import {
  type Queryable,
  type StatementListener,
  toWire,
  type WireStatement,
} from './queryable.ts'
import { sendTogether } from './send-together.ts'
import type { Statement } from './statement.ts'

/** Turns the rows collected in a transaction into the statements that go out with its commit. */
export interface Collector<Row> {
  readonly flush: (
    rows: readonly Row[],
  ) => readonly WireStatement[] | Promise<readonly WireStatement[]>
}

/** A job that the transaction holds until commit. */
export interface QueuedJob {
  readonly name: string
  readonly payload: object
  readonly key?: string
  readonly startAfterSeconds?: number
}

/** The part of the job engine that transactions call. */
export interface JobWriter {
  readonly toWire: (jobs: readonly QueuedJob[]) => Promise<readonly WireStatement[]>
  /** Called after a commit with the topics to announce to processes, job names among them. */
  readonly committed: (topics: ReadonlySet<string>) => void
}

/** A transaction, whose reads see its writes. Writes take it, so forgetting it does not compile. */
export interface Transaction extends Queryable {
  /** Runs a write and returns the number of rows it touched. */
  readonly run: <Params>(
    statement: Statement<Params, unknown>,
    params: Params,
  ) => Promise<number>
  /** Holds a row until commit; all collected rows travel with the COMMIT in one round trip. */
  readonly collect: <Row>(collector: Collector<Row>, row: Row) => void
  readonly enqueue: (job: QueuedJob) => void
  /** Announces to the listeners of this topic, once the transaction commits, that there is news. */
  readonly announce: (topic: string) => void
}

export interface OpenTransaction {
  readonly tx: Transaction
  readonly commit: () => Promise<void>
  readonly rollback: () => Promise<void>
}

export interface TransactionOptions {
  readonly prepare: boolean
  readonly onStatement: StatementListener | undefined
  readonly jobWriter: () => JobWriter
}

/** Begins a transaction without awaiting BEGIN, which travels with the first statement. */
export function beginTransaction(
  client: ClientBase,
  { prepare, onStatement, jobWriter }: TransactionOptions,
): OpenTransaction {
  const collected = new Map<Collector<never>, unknown[]>()
  const jobs: QueuedJob[] = []
  const topics = new Set<string>()
  sendTogether(client)
  const begun = client.query('begin')
  // A failed BEGIN also fails every later statement; this only prevents an unhandled rejection.
  begun.catch(() => undefined)

  const send = sender(client, { prepare, onStatement })
  const sendStatement = async <Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ) => send(toWire(statement, params, prepare))

  const tx: Transaction = {
    many: async (statement, params) => {
      const { rows } = await sendStatement(statement, params)
      return rows
    },
    first: async (statement, params) => {
      const { rows } = await sendStatement(statement, params)
      return rows[0]
    },
    run: async (statement, params) => {
      const { rowCount } = await sendStatement(statement, params)
      return rowCount ?? 0
    },
    collect: (collector, row) => {
      const rows = collected.get(collector)
      if (rows === undefined) collected.set(collector, [row])
      else rows.push(row)
    },
    enqueue: (job) => {
      jobs.push(job)
      topics.add(job.name)
    },
    announce: (topic) => {
      topics.add(topic)
    },
  }

  async function commit(): Promise<void> {
    // Read before the commit: a missing writer is an error, after which nothing may be committed.
    const writer = topics.size > 0 ? jobWriter() : undefined
    const flushed = await Promise.all(
      [...collected].map(async ([collector, rows]) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- collect ties each collector to its own rows
        collector.flush(rows as never[]),
      ),
    )
    const queued = jobs.length > 0 ? ((await writer?.toWire(jobs)) ?? []) : []
    const sent = [...flushed.flat(), ...queued].map(send)
    sendTogether(client)
    const committed = client.query('commit')
    // The first failure is the cause; the failures after it only report an aborted transaction.
    const outcomes = await Promise.allSettled([begun, ...sent, committed])
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    writer?.committed(topics)
  }

  async function rollback(): Promise<void> {
    await client.query('rollback')
  }

  return { tx, commit, rollback }
}

function sender(
  client: ClientBase,
  { prepare, onStatement }: Pick<TransactionOptions, 'prepare' | 'onStatement'>,
) {
  let cause: Error | undefined
  return async ({ name, text, values }: WireStatement) => {
    onStatement?.(text)
    sendTogether(client)
    try {
      // Collected rows come with the name of their statement, whether names may be used or not.
      return await client.query(
        prepare && name !== undefined ? { name, text, values } : { text, values },
      )
    } catch (error) {
      // Statements sent after the failed one only report that the transaction is aborted.
      if (cause !== undefined && isAborted(error)) throw cause
      if (error instanceof Error) cause ??= error
      throw error
    }
  }
}
