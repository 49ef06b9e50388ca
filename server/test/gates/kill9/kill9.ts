import { mkdtemp, rm } from 'node:fs/promises'
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
import { type Clients, createClients } from './kill9-clients.ts'
import { type Journal, openJournal } from './kill9-journal.ts'
import { createLedger, type Ledger } from './kill9-ledger.ts'
import { type Processes, startProcesses, type Victim } from './kill9-processes.ts'
import {
  readAudits,
  readStored,
  rowsOf,
  unevenLogs,
  unreadFiles,
  unsentMails,
  untilQuiet,
} from './kill9-stored.ts'
import { createWorld, wardRole, type World } from './kill9-world.ts'
import { createCluster } from '../../../../tools/postgres-cluster.ts'

type Break = 'lost' | 'lost page' | 'phantom' | 'asynchronous-commit'

const secondsPerKill = 3
// The full budget is 200 kills among 100,000 acknowledged writes.
const full = { seconds: 600, writesPerKill: 500 }
const writesPerKillMin = 100
const killsPerPhase = 5
const pauseMsMax = 1_500
// Longer than it takes to notice that a worker died with the mail in hand.
const mailedWithinMs = 180_000
// A slow machine takes longer; past this it is told that it cannot be done.
const overtime = 10

/** Commits are acknowledged while they are only in the memory of the cluster. */
const unsafe = { synchronous_commit: 'off', wal_writer_delay: '10s' }

const victims = ['api', 'worker', 'backend', 'postmaster'] as const

interface Scene {
  readonly instance: Instance
  readonly world: World
  readonly processes: Processes
  readonly clients: Clients
  readonly journal: Journal
  readonly ledger: Ledger
}

interface Tally {
  readonly kills: Record<Victim, number>
  readonly lost: Set<string>
  readonly phantom: Set<string>
  /** From the kill until every api reads again. */
  readonly outageMsMax: Record<Victim, number>
}

/** Acknowledged writes outlive the sudden death of any process; refused ones leave nothing. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster({
    fsync: 'on',
    shared_buffers: '128MB',
    ...(options.broken === 'asynchronous-commit' && unsafe),
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-kill9-'))
  try {
    // Silent: an outage that the gate causes is no news.
    const instance = await createInstance({ LOG_LEVEL: 'silent' }, cluster.url)
    try {
      const processes = await startProcesses(instance, cluster)
      const world = await createWorld(instance.db, processes.urls[0] ?? '')
      const journal = await openJournal(path.join(folder, 'journal'))
      for (const { ward } of world.clients) {
        await journal.write({ settled: 'role', object: ward, value: wardRole })
      }
      const { seed } = options
      const clients = createClients(world, processes.urls, { journal, seed })
      const ledger = createLedger(world.clients.map(({ userId }) => userId))
      const scene = { instance, world, processes, clients, journal, ledger }
      const outcome = await runPhases(scene, options)
      await journal.close()
      return outcome
    } finally {
      await instance.close()
    }
  } finally {
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runPhases(
  scene: Scene,
  { seed, seconds, broken, say }: GateOptions<Break>,
): Promise<GateOutcome> {
  const { instance, world, processes, clients, ledger } = scene
  const random = seeded(seed)
  // A planted defect needs no long search.
  const kills = broken === undefined ? Math.ceil(seconds / secondsPerKill) : killsPerPhase
  const deadlineMs = Date.now() + seconds * overtime * 1000
  const tally: Tally = {
    kills: { api: 0, worker: 0, backend: 0, postmaster: 0 },
    lost: new Set(),
    phantom: new Set(),
    outageMsMax: { api: 0, worker: 0, backend: 0, postmaster: 0 },
  }
  const phases = Math.ceil(kills / killsPerPhase)
  const writesPerKill = seconds >= full.seconds ? full.writesPerKill : writesPerKillMin
  for (let phase = 1; phase <= phases; phase += 1) {
    await clients.runWhile(phase, async () => {
      for (const victim of shuffled(random)) await strike(scene, victim, random, tally)
      const wanted = phase * killsPerPhase * writesPerKill
      while (clients.acknowledged() < wanted && Date.now() < deadlineMs) await sleep(50)
    })
    await compare(scene, phase, tally, phase === phases ? broken : undefined)
    say(`  phase ${phase}: ${clients.acknowledged()} acknowledged so far`)
  }
  const invited = [...(await readStored(instance, world)).mail.keys()]
  const unsent = await unsentMails(instance, invited, mailedWithinMs)
  const { acknowledged, unknown, refused } = ledger.counts()
  const short = acknowledged < phases * killsPerPhase * writesPerKill
  const killed = victims.map((victim) => {
    const outage = (tally.outageMsMax[victim] / 1000).toFixed(1)
    const count = `${tally.kills[victim]} ${victim}`
    // The apis go on answering while a worker is replaced.
    return victim === 'worker' ? count : `${count} (answering again after ≤ ${outage} s)`
  })
  return {
    figure:
      `${acknowledged} acknowledged writes, ${tally.lost.size} lost; ` +
      `${refused} refused, ${tally.phantom.size} phantom; ${unknown} in doubt; ` +
      `${invited.length} mails, ${unsent.length} unsent; kills: ${killed.join(', ')}`,
    problems: [
      ...tally.lost,
      ...tally.phantom,
      ...clients.surprises,
      ...processes.selfEnded,
      ...unsent,
      ...(await unevenLogs(instance, world)),
      ...(await unreadFiles(processes.urls[0] ?? '', world)),
      ...(short ? [`only ${acknowledged} writes were acknowledged in time`] : []),
      ...(await fsckProblems(instance)),
    ],
  }
}

/** Apis die twice as often as anything else. */
function shuffled(random: ReturnType<typeof seeded>): Victim[] {
  return [...victims, 'api' as const]
    .map((victim) => ({ victim, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ victim }) => victim)
}

async function strike(
  { processes }: Scene,
  victim: Victim,
  random: ReturnType<typeof seeded>,
  tally: Tally,
): Promise<void> {
  await sleep(random.below(pauseMsMax))
  const killedMs = performance.now()
  await processes.kill(victim, random.below)
  await processes.untilAnswering()
  tally.kills[victim] += 1
  const outageMs = performance.now() - killedMs
  tally.outageMsMax[victim] = Math.max(tally.outageMsMax[victim], outageMs)
}

async function compare(
  scene: Scene,
  phase: number,
  tally: Tally,
  broken: Break | undefined,
): Promise<void> {
  const { instance, world, clients, journal, ledger } = scene
  await untilQuiet(instance)
  ledger.enter(journal.readOn())
  if (broken !== undefined) await plant(scene, broken)
  const { lost, phantom, settled } = ledger.check(
    await readStored(instance, world),
    await readAudits(instance, phase),
  )
  for (const sentence of lost) tally.lost.add(sentence)
  for (const sentence of phantom) tally.phantom.add(sentence)
  for (const line of settled) {
    await journal.write(line)
    clients.settle(line)
  }
}

/** Behind the server's back, and so that nothing but the comparison with the journal can tell. */
async function plant({ instance, ledger }: Scene, broken: Break): Promise<void> {
  if (broken === 'lost') {
    await rowsOf(instance, 'delete from api_token where id = any($1)', [
      ledger.certain('token').slice(-1),
    ])
  }
  if (broken === 'lost page') {
    await rowsOf(
      instance,
      `update entry_version set title = 'Before' where entry_id = any($1) and to_number is null`,
      [ledger.certain('page').slice(-1)],
    )
  }
  if (broken === 'phantom') {
    const alive = new Set(ledger.certain('team'))
    const refusal = ledger.refusals('team').find(({ object }) => alive.has(object))
    await rowsOf(instance, 'update team set title = $2 where id = $1', [
      refusal?.object,
      refusal?.value,
    ])
  }
}

await runGate<Break>({
  name: 'kill9',
  seconds: 15,
  breaks: ['lost', 'lost page', 'phantom', 'asynchronous-commit'],
  run,
})
