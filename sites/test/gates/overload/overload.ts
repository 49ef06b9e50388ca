import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import {
  type Assault,
  assaultsOf,
  crowdOf,
  strangersOf,
  worstOf,
} from './overload-attacks.ts'
import { differences, kept } from './overload-kept.ts'
import { type Answer, type Attack, type Sender, senderFrom } from './overload-send.ts'
import { createOverload, type Neighbour, type Processes } from './overload-world.ts'

type Break = 'no turns' | 'no lines'

/** As docs/operate.md and docs/serving-sites.md say. */
const residentMegabytesMax = { api: 2560, worker: 2560, sites: 768 } as const
const timesQuietMax = 3
/** A part of a moment that no reader notices: a ratio of less says nothing. */
const noticedMs = 100
const recoveredWithinMs = 10_000
const roundMs = 300
const readers = 32

interface Lane {
  readonly quietRounds: number
  readonly burstMs: number
  readonly atOnce: number
  readonly operationsMax: number
  readonly size: { readonly paragraphs: number; readonly pages: number }
}

const lanes: Readonly<Record<GateOptions<Break>['lane'], Lane>> = {
  push: {
    quietRounds: 10,
    burstMs: 120,
    atOnce: 24,
    operationsMax: 18,
    size: { paragraphs: 600, pages: 20 },
  },
  release: {
    quietRounds: 100,
    burstMs: 1_000,
    atOnce: 32,
    operationsMax: Number.POSITIVE_INFINITY,
    size: { paragraphs: 6_000, pages: 300 },
  },
}

/** What a neighbour got while one thing was done. */
interface Beside {
  readonly assault: string
  readonly refusal: string | undefined
  readonly sent: readonly Answer[]
  readonly answers: readonly Answer[]
  /** Processor time that one request took, in milliseconds. */
  readonly each: { readonly api: number; readonly sql: number }
}

/** One organization and one stranger do their worst; a neighbour reads, writes and is read. */
async function run({
  broken,
  lane,
  seed,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const { quietRounds, burstMs, atOnce, operationsMax, size } = lanes[lane]
  const plant = new URL('overload-break.ts', import.meta.url).href
  const made = await createOverload(
    size,
    broken === undefined ? {} : { NODE_OPTIONS: `--import=${plant}`, GATE_BREAK: broken },
  )
  const { processes, aggressor } = made
  const urls = { api: processes.api.url, sites: processes.sites.url }
  const inside = senderFrom('127.0.0.2', urls, 900)
  const stranger = senderFrom('127.0.0.3', urls, atOnce)
  const near = sendersNear(urls)
  try {
    const neighbour = roundsOf(near, made.neighbour)
    await neighbour.once()
    const quiet = await neighbour.rounds(quietRounds)
    const beside: Beside[] = []
    const assail = async (
      assault: Assault,
      sender: Sender,
      ...tokens: readonly string[]
    ) => {
      // Made before: what takes this process long is no time that a neighbour waits.
      const attacks = assault.attacks()
      const stopped = new AbortController()
      const living = neighbour.until(stopped.signal)
      const before = made.spent()
      const bursting = { sender, burstMs, atOnce: assault.atOnce ?? atOnce, tokens }
      const sent = await burst(attacks, bursting)
      stopped.abort()
      const after = made.spent()
      const each = {
        api: (after.api - before.api) / sent.length,
        sql: (after.sql - before.sql) / sent.length,
      }
      const { what, refusal } = assault
      beside.push({ assault: what, refusal, sent, answers: await living, each })
    }
    // What there is to show is kept once, by whoever asks for it first.
    for (const { attacks } of strangersOf(aggressor)) {
      for (const attack of attacks()) await stranger.send(numbered(attack))
    }
    const before = await kept(made)
    for (const assault of strangersOf(aggressor)) await assail(assault, stranger)
    const grown = differences(before, await kept(made))
    say(`  strangers: ${countsOf(beside)}`)
    const random = seeded(seed)
    const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: false })
    const chosen = assaultsOf(aggressor).filter(({ what }, _, { length }) =>
      values['only'] === undefined
        ? random.next() < operationsMax / length
        : what === values['only'],
    )
    const { edit, review, create } = made.world.instance.sample.tokens
    const people = [edit, review, create, await aggressor.freshToken()]
    await assail(worstOf(aggressor), inside, ...people)
    for (const assault of [crowdOf(aggressor), ...chosen]) {
      await assail(assault, inside, await aggressor.freshToken())
    }
    const recoveredMs = await recover(neighbour.once)
    return judge({ lane, say, quiet, beside, grown, recoveredMs, processes })
  } finally {
    for (const sender of [inside, stranger, ...near]) sender.close()
    await made.close()
  }
}

/** A site has more than one reader: each may search it only so often. */
function sendersNear(urls: Parameters<typeof senderFrom>[1]): readonly Sender[] {
  return Array.from({ length: readers }, (_, at) =>
    senderFrom(`127.0.4.${at + 1}`, urls, 16),
  )
}

/** What a neighbour does again and again, as often as their limits allow. */
function roundsOf(
  senders: readonly Sender[],
  { token, spaceId, page, host, base }: Neighbour,
) {
  const api = (what: string, target: string, body?: object): Attack => ({
    what,
    to: 'api',
    method: body === undefined ? 'GET' : 'POST',
    target: `/v1${target}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && Buffer.from(JSON.stringify(body)),
  })
  const read = (what: string, target: string): Attack => ({
    what,
    to: 'sites',
    method: 'GET',
    target,
    headers: { host, 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  })
  const content = `/spaces/${spaceId}/content`
  const document = { markdown: 'One more.\n' }
  const round = [
    api('reading a page', `${content}/page/${page}`),
    api('changing a page', content, {
      changes: [{ operation: 'update_page', page, document }],
    }),
    read('opening a page of a site', base),
    read('searching a site', `${base}~search?q=more`),
  ]
  let turn = 0
  async function once(): Promise<readonly Answer[]> {
    const answers: Answer[] = []
    const sender = senders[turn % senders.length]
    turn += 1
    for (const each of round) {
      if (sender !== undefined) answers.push(await sender.send(each))
    }
    return answers
  }
  return {
    once,
    async rounds(count: number): Promise<readonly Answer[]> {
      const answers: Answer[] = []
      for (let at = 0; at < count; at += 1) {
        answers.push(...(await once()))
        await sleep(roundMs)
      }
      return answers
    },
    async until(signal: AbortSignal): Promise<readonly Answer[]> {
      const answers: Answer[] = []
      do {
        answers.push(...(await once()))
        await sleep(roundMs, undefined, { signal }).catch(() => undefined)
      } while (!signal.aborted)
      return answers
    },
  }
}

interface Bursting {
  readonly sender: Sender
  readonly burstMs: number
  readonly atOnce: number
  /** Of one person each, in turn; none for strangers. */
  readonly tokens: readonly string[]
}

/** All at once, and again as soon as there is an answer. */
async function burst(
  attacks: readonly Attack[],
  { sender, burstMs, atOnce, tokens }: Bursting,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  const endMs = performance.now() + burstMs
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      let at = lane
      const token = tokens[lane % tokens.length]
      do {
        const attack = attacks[at % attacks.length]
        if (attack === undefined) return
        const headers = {
          ...attack.headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        }
        answers.push(await sender.send(numbered({ ...attack, headers })))
        at += atOnce
      } while (performance.now() < endMs)
    }),
  )
  return answers
}

let number = 0

/** Names another one each time, where what is asked for is made up. */
function numbered(attack: Attack): Attack {
  number += 1
  const fill = (text: string) => text.replaceAll('{n}', String(number))
  const { host, ...headers } = attack.headers
  return {
    ...attack,
    target: fill(attack.target),
    headers: { ...headers, ...(host !== undefined && { host: fill(host) }) },
  }
}

async function recover(once: () => Promise<readonly Answer[]>): Promise<number> {
  const startedMs = performance.now()
  let answers = await once()
  while (answers.some(isWrong) && performance.now() - startedMs < recoveredWithinMs * 3) {
    await sleep(100)
    answers = await once()
  }
  return performance.now() - startedMs
}

function isWrong({ status }: Answer): boolean {
  return status !== 200
}

/** Whoever asks too much is told so, and never that the server has failed. */
function isFailure({ status, hasRetryAfter }: Answer): boolean {
  return status === 0 || status >= 500 || (status === 429 && !hasRetryAfter)
}

interface Judging {
  readonly lane: GateOptions<Break>['lane']
  readonly say: (line: string) => void
  readonly quiet: readonly Answer[]
  readonly beside: readonly Beside[]
  readonly grown: readonly string[]
  readonly recoveredMs: number
  readonly processes: Processes
}

function judge({ lane, say, quiet, beside, grown, recoveredMs, processes }: Judging) {
  const answers = beside.flatMap((each) => each.answers)
  const sent = beside.flatMap((each) => each.sent)
  const refused = sent.filter(({ status }) => status === 429)
  const resident = Object.entries(processes).map(([name, { child }]) => ({
    name,
    megabytes: residentMegabytes(child.pid),
  }))
  const slow = timesOf(quiet, beside, say)
  for (const line of dearest(beside)) say(line)
  return {
    figure: [
      `${sent.length} requests to ${beside.length} operations and routes, ${refused.length} refused`,
      `${answers.filter(isWrong).length} of ${answers.length} answers to a neighbour wrong`,
      `resident ${resident.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)} MB`).join(', ')}`,
      `recovered after ${recoveredMs.toFixed(0)} ms`,
    ].join('; '),
    problems: [
      ...beside.flatMap((each) =>
        each.answers
          .filter(isWrong)
          .map((answer) => told(`beside ${each.assault}, a neighbour`, answer)),
      ),
      ...sent.filter(isFailure).map((answer) => told('who asks too much', answer)),
      ...(refused.length === 0 ? ['nothing was refused of what was too much'] : []),
      ...beside.flatMap(({ assault, refusal, sent: own }) =>
        refusal === undefined || own.some(({ text }) => text.includes(refusal))
          ? []
          : [`${assault} was never refused with ${refusal}`],
      ),
      ...resident.flatMap(({ name, megabytes }) => {
        const most = new Map<string, number>(Object.entries(residentMegabytesMax)).get(
          name,
        )
        return most !== undefined && megabytes > most
          ? [`${name} took ${megabytes.toFixed(0)} MB, at most ${most}`]
          : []
      }),
      ...grown,
    ],
    slow: [
      ...(lane === 'push' ? [] : slow),
      ...(recoveredMs > recoveredWithinMs
        ? [`a neighbour was served ${recoveredMs.toFixed(0)} ms after the end`]
        : []),
    ],
  }
}

function told(whom: string, { what, status, ms, text }: Answer): string {
  return `${whom} got ${status || 'no answer'} to ${what} after ${ms.toFixed(0)} ms: ${text.slice(0, 160)}`
}

/** By kind of request: a page of a site takes another time than a change. */
function timesOf(
  quiet: readonly Answer[],
  beside: readonly Beside[],
  say: (line: string) => void,
): string[] {
  const kinds = Map.groupBy(quiet, ({ what }) => what)
  return [...kinds].flatMap(([kind, calm]) => {
    const calmMs = p99(calm)
    const busy = beside.flatMap(({ assault, answers }) =>
      answers.filter(({ what }) => what === kind).map(({ ms }) => ({ assault, ms })),
    )
    const busyMs = p99(busy)
    const slowest = busy.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
    say(
      `  ${kind}: p99 ${calmMs.toFixed(0)} ms when quiet, ${busyMs.toFixed(0)} ms beside; slowest ${slowest.map(({ assault, ms }) => `${ms.toFixed(0)} (${assault})`).join(', ')}`,
    )
    return busyMs > Math.max(calmMs * timesQuietMax, noticedMs)
      ? [`${kind} takes ${(busyMs / calmMs).toFixed(1)} × as long as in quiet times`]
      : []
  })
}

/** What one request of each costs, so that whoever reads a slow run knows where to look. */
function dearest(beside: readonly Beside[]): string[] {
  const total = ({ each }: Beside) => each.api + each.sql
  return beside
    .toSorted((one, other) => total(other) - total(one))
    .slice(0, 10)
    .map((of) => {
      const slowest = Math.max(...of.sent.map(({ ms }) => ms))
      return `  ${of.assault}: ${of.each.api.toFixed(0)} ms of the api and ${of.each.sql.toFixed(0)} ms of PostgreSQL each, ${countsOf([of])}, answered within ${slowest.toFixed(0)} ms`
    })
}

function p99(answers: readonly { readonly ms: number }[]): number {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return times[Math.floor((times.length - 1) * 0.99)] ?? 0
}

/** The most that the process has held at any time. */
function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

function countsOf(beside: readonly Beside[]): string {
  const sent = beside.flatMap((each) => each.sent)
  const statuses = Map.groupBy(sent, ({ status }) => status)
  return Array.from(statuses, ([status, of]) => `${status}: ${of.length}`).join(', ')
}

await runGate<Break>({
  name: 'overload',
  seconds: 30,
  breaks: ['no turns', 'no lines'],
  run,
})
