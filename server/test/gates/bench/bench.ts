import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { benchCases, type Measured, type Side } from './bench-cases.ts'
import { type BenchContent, fillContent } from './bench-content.ts'
import { type BenchTarget, fillForBench } from './bench-data.ts'
import { countStatements } from './bench-statements.ts'
import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { freePort } from '../../../../tools/free-port.ts'
import { createInstance, type ServerProcess } from '../harness/instance.ts'
import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'
import { processTimeMs, treeTimeMs } from '../harness/processor-time.ts'

type Break = 'slow-reads' | 'slow-pages' | 'extra-statement'

// What is compared is measured in one round, side by side; the median round speaks.
const rounds = 5
// The goals are what it is built for and are printed next to what was measured; what is beyond this
// many times one is a defect, whatever machine it is.
const slack = 2
const endedWithinMs = 200

interface Scene {
  readonly cluster: PostgresCluster
  readonly api: ServerProcess
  readonly target: BenchTarget & { readonly content: BenchContent }
}

/** Statements and round trips for every change; throughput and processor time for a release. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { lane, broken, say } = options
  const cluster = await createCluster({
    shared_buffers: '256MB',
    jit: 'off',
    shared_preload_libraries: "'pg_stat_statements'",
    'pg_stat_statements.track_planning': 'on',
  })
  try {
    const instance = await createInstance({ LOG_LEVEL: 'info' }, cluster.url)
    try {
      const filled = await fillForBench(instance, broken)
      const api = await instance.startApi()
      const content = await fillContent({ instance, url: api.url }, broken)
      const target = { ...filled, content }
      const timed =
        lane === 'release'
          ? await measureTimes({ cluster, api, target }, options)
          : undefined
      const counted = await countStatements(instance, cluster, target, broken)
      if (timed === undefined) return counted
      say(`  ${counted.figure}`)
      return { ...timed, problems: [...timed.problems, ...counted.problems] }
    } finally {
      await instance.close()
    }
  } finally {
    await cluster.remove()
  }
}

/** Beside the bare engine and a route that does nothing. */
async function measureTimes(
  { cluster, api, target }: Scene,
  { seconds, say }: GateOptions<Break>,
): Promise<GateOutcome> {
  const nothingPort = await freePort()
  const nothing = spawn(
    process.execPath,
    [new URL('bench-nothing.ts', import.meta.url).pathname],
    { env: { ...process.env, PORT: String(nothingPort) }, stdio: 'ignore' },
  )
  try {
    const cases = await benchCases({ ...target, url: api.url, nothingPort })
    await untilAnswering(`http://127.0.0.1:${nothingPort}/`)
    const secondsEach = Math.max(1, Math.round(seconds / (rounds * cases.length)))
    const measured = new Map<string, Measured[]>()
    const pids = { api: api.child.pid ?? 0, nothing: nothing.pid ?? 0 }
    for (let round = 0; round < rounds + 1; round += 1) {
      for (const { name, side, load } of cases) {
        // The first round only warms up, and pgbench has nothing to warm.
        if (round === 0 && side === 'engine') continue
        const result = await measure(pids, cluster.postmasterPid() ?? 0, side, async () =>
          load(round === 0 ? 1 : secondsEach),
        )
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), result])
      }
    }
    const { lines, ...judged } = judge(measured)
    for (const line of lines) say(line)
    return judged
  } finally {
    nothing.kill()
  }
}

async function untilAnswering(url: string): Promise<void> {
  while ((await fetch(url).catch(() => undefined))?.status !== 200) await sleep(50)
}

async function measure(
  pids: { api: number; nothing: number },
  postmaster: number,
  side: Side,
  load: () => Promise<{ requests: number; perSecond: number; failures: number }>,
): Promise<Measured> {
  const serverPid = side === 'nothing' ? pids.nothing : pids.api
  const before = { server: processTimeMs(serverPid), postgres: treeTimeMs(postmaster) }
  const result = await load()
  // Connections that just ended are counted once the postmaster has seen them off.
  if (side === 'engine') await sleep(endedWithinMs)
  const server = processTimeMs(serverPid) - before.server
  const postgres = treeTimeMs(postmaster) - before.postgres
  return {
    ...result,
    serverMs: side === 'engine' ? 0 : server / result.requests,
    postgresMs: postgres / result.requests,
  }
}

interface Goal {
  readonly name: string
  readonly against: string
  readonly throughputMin: number
  readonly timeMax: number
  /** Where it is so far from its goal that twice the goal is no sign of a defect. */
  readonly defectAt?: number
  /** A write does more than the one statement it is held against: reported, not required. */
  readonly isReported?: true
}

const goals: readonly Goal[] = [
  {
    name: 'organization',
    against: 'organization, bare',
    throughputMin: 0.3,
    timeMax: 3.5,
  },
  { name: 'members', against: 'members, bare', throughputMin: 0.25, timeMax: 3.7 },
  { name: 'page, markdown', against: 'page, bare', throughputMin: 0.3, timeMax: 3 },
  { name: 'page, document', against: 'page, bare', throughputMin: 0.3, timeMax: 3 },
  {
    name: 'tree',
    against: 'tree, bare',
    throughputMin: 0.25,
    timeMax: 3.7,
    defectAt: 12,
  },
  {
    name: 'search',
    against: 'search, bare',
    throughputMin: 0.85,
    timeMax: 1.2,
    defectAt: 4,
  },
  {
    name: 'rename team',
    against: 'rename team, bare',
    throughputMin: 0.4,
    timeMax: 2.5,
    isReported: true,
  },
  {
    name: 'post comment',
    against: 'post comment, bare',
    throughputMin: 0.4,
    timeMax: 2.5,
    isReported: true,
  },
  {
    name: 'merge',
    against: 'merge, bare',
    throughputMin: 0.1,
    timeMax: 10,
    isReported: true,
  },
]

const unchangedMax = 0.7
const unchangedReads = [
  ['organization, 304', 'organization'],
  ['page, 304', 'page, markdown'],
] as const

/** A session is looked up as a token is, and must cost no more. */
const sessionMax = 1.1

function timeOf({ serverMs, postgresMs }: Measured): number {
  return serverMs + postgresMs
}

function judge(
  measured: ReadonlyMap<string, Measured[]>,
): GateOutcome & { lines: string[] } {
  const lines: string[] = []
  const problems: string[] = []
  const slow: string[] = []
  const figures: string[] = []
  for (const [name, results] of measured) {
    const failures = results.reduce((sum, result) => sum + result.failures, 0)
    if (failures > 0) problems.push(`${name}: ${failures} requests failed`)
    const { requests, perSecond, serverMs, postgresMs } = median(results)
    if (requests === 0) {
      problems.push(`${name}: nothing was answered, so nothing was measured`)
    }
    lines.push(
      `  ${name.padEnd(22)} ${perSecond.toFixed(0).padStart(7)}/s  server ${serverMs.toFixed(4)} ms  postgres ${postgresMs.toFixed(4)} ms`,
    )
  }
  const ratio = (
    name: string,
    against: string,
    of: (ours: Measured, other: Measured) => number,
  ) => ratioOf(measured.get(name) ?? [], measured.get(against) ?? [], of)
  for (const { name, against, throughputMin, timeMax, defectAt, isReported } of goals) {
    const throughput = ratio(
      name,
      against,
      (ours, bare) => ours.perSecond / bare.perSecond,
    )
    const time = ratio(name, against, (ours, bare) => timeOf(ours) / timeOf(bare))
    figures.push(
      `${name} ${throughput.toFixed(2)} (goal ${throughputMin}) at ${time.toFixed(2)}× CPU (goal ${timeMax}×)`,
    )
    if (isReported !== true && time > (defectAt ?? timeMax * slack)) {
      slow.push(`${name} takes ${time.toFixed(2)}× the processor time of the bare engine`)
    }
  }
  for (const [name, against] of unchangedReads) {
    const part = ratio(name, against, (ours, other) => timeOf(ours) / timeOf(other))
    figures.push(`${name} at ${part.toFixed(2)} of the 200's CPU (goal ${unchangedMax})`)
    if (part > unchangedMax * slack) {
      slow.push(`${name} takes ${part.toFixed(2)} of the processor time of the 200`)
    }
  }
  const inBrowser = ratio(
    'organization, in a browser',
    'organization',
    (ours, other) => timeOf(ours) / timeOf(other),
  )
  figures.push(
    `organization in a browser at ${inBrowser.toFixed(2)} of the CPU with a token (goal ${sessionMax})`,
  )
  if (inBrowser > sessionMax * slack) {
    slow.push(`a session takes ${inBrowser.toFixed(2)} × the processor time of a token`)
  }
  const part = ratio(
    'organization',
    'nothing',
    (ours, other) => ours.perSecond / other.perSecond,
  )
  figures.push(`organization at ${part.toFixed(2)} of an empty route`)
  return { figure: figures.join('; '), problems, slow, lines }
}

/** Round for round: what slows the machine down slows both. */
function ratioOf(
  ours: readonly Measured[],
  others: readonly Measured[],
  of: (ours: Measured, other: Measured) => number,
): number {
  return middle(
    ours.flatMap((result, round) => {
      const other = others[round]
      return other === undefined ? [] : [of(result, other)]
    }),
  )
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function median(results: readonly Measured[]): Measured {
  const pick = (value: (result: Measured) => number) => middle(results.map(value))
  return {
    requests: pick((result) => result.requests),
    perSecond: pick((result) => result.perSecond),
    failures: pick((result) => result.failures),
    serverMs: pick((result) => result.serverMs),
    postgresMs: pick((result) => result.postgresMs),
  }
}

await runGate<Break>({
  name: 'bench',
  seconds: 80,
  breaks: ['slow-reads', 'slow-pages', 'extra-statement'],
  run,
})
