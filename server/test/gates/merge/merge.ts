import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { startFaultProxy } from '../harness/fault-proxy.ts'
import { fsckProblems } from '../fsck/fsck-problems.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { createInstance, type Instance, type ServerProcess } from '../harness/instance.ts'
import { untilQuiet } from '../kill9/kill9-stored.ts'
import { checkHistory } from './merge-check.ts'
import { type Clients, createClients } from './merge-clients.ts'
import type { Scene } from './merge-edits.ts'
import type { HistoryItem } from './merge-history.ts'
import { plants } from './merge-plants.ts'
import { compareAndSetPerSecond, editsPerSecond } from './merge-raw.ts'
import { createScene, readContent } from './merge-stored.ts'

type Break =
  | 'lock removed'
  | 'head moved without compare'
  | 'merge without lock'
  | 'If-Match ignored'
  | 'edit lost'
  | 'merge half done'
  | 'merge without its parent'
  | 'request counted twice'
  | 'stale read'

const clientCount = 32
const contestedPages = 4
const cutShare = 0.05
/** `--full` is as much as this. */
const full = { seconds: 120, operations: 20_000 }
const secondsPerKill = 5
const secondsPerLine = 60
const rawSeconds = 1
/** A defect shows soon or not at all. */
const planted = { seconds: 5, operations: 500 }
const editsMin = 20
const mergesMin = 3
/** Times the seconds it is given: who has not done enough by then never will. */
const overtime = 12

/** Functions of the server that lose their locks. */
const unlocked: Partial<Record<Break, string>> = {
  'lock removed': '',
  'head moved without compare': '',
  'merge without lock': 'lockToMerge,writeMerge',
}

/** Whatever 32 people do to one space at once, there is one order of it that all of them saw. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { broken } = options
  const victims = broken && unlocked[broken]
  const preload = new URL('merge-break-locks.ts', import.meta.url).href
  const instance = await createInstance({
    LOG_LEVEL: 'silent',
    ...(victims !== undefined && {
      NODE_OPTIONS: `--import=${preload}`,
      LECTERN_GATE_UNLOCKED: victims,
    }),
  })
  try {
    const ports = [await freePort(), await freePort()]
    const apis = await Promise.all(ports.map(async (port) => instance.startApi(port)))
    const random = seeded(options.seed)
    const proxy = await startFaultProxy({ ports, cutShare, next: random.next })
    try {
      const scene = await createScene(instance, apis[0]?.url ?? '', {
        paragraphs: 2 * clientCount,
        pages: contestedPages,
      })
      const plant = broken === undefined ? undefined : plants(scene)[broken]
      if (plant !== undefined) await instance.db.raw(plant)
      const before = new Set(
        (await readContent(instance, scene)).revisions.map(({ id }) => id),
      )
      const clients = createClients(scene, {
        url: proxy.url,
        count: clientCount,
        seed: options.seed,
        isMatchIgnored: broken === 'If-Match ignored',
      })
      const course = { apis, clients, proxyCuts: proxy.cuts }
      return await runCourse(instance, scene, { course, before, options })
    } finally {
      await proxy.close()
    }
  } finally {
    await instance.close()
  }
}

interface Course {
  readonly apis: ServerProcess[]
  readonly clients: Clients
  readonly proxyCuts: () => number
}

interface Around {
  readonly course: Course
  readonly before: ReadonlySet<string>
  readonly options: GateOptions<Break>
}

async function runCourse(
  instance: Instance,
  scene: Scene,
  { course, before, options }: Around,
): Promise<GateOutcome> {
  const { clients } = course
  const { lane, broken, say } = options
  const { seconds, operations } = budgetOf(options)
  const startedMs = Date.now()
  const isOver = () => {
    const part = (Date.now() - startedMs) / (seconds * 1000)
    if (part < 1 || clients.history.length < operations) return false
    return hasEnough(clients.history) || part > overtime
  }
  const progress = setInterval(() => {
    const took = Math.round((Date.now() - startedMs) / 1000)
    say(`  ${took} s: ${clients.history.length} operations of at least ${operations}`)
  }, secondsPerLine * 1000)
  const [, kills] = await Promise.all([
    clients.runUntil(isOver),
    broken === undefined ? killNowAndThen(instance, course.apis, isOver) : 0,
  ]).finally(() => clearInterval(progress))
  const tookSeconds = (Date.now() - startedMs) / 1000
  await untilQuiet(instance)
  const stored = await readContent(instance, scene)
  const history =
    broken === 'stale read' ? withStaleRead(clients.history) : clients.history
  const { problems, happenedUnseen } = checkHistory(history, stored, before)
  const made = stored.revisions.filter(({ id }) => !before.has(id))
  const merges = made.filter(({ type }) => type === 'merge').length
  const perSecond = made.length / tookSeconds
  for (const line of describe(history)) say(`  ${line}`)
  say(
    `  ${course.proxyCuts()} answers cut, ${kills} processes killed, ${happenedUnseen} writes happened unseen; ${stored.requests.length} change requests, ${perSecond.toFixed(0)} revisions/s and everything around them`,
  )
  const speed =
    broken === undefined && lane === 'release'
      ? await compareSpeeds(instance, scene, course.apis)
      : ''
  return {
    figure: `${history.length} operations of ${clientCount} clients, ${made.length} revisions with ${merges} merges, ${problems.length} out of order, lost or twice${speed}`,
    problems: [
      ...problems,
      ...clients.surprises,
      ...(broken === undefined ? tooFew(made.length, merges) : []),
      ...(await fsckProblems(instance)),
    ],
  }
}

/** A busy machine takes longer to do as much as proves something. */
function hasEnough(history: readonly HistoryItem[]): boolean {
  const done = (wanted: string) =>
    history.filter(
      (item) =>
        item.kind !== 'read' && item.kind === wanted && item.answer.outcome === 'done',
    ).length
  return done('edit') >= editsMin && done('merge') >= mergesMin
}

/** A run that hardly did anything proves nothing; a planted defect is not found by that. */
function tooFew(edits: number, merges: number): string[] {
  return [
    ...(edits < editsMin ? [`only ${edits} edits were made`] : []),
    ...(merges < mergesMin ? [`only ${merges} merges were made`] : []),
  ]
}

/** `--full`, or `--operations`, which goes on past the seconds until there are as many. */
function budgetOf({ seconds, broken }: GateOptions<Break>) {
  if (broken !== undefined) return planted
  const { values } = parseArgs({
    options: { operations: { type: 'string' }, full: { type: 'boolean' } },
    strict: false,
  })
  if (values['full'] === true) return full
  return { seconds, operations: Number(values['operations'] ?? 0) }
}

/** How many edits of one head a second, and how many of the least that moving a head can be. */
async function compareSpeeds(
  { databaseUrl }: Instance,
  scene: Scene,
  apis: readonly ServerProcess[],
): Promise<string> {
  const urls = apis.map(({ url }) => url)
  const edits = await editsPerSecond(scene, urls, { writers: clientCount })
  const raw = await compareAndSetPerSecond(databaseUrl, rawSeconds)
  return `; alone, ${edits.toFixed(0)} edits/s of one head, ${(edits / raw).toFixed(3)} of bare compare-and-set (${raw.toFixed(0)}/s)`
}

function describe(history: readonly HistoryItem[]): string[] {
  const kinds = Map.groupBy(history, ({ kind }) => kind)
  return [...kinds].map(([kind, items]) => {
    const count = (outcome: string) =>
      items.filter((item) => item.kind !== 'read' && item.answer.outcome === outcome)
        .length
    return kind === 'read'
      ? `${items.length} reads of a head`
      : `${kind}: ${count('done')} acknowledged, ${count('refused')} refused, ${count('unknown')} in doubt`
  })
}

/** One api at a time, so that the other answers; a worker now and then. Gives how many. */
async function killNowAndThen(
  instance: Instance,
  apis: ServerProcess[],
  isOver: () => boolean,
): Promise<number> {
  let worker = await instance.startWorker()
  for (let kill = 0; ; kill += 1) {
    const nextMs = Date.now() + secondsPerKill * 1000
    while (!isOver() && Date.now() < nextMs) await sleep(100)
    if (isOver()) return kill
    const victim = kill % apis.length
    const api = apis[victim]
    if (kill % 3 === 2 || api === undefined) {
      await worker.kill()
      worker = await instance.startWorker()
    } else {
      await api.kill()
      apis[victim] = await instance.startApi(Number(new URL(api.url).port))
    }
  }
}

/** As if a process had answered from memory. */
function withStaleRead(history: readonly HistoryItem[]): HistoryItem[] {
  const reads = history.filter((item) => item.kind === 'read')
  const [first, last] = [reads.at(0), reads.at(-1)]
  return history.map((item) =>
    item === last && first !== undefined ? { ...last, revision: first.revision } : item,
  )
}

await runGate<Break>({
  name: 'merge',
  seconds: 10,
  breaks: [
    'lock removed',
    'head moved without compare',
    'merge without lock',
    'If-Match ignored',
    'edit lost',
    'merge half done',
    'merge without its parent',
    'request counted twice',
    'stale read',
  ],
  run,
})
