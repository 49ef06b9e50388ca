import { setTimeout as sleep } from 'node:timers/promises'

import { fsckProblems } from '../fsck/fsck-problems.ts'
import { startFaultProxy } from '../harness/fault-proxy.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { type Answer, type Sending, sendUntilAnswered } from './idempotency-callers.ts'
import {
  countEffects,
  countRenames,
  type LogicalWrite,
  planWrites,
} from './idempotency-writes.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { createInstance, type Instance } from '../harness/instance.ts'

type Break = 'no-key' | 'different-bodies'

const duplicates = 5
const cutShare = 0.3
const writesPerSecond = 20
const writesAtOnce = 8
const secondsPerKill = 5

/** Writes sent five times at once, losing answers and servers, happen once and answer alike. */
async function run({
  seed,
  seconds,
  broken,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const random = seeded(seed)
  const count = Math.max(20, Math.round(seconds * writesPerSecond))
  const kills = Math.max(3, Math.round(seconds / secondsPerKill))
  const instance = await createInstance({ PUBLIC_URL: 'http://lectern.test' })
  try {
    const writes = await planWrites(instance, random, count)
    const ports = [await freePort(), await freePort()]
    const proxy = await startFaultProxy({ ports, cutShare, next: random.next })
    try {
      const sending: Sending = {
        url: proxy.url,
        tokens: instance.sample.tokens,
        keyOf: ({ name }) => (broken === 'no-key' ? undefined : `key of ${name} ${seed}`),
      }
      const course = { answered: new Map<LogicalWrite, Answer[]>(), allowed: 0 }
      const startedMs = Date.now()
      await Promise.all([
        sendAll(sending, writes, course),
        killNowAndThen(instance, ports, { kills, count, course }),
      ])
      const { answered } = course
      if (broken === 'different-bodies') alterOne(answered)
      const problems = [
        ...[...answered].flatMap(([write, answers]) => judgeAnswers(write, answers)),
        ...(await judgeEffects(instance, writes)),
        ...(await fsckProblems(instance)),
      ]
      const replays = [...answered.values()].flat().filter(({ isReplay }) => isReplay)
      const tookSeconds = ((Date.now() - startedMs) / 1000).toFixed(1)
      say(`  ${replays.length} answers were replays; sending took ${tookSeconds} s`)
      const effects = [...(await countEffects(instance)).values()]
      const happened = effects.reduce((sum, { times }) => sum + times, 0)
      return {
        figure: `${count} writes × ${duplicates} callers, ${proxy.cuts()} answers cut after commit, ${kills} kills: ${happened} effects`,
        problems,
      }
    } finally {
      await proxy.close()
    }
  } finally {
    await instance.close()
  }
}

/** Writes do not run ahead of the kills: each kill finds some of them under way. */
interface Course {
  readonly answered: Map<LogicalWrite, Answer[]>
  allowed: number
}

async function sendAll(
  sending: Sending,
  writes: readonly LogicalWrite[],
  course: Course,
): Promise<void> {
  const waiting = writes.entries()
  const lane = async () => {
    for (const [index, write] of waiting) {
      while (index >= course.allowed) await sleep(5)
      const answers = await Promise.all(
        Array.from({ length: duplicates }, async () => sendUntilAnswered(sending, write)),
      )
      course.answered.set(write, answers)
    }
  }
  await Promise.all(Array.from({ length: writesAtOnce }, lane))
}

/** While one process starts again the other answers alone. */
async function killNowAndThen(
  instance: Instance,
  ports: readonly number[],
  { kills, count, course }: { kills: number; count: number; course: Course },
): Promise<void> {
  const servers = await Promise.all(ports.map(async (port) => instance.startApi(port)))
  for (let kill = 0; kill < kills; kill += 1) {
    course.allowed = Math.ceil((count * (kill + 1)) / kills)
    while (course.answered.size < Math.floor((count * (kill + 0.5)) / kills)) {
      await sleep(5)
    }
    const victim = kill % ports.length
    await servers[victim]?.kill()
    servers[victim] = await instance.startApi(ports[victim])
  }
}

function alterOne(answered: Map<LogicalWrite, Answer[]>): void {
  const [answers] = answered.values()
  const last = answers?.pop()
  if (last !== undefined) answers?.push({ ...last, body: last.body.replace('"', "'") })
}

function judgeAnswers(write: LogicalWrite, answers: readonly Answer[]): string[] {
  const problems: string[] = []
  const texts = new Set(
    answers.map(({ status, location, body }) => JSON.stringify([status, location, body])),
  )
  if (texts.size > 1) {
    problems.push(`${write.name} was answered differently: ${[...texts].join(' and ')}`)
  }
  const unexpected = answers.find(({ status }) => status !== write.status)
  if (unexpected) {
    problems.push(`${write.name} was answered ${unexpected.status}: ${unexpected.body}`)
  }
  const firsts = answers.filter(({ isReplay }) => !isReplay).length
  if (firsts > 1) problems.push(`${write.name} has ${firsts} answers that are no replay`)
  return problems
}

async function judgeEffects(
  instance: Instance,
  writes: readonly LogicalWrite[],
): Promise<string[]> {
  const problems: string[] = []
  const found = await countEffects(instance)
  for (const { name } of writes) {
    const times = found.get(name)?.times ?? 0
    if (times !== 1) problems.push(`${name} happened ${times} times`)
    found.delete(name)
  }
  for (const [name, { kind }] of found) {
    problems.push(`a ${kind} that nobody asked for: ${name}`)
  }
  const wanted = writes.filter(({ kind }) => kind === 'rename').length
  const renames = await countRenames(instance)
  if (renames !== wanted) problems.push(`${renames} renames happened, not ${wanted}`)
  return problems
}

await runGate<Break>({
  name: 'idempotency',
  seconds: 10,
  breaks: ['no-key', 'different-bodies'],
  run,
})
