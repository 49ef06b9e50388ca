import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import {
  globalChecksWith,
  organizationChecksWith,
} from '#/start/commands/fsck/all-checks.ts'

import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { startTestApi, type TestApi } from '../../test-api.ts'
import { templates } from '../../fsck/corruptions.ts'
import { fillSpace } from './fsck-pages.ts'
import { type Checks, judgeRound, planRounds } from '../../fsck/rounds.ts'
import { createPlaces, type Place } from '../../fsck/places.ts'

type Break = 'check left out' | 'false alarm' | 'slow'

const placeCount = 8
const corruptionsMin = 500
/** `--full` tries every corruption on every row, and is held to the goal in pages per second. */
const sizes = {
  push: { pages: 2_000, perTemplate: 3, runs: 1, pagesPerSecondMin: 0 },
  release: { pages: 20_000, perTemplate: 4, runs: 3, pagesPerSecondMin: 0 },
  full: { pages: 100_000, perTemplate: 1_000, runs: 3, pagesPerSecondMin: 50_000 },
}
/** How much longer it may take than the engine alone takes to read the same rows and hash the same texts. */
const timesBareMax = 16

const program = new URL('../../../src/start/lectern-server.ts', import.meta.url).pathname

/** Every damage to every kind of row is found, nothing else is reported, and it takes little time. */
async function run({
  seed,
  lane,
  broken,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const { values } = parseArgs({
    options: { full: { type: 'boolean', default: false }, pages: { type: 'string' } },
    strict: false,
  })
  const size = values['full'] === true ? sizes.full : sizes[lane]
  // A planted defect needs one try of each.
  const perTemplate = broken === undefined ? size.perTemplate : 1
  // A lock that is held for longer than a connection waits would not be slow, but an error.
  const pages = Number(values['pages'] ?? (broken === 'slow' ? 5_000 : size.pages))
  const api = await startTestApi()
  try {
    const places = await createPlaces(api, placeCount)
    await fillSpace(api, pages)
    if (broken === 'false alarm') await hurtOne(api, places)
    const untouched = await measure(api, { pages, runs: size.runs, broken })
    say(
      `  ${pages} pages: ${untouched.pagesPerSecond.toFixed(0)} pages/s; the engine alone reads and hashes ${untouched.barePagesPerSecond.toFixed(0)} pages/s`,
    )
    const checks = checksOf(api, broken)
    const rounds = planRounds(templates, places, { perTemplate, random: seeded(seed) })
    const damages = rounds.flat().length
    const problems = [...untouched.problems, ...unshown(checks)]
    const slow: string[] = []
    let missed = 0
    for (const round of rounds) {
      const wrong = await judgeRound(api, round, { checks, leaveOut: [api.organization] })
      missed += wrong.filter((line) => line.startsWith('not found')).length
      problems.push(...wrong)
    }
    if (broken === undefined && damages < corruptionsMin) {
      problems.push(`only ${damages} corruptions were tried`)
    }
    if (untouched.pagesPerSecond < size.pagesPerSecondMin) {
      slow.push(`${untouched.pagesPerSecond.toFixed(0)} pages/s are too few`)
    }
    // Of a small world most of the time goes into starting.
    if (lane === 'release' && untouched.timesBare > timesBareMax) {
      slow.push(`it takes ${untouched.timesBare.toFixed(1)} times as long as reading`)
    }
    return {
      figure: `${damages} corruptions over ${new Set(templates.map(({ kind }) => kind)).size} checks, ${missed} missed; ${untouched.pagesPerSecond.toFixed(0)} pages/s, ${untouched.timesBare.toFixed(1)} × the time of reading and hashing alone`,
      problems,
      slow,
    }
  } finally {
    await api.stop()
  }
}

function checksOf({ services }: TestApi, broken: Break | undefined): Checks {
  const all = organizationChecksWith(services.sealer)
  const ofOrganization =
    broken === 'check left out' ? all.filter(({ kind }) => kind !== 'entry-ranges') : all
  return { ofOrganization, global: globalChecksWith(services.sealer) }
}

/** A check that nobody shows to fail may as well not be there. */
function unshown({ ofOrganization, global }: Checks): string[] {
  const shown = new Set(templates.map(({ kind }) => kind))
  return [...ofOrganization, ...global]
    .filter(({ kind }) => !shown.has(kind))
    .map(({ kind }) => `no template of corruptions.ts damages what ${kind} checks`)
}

async function hurtOne(api: TestApi, [place]: readonly Place[]): Promise<void> {
  await api.rows('update team set members = members + 1 where id = $1', [place?.teams[0]])
}

interface Measured {
  readonly pagesPerSecond: number
  readonly barePagesPerSecond: number
  readonly timesBare: number
  readonly problems: readonly string[]
}

/** The command as an operator runs it, in turn with the least that any such command has to do. */
async function measure(
  api: TestApi,
  { pages, runs, broken }: { pages: number; runs: number; broken: Break | undefined },
): Promise<Measured> {
  const problems = new Set<string>()
  const fsckSeconds: number[] = []
  const bareSeconds: number[] = []
  for (let turn = 0; turn < runs; turn += 1) {
    bareSeconds.push(await readAndHash(api))
    const held =
      broken === 'slow' ? hold(api, (bareSeconds[turn] ?? 0) * timesBareMax) : 0
    const { seconds, lines } = await fsck(api)
    await held
    fsckSeconds.push(seconds)
    for (const line of lines) problems.add(`untouched: ${line}`)
  }
  // The fastest of each: whatever else the machine does only ever adds.
  const [took, bare] = [Math.min(...fsckSeconds), Math.min(...bareSeconds)]
  return {
    pagesPerSecond: pages / took,
    barePagesPerSecond: pages / bare,
    timesBare: took / bare,
    problems: [...problems],
  }
}

async function readAndHash(api: TestApi): Promise<number> {
  const startedMs = performance.now()
  await api.rows(`select count(sha256(convert_to(markdown, 'UTF8'))) from document`)
  await api.rows('select count(*), count(distinct entry_id) from entry_version')
  return (performance.now() - startedMs) / 1000
}

async function fsck(api: TestApi): Promise<{ seconds: number; lines: string[] }> {
  const child = spawn(process.execPath, [program, 'fsck', '--json'], {
    env: {
      ...process.env,
      LECTERN_ENV: 'development',
      DATABASE_URL: api.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await once(child, 'close')
  const lines = printed.trim().split('\n')
  const { summary }: { summary?: { seconds: number } } = JSON.parse(lines.at(-1) ?? '{}')
  if (summary === undefined) throw new Error(`fsck did not end well: ${printed}`)
  return { seconds: summary.seconds, lines: lines.slice(0, -1) }
}

/** Nobody reads a text for so long. */
async function hold({ databaseUrl }: TestApi, seconds: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `begin; lock table document; select pg_sleep(${seconds + 2}); commit`,
  )
  await client.end()
}

await runGate<Break>({
  name: 'fsck',
  seconds: 25,
  breaks: ['check left out', 'false alarm', 'slow'],
  run,
})
