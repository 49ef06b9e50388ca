import type { DeliveryLine } from './outbox-deliveries.ts'
import type { Death } from './outbox-processes.ts'

export interface LoggedEvent {
  readonly id: string
  readonly subject: string
  readonly type: string
  readonly occurredMs: number
  readonly title: string | null
  readonly previousTitle: string | null
}

/** Everything the gate leaves behind, read when nothing moves any more. */
export interface Evidence {
  /** In the order of the log: by time, then id. */
  readonly events: readonly LoggedEvent[]
  /** Events that delivery jobs were made for, one entry per job. */
  readonly jobs: readonly string[]
  readonly deadLetters: readonly string[]
  readonly deliveries: readonly DeliveryLine[]
  readonly deaths: readonly Death[]
}

export interface Findings {
  readonly lost: readonly string[]
  readonly phantom: readonly string[]
  readonly disordered: readonly string[]
  readonly late: readonly string[]
  readonly delivered: number
  readonly repeated: number
  readonly retakenMs: readonly number[]
}

const retakenWithinMs = 15_000

export function judge(evidence: Evidence): Findings {
  const firsts = firstDeliveries(evidence.deliveries)
  const retakes = judgeRetakes(evidence)
  const deliveredLines = evidence.deliveries.filter(({ step }) => step === 'delivered')
  return {
    delivered: firsts.size,
    repeated: deliveredLines.length - firsts.size,
    retakenMs: retakes.tookMs,
    lost: [...judgeLosses(evidence, firsts), ...eventsWithoutJob(evidence)],
    phantom: [...judgePhantoms(evidence), ...jobsWithoutEvent(evidence)],
    disordered: [...judgeOrder(evidence.events, firsts), ...judgeChains(evidence.events)],
    late: retakes.problems,
  }
}

/** Place of the first delivery of each event. */
function firstDeliveries(lines: readonly DeliveryLine[]): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const [place, { event, step }] of lines.entries()) {
    if (step === 'delivered' && !firsts.has(event)) firsts.set(event, place)
  }
  return firsts
}

function isPoisoned({ title }: LoggedEvent): boolean {
  return title?.startsWith('poison') ?? false
}

function judgeLosses(
  { events, deadLetters }: Evidence,
  firsts: ReadonlyMap<string, number>,
): string[] {
  const dead = new Set(deadLetters)
  return events.flatMap((event) => {
    const sentence = `event ${event.id} of ${event.subject}`
    if (isPoisoned(event)) {
      if (firsts.has(event.id)) return [`poisoned ${sentence} was delivered`]
      return dead.has(event.id) ? [] : [`poisoned ${sentence} has no dead letter`]
    }
    if (dead.has(event.id)) return [`${sentence} ended as a dead letter`]
    return firsts.has(event.id) ? [] : [`${sentence} was never delivered`]
  })
}

function judgePhantoms({ events, deliveries }: Evidence): string[] {
  const known = new Set(events.map(({ id }) => id))
  return [...new Set(deliveries.map(({ event }) => event))]
    .filter((event) => !known.has(event))
    .map((event) => `event ${event} was delivered and never happened`)
}

function eventsWithoutJob({ events, jobs }: Evidence): string[] {
  const made = new Set(jobs)
  return events
    .filter(({ id }) => !made.has(id))
    .map(({ id }) => `no job was made for event ${id}`)
}

function jobsWithoutEvent({ events, jobs }: Evidence): string[] {
  const known = new Set(events.map(({ id }) => id))
  const made = new Set(jobs)
  return [
    ...jobs
      .filter((event) => !known.has(event))
      .map((event) => `a job was made for event ${event}, which never happened`),
    ...(jobs.length > made.size
      ? [`${jobs.length - made.size} jobs were made twice`]
      : []),
  ]
}

/** Events of one subject are first delivered in the order they happened in. */
function judgeOrder(
  events: readonly LoggedEvent[],
  firsts: ReadonlyMap<string, number>,
): string[] {
  const lastPlaces = new Map<string, number>()
  return events.flatMap(({ id, subject }) => {
    const place = firsts.get(id)
    if (place === undefined) return []
    const before = lastPlaces.get(subject) ?? -1
    lastPlaces.set(subject, Math.max(before, place))
    return place > before ? [] : [`event ${id} of ${subject} came after a later one`]
  })
}

/** Each rename says what it changed, which shows that the log itself is in the order of the commits. */
function judgeChains(events: readonly LoggedEvent[]): string[] {
  const titles = new Map<string, string>()
  return events.flatMap(({ id, subject, title, previousTitle }) => {
    if (title === null) return []
    const before = titles.get(subject)
    titles.set(subject, title)
    if (before === undefined || before === previousTitle) return []
    return [`event ${id} of ${subject} follows "${before}" but says "${previousTitle}"`]
  })
}

/** What a killed worker had in hand is begun again by another soon enough. */
function judgeRetakes({ deaths, deliveries }: Evidence): {
  problems: string[]
  tookMs: number[]
} {
  const problems: string[] = []
  const tookMs: number[] = []
  for (const { pid, atMs, unfinished } of deaths) {
    for (const event of unfinished) {
      const retaken = deliveries.find(
        (line) => line.event === event && line.pid !== pid && line.atMs >= atMs,
      )
      const took = retaken === undefined ? Infinity : retaken.atMs - atMs
      if (retaken !== undefined) tookMs.push(took)
      if (took > retakenWithinMs) {
        problems.push(`event ${event} of a killed worker was retaken after ${took} ms`)
      }
    }
  }
  return { problems, tookMs }
}

/** The longest that an event of an ordinary subject waited between two moments. */
export function waitMsMax(
  { events, deliveries }: Evidence,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number {
  const firsts = firstDeliveries(deliveries)
  const waits = events
    .filter(
      ({ title, occurredMs }) =>
        (title?.startsWith('v') ?? false) && occurredMs >= fromMs && occurredMs < toMs,
    )
    .map(({ id, occurredMs }) => {
      const line = deliveries[firsts.get(id) ?? -1]
      return line === undefined ? Infinity : line.atMs - occurredMs
    })
  return waits.reduce((longest, wait) => Math.max(longest, wait), 0)
}
