import type { ClientBase, QueryResult } from 'pg'

import {
  type Queryable,
  type StatementListener,
  toWire,
  type WireStatement,
} from './queryable.ts'
import { bearWitness } from './commit-witness.ts'
import type { Statement } from './statement.ts'
import { beginSending } from './transaction-sender.ts'

/** Turns the rows collected in a transaction into the statements that go out with its commit. */
export interface Collector<Row> {
  readonly flush: (
    rows: readonly Row[],
    isCluster: boolean,
  ) => readonly WireStatement[] | Promise<readonly WireStatement[]>
}

/** A job that the transaction holds until commit. */
export interface QueuedJob {
  readonly name: string
  readonly payload: object
  readonly key?: string
  readonly startAfterSeconds?: number
  /** Whose job it is, where each may have only so many at the same time. */
  readonly group?: string
}

/** The part of the job engine that transactions call. */
export interface JobWriter {
  readonly toWire: (jobs: readonly QueuedJob[]) => Promise<readonly WireStatement[]>
  /** Called after a commit with the topics to announce to processes, job names among them. */
  readonly committed: (topics: ReadonlySet<string>) => void
}

/** A transaction, whose reads see its writes. Writes take it, so forgetting it does not compile. */
export interface Transaction extends Queryable {
  readonly run: <Params>(
    statement: Statement<Params, unknown>,
    params: Params,
  ) => Promise<void>
  /**
   * Runs a write and returns the number of rows it touched. An INSERT from a SELECT with ON CONFLICT
   * must have a RETURNING to be counted: a cluster says how many rows were selected.
   */
  readonly count: <Params>(
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
  /** Whether the nodes of the database have clocks of their own. */
  isCluster = false,
): OpenTransaction {
  const collected = new Map<Collector<never>, unknown[]>()
  const jobs: QueuedJob[] = []
  const topics = new Set<string>()
  const { begun, send, end } = beginSending(client, { prepare, onStatement, isCluster })
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
      await sendStatement(statement, params)
    },
    count: async (statement, params) => {
      refuseMiscount(statement.chosenBy?.(params) ?? statement)
      return countOf(await sendStatement(statement, params))
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
        collector.flush(rows as never[], isCluster),
      ),
    )
    const queued = jobs.length > 0 ? ((await writer?.toWire(jobs)) ?? []) : []
    const last = [...flushed.flat(), ...queued]
    const witness = isCluster && last.length > 0 ? [bearWitness] : []
    const sent = [...witness, ...last].map(send)
    const committed = end('commit')
    // The first failure is the cause; the failures after it only report an aborted transaction.
    const outcomes = await Promise.allSettled([begun, ...sent, committed])
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) throw failed.reason
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back')
    writer?.committed(topics)
  }

  async function rollback(): Promise<void> {
    await end('rollback')
  }

  return { tx, commit, rollback }
}

/** Refuses an INSERT of which a cluster counts what it selected, not what it wrote. */
function refuseMiscount({
  name,
  text,
}: Pick<Statement<never, unknown>, 'name' | 'text'>) {
  const words = text.toLowerCase().split(/\W+/).join(' ')
  const insert = words.slice(words.lastIndexOf(' insert into ') + 1)
  const selected = insert.indexOf(' select ')
  const conflict = insert.indexOf(' on conflict ', selected)
  const isMiscounted =
    insert.startsWith('insert into ') &&
    selected !== -1 &&
    conflict !== -1 &&
    !insert.includes(' returning ', conflict)
  if (isMiscounted) throw new Error(`Count the rows of ${name} by a RETURNING`)
}

function countOf({ rows, fields, rowCount }: QueryResult): number {
  return fields.length > 0 ? rows.length : (rowCount ?? 0)
}
