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

/** Turns the rows collected during a transaction into the statements that go out with its commit. */
export interface Collector<Row> {
  readonly flush: (
    rows: readonly Row[],
  ) => readonly WireStatement[] | Promise<readonly WireStatement[]>
}

/** A job as the transaction keeps it until commit. */
export interface QueuedJob {
  readonly name: string
  readonly payload: object
  readonly key?: string
  readonly startAfterSeconds?: number
}

/** How the job engine takes part in transactions. */
export interface JobWriter {
  readonly toWire: (jobs: readonly QueuedJob[]) => Promise<readonly WireStatement[]>
  /** Told after a commit what there is to do, or new, for others: kinds of jobs, and other topics. */
  readonly committed: (topics: ReadonlySet<string>) => void
}

/**
 * Writes take a transaction, so that forgetting one does not compile. Reads inside it see its own writes.
 */
export interface Transaction extends Queryable {
  /** Runs a write and gives the number of rows it touched. */
  readonly run: <Params>(
    statement: Statement<Params, unknown>,
    params: Params,
  ) => Promise<number>
  /** Keeps a row until commit; all collected rows travel with the COMMIT in one round trip. */
  readonly collect: <Row>(collector: Collector<Row>, row: Row) => void
  readonly enqueue: (job: QueuedJob) => void
  /** There will be something new once this commits, for whoever waits for this topic. */
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

/** BEGIN is not awaited: it travels with the first statement. */
export function beginTransaction(
  client: ClientBase,
  { prepare, onStatement, jobWriter }: TransactionOptions,
): OpenTransaction {
  const collected = new Map<Collector<never>, unknown[]>()
  const jobs: QueuedJob[] = []
  const topics = new Set<string>()
  sendTogether(client)
  const begun = client.query('begin')
  // A failed BEGIN also fails every statement after it; this only keeps it from going unhandled.
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
    // Asked for before the commit: its absence is an error, and then nothing may have happened.
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
    // The first failure is the cause; those behind it only say that the transaction is aborted.
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

/** Sends the statements of one transaction. */
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
      // Statements sent after the one that failed only say that the transaction is aborted.
      if (cause !== undefined && isAborted(error)) throw cause
      if (error instanceof Error) cause ??= error
      throw error
    }
  }
}
