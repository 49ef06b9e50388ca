import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { fsckProblems } from '../fsck/fsck-problems.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { type Evidence, judge, type LoggedEvent, waitMsMax } from './outbox-check.ts'
import { hangMs, readDeliveries } from './outbox-deliveries.ts'
import { type OutboxProcesses, startOutboxProcesses } from './outbox-processes.ts'
import { createWriters, rollBack, type Writers } from './outbox-writers.ts'
import { createCluster } from '../../../../tools/postgres-cluster.ts'

type Break = 'lost-event' | 'swapped' | 'phantom' | 'late-retake'

const secondsPerRound = 10
const slowTeams = 4
const rolledBack = 40
const drainedWithinMs = 300_000
// Half of what the hanging deliveries take: who waits for one of them waits longer.
const neighbourMsMax = hangMs / 2

interface Scene {
  readonly instance: Instance
  readonly processes: OutboxProcesses
  readonly writers: Writers
  readonly file: string
}

/** Every committed event reaches its subscriber, in order, whoever dies on the way. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-outbox-'))
  const file = path.join(folder, 'deliveries')
  await writeFile(file, '')
  const cluster = await createCluster({ shared_buffers: '128MB' })
  try {
    const instance = await createInstance({ LOG_LEVEL: 'silent' }, cluster.url)
    let processes: OutboxProcesses | undefined
    try {
      if (options.broken === 'late-retake') {
        await instance.db.raw('update pgboss.queue set heartbeat_seconds = 60')
      }
      processes = await startOutboxProcesses(instance, file)
      const writers = createWriters(instance, processes.urls, options.seed)
      return await runScene({ instance, processes, writers, file }, options)
    } finally {
      await processes?.stopWorkers()
      await instance.close()
    }
  } finally {
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runScene(scene: Scene, options: GateOptions<Break>): Promise<GateOutcome> {
  const { instance, writers, processes, file } = scene
  const { broken, say } = options
  const stopChanging = writers.startChanging()
  const hanging = await runWithPoison(scene)
  const failures = await rollBack(instance, rolledBack)
  await runWithKills(scene, options)
  const changes = await stopChanging()
  say(`  ${changes} changes sent`)
  if (broken === 'lost-event') await loseEvent(scene)
  const waiting = await drain(instance)
  if (broken === 'swapped' || broken === 'phantom') await spoil(file, broken)

  const evidence = await collect(scene)
  const neighbourMs = waitMsMax(evidence, hanging)
  const { lost, phantom, disordered, late, ...found } = judge(evidence)
  const { delivered, repeated, retakenMs } = found
  const retaken = Math.max(0, ...retakenMs)
  return {
    figure:
      `${evidence.events.length} events, ${delivered} delivered (${repeated} more than once), ` +
      `${lost.length} lost, ${phantom.length} phantom, ${disordered.length} out of order, ` +
      `${evidence.deadLetters.length} dead letters; ${processes.deaths.length} workers and ` +
      `${processes.apiKills()} apis killed; ${retakenMs.length} jobs retaken after at most ` +
      `${(retaken / 1000).toFixed(1)} s (goal 15 s); beside a hanging and a poisoned subject ` +
      `others waited at most ${(neighbourMs / 1000).toFixed(2)} s; ${failures} rolled back`,
    problems: [
      ...lost,
      ...phantom,
      ...disordered,
      ...waiting,
      ...(retakenMs.length === 0 ? ['no killed worker had anything in hand'] : []),
      ...(failures === rolledBack ? [] : ['a transaction that should fail committed']),
      ...(await fsckProblems(instance)),
    ],
    slow: [
      ...late,
      ...(neighbourMs > neighbourMsMax ? ['a bad delivery held up its neighbours'] : []),
    ],
  }
}

/** One subject whose deliveries always fail and two whose deliveries hang, among healthy ones. */
async function runWithPoison({
  writers,
}: Scene): Promise<{ fromMs: number; toMs: number }> {
  const [poisoned, ...hanging] = await Promise.all(
    ['to be poisoned', 'to hang', 'to hang too'].map(writers.createTeam),
  )
  if (poisoned === undefined) throw new Error('The team was not created')
  await writers.rename(poisoned, 'poison 1')
  await writers.rename(poisoned, 'poison 2')
  await writers.rename(poisoned, 'cured')
  const fromMs = Date.now()
  for (const team of hanging) await writers.rename(team, 'hang')
  await sleep(hangMs)
  return { fromMs, toMs: Date.now() }
}

/** Slow deliveries are always under way, so that a kill finds its worker at work. */
async function runWithKills(
  { processes, writers }: Scene,
  { seed, seconds, broken }: GateOptions<Break>,
): Promise<void> {
  const random = seeded(seed)
  const teams = await Promise.all(
    Array.from({ length: slowTeams }, async (_, index) =>
      writers.createTeam(`to be slow ${index}`),
    ),
  )
  const isShort = broken !== undefined && broken !== 'late-retake'
  const rounds = isShort ? 1 : Math.max(2, Math.floor(seconds / secondsPerRound) - 2)
  for (let round = 0; round < rounds; round += 1) {
    for (const team of teams) await writers.rename(team, `slow ${round}`)
    await processes.killWorker(random.below(2))
    await sleep(random.below(2_000))
    await processes.killApi(random.below(2))
    await sleep(random.below(2_000))
  }
}

/** Waits until nothing is left to relay or to deliver; says what never went away. */
async function drain(instance: Instance): Promise<string[]> {
  const deadline = Date.now() + drainedWithinMs
  for (;;) {
    const [left] = await rowsOf<{ pending: number; jobs: number }>(
      instance,
      `select (select count(*)::integer from event_pending) as pending,
         (select count(*)::integer from pgboss.job
          where name = 'events.deliver' and state < 'completed') as jobs`,
    )
    if (left?.pending === 0 && left.jobs === 0) return []
    if (Date.now() > deadline) {
      return [`${left?.pending} events and ${left?.jobs} jobs are left over`]
    }
    await sleep(250)
  }
}

async function collect({ instance, file, processes }: Scene): Promise<Evidence> {
  const idsOf = async (text: string) =>
    (await rowsOf<{ id: string }>(instance, text)).map(({ id }) => id)
  return {
    events: await rowsOf<LoggedEvent>(
      instance,
      `select id, subject, type, extract(epoch from occurred_at)::float8 * 1000 as "occurredMs",
         payload ->> 'title' as title, payload ->> 'previousTitle' as "previousTitle"
       from event order by occurred_at, id`,
    ),
    jobs: await idsOf(
      `select data ->> 'eventId' as id from pgboss.job where name = 'events.deliver'`,
    ),
    deadLetters: await idsOf(
      `select data -> 'payload' ->> 'eventId' as id from pgboss.job
       where name = 'dead-letter'`,
    ),
    deliveries: readDeliveries(file),
    deaths: processes.deaths,
  }
}

async function rowsOf<Row>({ db }: Instance, text: string): Promise<Row[]> {
  const { rows } = await db.raw(text)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each caller names the columns it selects
  return rows as Row[]
}

/** An event that no relay will ever see. */
async function loseEvent({ instance, processes, writers }: Scene): Promise<void> {
  await processes.stopWorkers()
  const team = await writers.createTeam('to be lost')
  await instance.db.raw('delete from event_pending where subject = $1', [`team:${team}`])
  processes.startWorkers()
}

async function spoil(file: string, broken: 'swapped' | 'phantom'): Promise<void> {
  const lines = readDeliveries(file)
  const { event = '', subject = '' } =
    lines.find(({ step }) => step === 'delivered') ?? {}
  if (broken === 'phantom') {
    const line = { event: 'never', subject, step: 'delivered', pid: 0, atMs: 0 }
    await appendFile(file, `${JSON.stringify(line)}\n`)
    return
  }
  const later = lines.findIndex(
    (line) =>
      line.step === 'delivered' && line.subject === subject && line.event !== event,
  )
  const earlier = lines.findIndex((line) => line.event === event)
  const text = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const [one = '', other = ''] = [text[earlier], text[later]]
  text[earlier] = other
  text[later] = one
  await writeFile(file, `${text.join('\n')}\n`)
}

await runGate<Break>({
  name: 'outbox',
  seconds: 40,
  breaks: ['lost-event', 'swapped', 'phantom', 'late-retake'],
  run,
})
