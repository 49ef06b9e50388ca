import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

import { benchCases, type Measured, type Side } from './bench-cases.ts'
import { fillForBench } from './bench-data.ts'
import { countStatements } from './bench-statements.ts'
import { type GateOptions, type GateOutcome, runGate } from '../../../tools/gate.ts'
import { createInstance, freePort } from './instance.ts'
import { createCluster } from './postgres-cluster.ts'
import { processTimeMs, treeTimeMs } from './processor-time.ts'

type Break = 'slow-reads' | 'extra-statement'

const rounds = 3
// Two cores are shared with the load itself and with whatever else the machine does; what is beyond
// this is a defect and no noise.
const slack = 1.5

async function run({ seconds, broken, say }: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster({
    shared_buffers: '256MB',
    jit: 'off',
    shared_preload_libraries: "'pg_stat_statements'",
    'pg_stat_statements.track_planning': 'on',
  })
  try {
    const instance = await createInstance({ LOG_LEVEL: 'info' }, cluster.url)
    const target = await fillForBench(instance, broken)
    const api = await instance.startApi()
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
          const result = await measure(
            pids,
            cluster.postmasterPid() ?? 0,
            side,
            async () => load(round === 0 ? 1 : secondsEach),
          )
          // The first round only warms up.
          if (round > 0) measured.set(name, [...(measured.get(name) ?? []), result])
        }
      }
      const { figure, problems, lines } = judge(measured)
      for (const line of lines) say(line)
      const counted = await countStatements(instance, cluster, target, broken)
      say(`  ${counted.figure}`)
      return { figure, problems: [...problems, ...counted.problems] }
    } finally {
      nothing.kill()
      await instance.close()
    }
  } finally {
    await cluster.remove()
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
  {
    name: 'rename team',
    against: 'rename team, bare',
    throughputMin: 0.4,
    timeMax: 2.5,
    isReported: true,
  },
]

function judge(
  measured: ReadonlyMap<string, Measured[]>,
): GateOutcome & { lines: string[] } {
  const lines: string[] = []
  const problems: string[] = []
  const figures: string[] = []
  for (const [name, results] of measured) {
    const failures = results.reduce((sum, result) => sum + result.failures, 0)
    if (failures > 0) problems.push(`${name}: ${failures} requests failed`)
    const { perSecond, serverMs, postgresMs } = median(results)
    lines.push(
      `  ${name.padEnd(22)} ${perSecond.toFixed(0).padStart(7)}/s  server ${serverMs.toFixed(4)} ms  postgres ${postgresMs.toFixed(4)} ms`,
    )
  }
  const of = (name: string) => median(measured.get(name) ?? [])
  for (const { name, against, throughputMin, timeMax, isReported } of goals) {
    const ours = of(name)
    const bare = of(against)
    const throughput = ours.perSecond / bare.perSecond
    const time = (ours.serverMs + ours.postgresMs) / bare.postgresMs
    figures.push(
      `${name} ${throughput.toFixed(2)} (goal ${throughputMin}) at ${time.toFixed(2)}× CPU (goal ${timeMax}×)`,
    )
    if (isReported !== true && time > timeMax * slack) {
      problems.push(
        `${name} takes ${time.toFixed(2)}× the processor time of the bare engine`,
      )
    }
  }
  const whole = of('organization')
  const unchanged = of('organization, 304')
  const ratio =
    (unchanged.serverMs + unchanged.postgresMs) / (whole.serverMs + whole.postgresMs)
  figures.push(`304 at ${ratio.toFixed(2)} of the 200's CPU (goal 0.7)`)
  const floor = of('nothing')
  figures.push(
    `organization at ${(whole.perSecond / floor.perSecond).toFixed(2)} of an empty route`,
  )
  return { figure: figures.join('; '), problems, lines }
}

function median(results: readonly Measured[]): Measured {
  const pick = (value: (result: Measured) => number) =>
    results.map(value).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0
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
  seconds: 60,
  breaks: ['slow-reads', 'extra-statement'],
  run,
})
