import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Balancer, startBalancer } from './deploy-balancer.ts'
import { fsckProblems } from '../fsck/fsck-problems.ts'
import { judgeJobs, loseOneJob } from './deploy-jobs.ts'
import { type Load, type RequestKind, startLoad } from './deploy-load.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { createInstance, type Instance, type ServerProcess } from '../harness/instance.ts'

type Break = 'no-drain' | 'lost-job'

const perSecond = 200
const secondsPerRoll = 12
const servers = 2
/** Slow beyond the first; what has not ended by the second never does. */
const stopMsMax = 15_000
const endsWithinMs = 120_000
const workerReadyMsMax = 120_000
const renamedTeams = 20

/** Restarts one after the other, under load, fail no request and lose no job. */
async function run({
  seed,
  seconds,
  broken,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const rolls =
    broken === undefined ? Math.max(1, Math.round(seconds / secondsPerRoll)) : 1
  const instance = await createInstance({
    PUBLIC_URL: 'http://lectern.test',
    DRAIN_SECONDS: '2',
  })
  try {
    const teams = await addTeams(instance)
    const ports = await Promise.all(Array.from({ length: servers }, freePort))
    const apis = await Promise.all(ports.map(async (port) => startApi(instance, port)))
    const workers = await startWorkers(instance)
    const balancer = startBalancer(ports)
    const problems: string[] = []
    const slow: string[] = []
    try {
      await Promise.all(ports.map(async (port) => balancer.untilReady(port)))
      const { load, stop } = startLoad(balancer, {
        sample: instance.sample,
        teams,
        random: seeded(seed),
        perSecond,
      })
      const startedMs = Date.now()
      const end = broken === 'no-drain' ? killed : politely
      await allDone([
        rollApis({ instance, balancer }, apis, { rolls, end, problems, slow }),
        rollWorkers(instance, workers, { rolls, end, problems, slow }),
        ...(broken === 'lost-job' ? [loseOneJob(instance)] : []),
      ])
      const tookSeconds = (Date.now() - startedMs) / 1000
      await stop()
      const { mails, ...jobs } = await judgeJobs(instance, load.invited)
      problems.push(
        ...load.failures,
        ...jobs.problems,
        ...(await judgeEffects(instance, load)),
        ...(await fsckProblems(instance)),
      )
      const answered = load.answered.values().reduce((sum, times) => sum + times, 0)
      say(`  ${mails} mails for ${load.invited.length} invitations`)
      return {
        figure: `${rolls} rolling restarts of ${servers} api and ${servers} workers at ${(answered / tookSeconds).toFixed(0)} req/s: ${load.failures.length} of ${answered + load.failures.length} requests failed, ${jobs.problems.length} jobs lost`,
        problems,
        slow,
      }
    } finally {
      balancer.stop()
    }
  } finally {
    await instance.close()
  }
}

/** Waits for all of them also when one fails: none may start a process that nobody ends. */
async function allDone(rolling: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(rolling)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

interface Api {
  readonly port: number
  process: ServerProcess
  /** Connected and never says anything, as browsers and load balancers do in advance. */
  silent: Socket
}

async function startApi(instance: Instance, port: number): Promise<Api> {
  const process = await instance.startApi(port)
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => undefined)
  await once(silent, 'connect')
  return { port, process, silent }
}

type End = (process: ServerProcess, name: string, rolling: Rolling) => Promise<void>

/** Notes what is wrong about how it ended. */
async function politely(
  ending: ServerProcess,
  name: string,
  { problems, slow }: Rolling,
): Promise<void> {
  const startedMs = performance.now()
  const ended = ending.stop()
  const isOver = await Promise.race([
    ended.then(() => true),
    sleep(endsWithinMs, false, { ref: false }),
  ])
  if (!isOver) {
    await ending.kill()
    problems.push(`${name} did not end within ${endsWithinMs} ms`)
    return
  }
  const tookMs = performance.now() - startedMs
  const { exitCode } = ending.child
  if (exitCode !== 0) problems.push(`${name} ended with ${exitCode}`)
  else if (tookMs > stopMsMax) slow.push(`${name} took ${tookMs.toFixed(0)} ms to end`)
}

async function killed(ending: ServerProcess): Promise<void> {
  await ending.kill()
}

interface Rolling {
  readonly rolls: number
  readonly end: End
  readonly problems: string[]
  readonly slow: string[]
}

async function rollApis(
  { instance, balancer }: Readonly<{ instance: Instance; balancer: Balancer }>,
  apis: Api[],
  rolling: Rolling,
): Promise<void> {
  const { rolls, end } = rolling
  for (let roll = 1; roll <= rolls; roll += 1) {
    for (const [index, { port, process, silent }] of apis.entries()) {
      await end(process, `roll ${roll}: api ${index}`, rolling)
      silent.destroy()
      apis[index] = await startApi(instance, port)
      // Rolling on before the balancer knows would leave it with nobody.
      await balancer.untilReady(port)
    }
  }
}

async function rollWorkers(
  instance: Instance,
  workers: ServerProcess[],
  rolling: Rolling,
): Promise<void> {
  const { rolls, end } = rolling
  for (let roll = 1; roll <= rolls; roll += 1) {
    for (const [index, process] of workers.entries()) {
      await end(process, `roll ${roll}: worker ${index}`, rolling)
      workers[index] = await instance.startWorker()
      await untilListening(instance, workers.length)
    }
  }
}

async function startWorkers(instance: Instance): Promise<ServerProcess[]> {
  const workers = await Promise.all(
    Array.from({ length: servers }, async () => instance.startWorker()),
  )
  await untilListening(instance, servers)
  return workers
}

/** A worker that runs listens for wake-ups on connections of its own. */
async function untilListening({ db }: Instance, workers: number): Promise<void> {
  const deadline = Date.now() + workerReadyMsMax
  while (Date.now() < deadline) {
    const { rows } = await db.raw(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'lectern worker'
         and query ilike 'listen %'`,
    )
    if (rows.length >= workers * 2) return
    await sleep(50)
  }
  throw new Error('The worker did not start in time')
}

async function addTeams({ db, sample }: Instance): Promise<string[]> {
  const teams = Array.from(
    { length: renamedTeams },
    (_, index) => `renamed${String(index).padStart(13, '0')}`,
  )
  await db.raw(
    `insert into team (organization_id, id, title)
     select $1, id, 'Waiting for a name' from unnest($2::text[]) id`,
    [sample.organization, teams],
  )
  await db.raw(
    `insert into organization_counter (organization_id, name, value) values ($1, 'teams', $2)`,
    [sample.organization, renamedTeams],
  )
  return teams
}

/** With nothing failed and nothing retried, what happened is what was asked for. */
async function judgeEffects({ db }: Instance, { answered }: Load): Promise<string[]> {
  const { rows } = await db.raw(
    `select
       (select count(*) from team where id not like 'renamed%')::integer as "create team",
       (select sum(version - 1) from team where id like 'renamed%')::integer as "rename team",
       (select count(*) from link_invite)::integer as "create link",
       (select count(*) from mail_invite)::integer as "invite by mail"`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as Partial<Record<RequestKind, number>>[]
  return Object.entries(row ?? {}).flatMap(([kind, times]) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns above
    const acknowledged = answered.get(kind as RequestKind) ?? 0
    return acknowledged === times
      ? []
      : [`${kind}: ${acknowledged} were acknowledged and ${times} happened`]
  })
}

await runGate<Break>({
  name: 'deploy',
  seconds: 24,
  breaks: ['no-drain', 'lost-job'],
  run,
})
