import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { type LeftReason, leftReasons } from '#/platform/database/shards/left-reasons.ts'

export interface PoolCounts {
  readonly busy: number
  readonly idle: number
  /** Callers waiting for a connection. */
  readonly waiting: number
}

export type JobOutcome = 'completed' | 'failed'

export type MailKind = 'invite' | 'notification' | 'sign-in' | 'sign-in-method'
/** Withheld by a bound for good, held until the next day, or refused by the mail server. */
export type MailOutcome = 'sent' | 'withheld' | 'held' | 'refused'

export interface Metrics {
  readonly contentType: string
  httpRequest(operation: string, status: number, seconds: number): void
  job(name: string, outcome: JobOutcome, seconds: number): void
  eventsRelayed(count: number): void
  /** Adds figures, one for each value of a label, that are read at each scrape. */
  gauge(figure: LabelledFigure, read: () => Readonly<Record<string, number>>): void
  mail(kind: MailKind, outcome: MailOutcome): void
  leftRead(reason: LeftReason): void
  /** Everything measured so far, in the Prometheus text format. */
  text(): Promise<string>
}

export interface LabelledFigure {
  readonly name: string
  readonly help: string
  readonly label: string
}

export interface MetricsOptions {
  /** Called at each scrape; absent in a process without a pool. */
  readonly databasePool?: () => PoolCounts
}

/** Metrics in a separate registry, so that two servers in one process do not mix theirs. */
export function createMetrics({ databasePool }: MetricsOptions = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const http = tally(registry, {
    total: 'lectern_http_requests_total',
    totalHelp: 'Requests answered, by operation and status',
    seconds: 'lectern_http_request_seconds',
    secondsHelp: 'Time from request to answer',
    subject: 'operation',
    result: 'status',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  const jobs = tally(registry, {
    total: 'lectern_jobs_total',
    totalHelp: 'Background jobs run, by job and outcome',
    seconds: 'lectern_job_seconds',
    secondsHelp: 'Time a background job ran',
    subject: 'job',
    result: 'outcome',
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  })
  const relayed = new Counter({
    name: 'lectern_events_relayed_total',
    help: 'Events turned into deliveries',
    registers: [registry],
  })
  if (databasePool) {
    const pool = {
      name: 'lectern_database_pool',
      help: 'Connections of the database pool, and callers waiting for one',
      label: 'state',
    }
    registerGauge(registry, pool, () => ({ ...databasePool() }))
  }
  const mails = new Counter({
    name: 'lectern_mails_total',
    help: 'Mails by kind and by what became of them',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })

  return {
    contentType: registry.contentType,
    httpRequest: http,
    job: jobs,
    eventsRelayed: (count) => relayed.inc(count),
    gauge: (figure, read) => registerGauge(registry, figure, read),
    leftRead: countLeftReads(registry),
    mail: (kind, outcome) => mails.inc({ kind, outcome }),
    text: () => registry.metrics(),
  }
}

/** Every reason is there from the beginning, so that the first of its kind is seen as a rise. */
function countLeftReads(registry: Registry): Metrics['leftRead'] {
  const total = new Counter({
    name: 'lectern_reads_left_to_coordinator_total',
    help: 'Reads on a cluster for which no worker but the coordinator was asked, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  const children = new Map(leftReasons.map((reason) => [reason, total.labels(reason)]))
  for (const child of children.values()) child.inc(0)
  return (reason) => children.get(reason)?.inc()
}

interface TallyNames {
  readonly total: string
  readonly totalHelp: string
  readonly seconds: string
  readonly secondsHelp: string
  readonly subject: string
  readonly result: string
  readonly buckets: number[]
}

type Tally = (subject: string, result: string | number, seconds: number) => void

/** A counter and a histogram whose labelled children are looked up, never rebuilt, per event. */
function tally(registry: Registry, names: TallyNames): Tally {
  const registers = [registry]
  const total = new Counter({
    name: names.total,
    help: names.totalHelp,
    labelNames: [names.subject, names.result],
    registers,
  })
  const duration = new Histogram({
    name: names.seconds,
    help: names.secondsHelp,
    labelNames: [names.subject],
    buckets: names.buckets,
    registers,
  })

  interface Children {
    readonly duration: Histogram.Internal<string>
    readonly totals: Map<string | number, Counter.Internal>
  }
  const children = new Map<string, Children>()

  return (subject, result, seconds) => {
    let child = children.get(subject)
    if (!child) {
      child = { duration: duration.labels(subject), totals: new Map() }
      children.set(subject, child)
    }
    let count = child.totals.get(result)
    if (!count) {
      count = total.labels(subject, String(result))
      child.totals.set(result, count)
    }
    count.inc()
    child.duration.observe(seconds)
  }
}

function registerGauge(
  registry: Registry,
  { name, help, label }: LabelledFigure,
  read: () => Readonly<Record<string, number>>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      for (const [value, figure] of Object.entries(read())) {
        gauge.set({ [label]: value }, figure)
      }
    },
  })
}
