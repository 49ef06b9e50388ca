import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { fillMembers } from '../growth/growth-members.ts'
import { type GrownWorld, growthSettings, withWorlds } from '../growth/growth-world.ts'
import { driveEverything, sweeps } from './plans-drive.ts'
import { isWasteful, type Judged, judgePlan, type PlanNode } from './plans-judge.ts'
import { fillAround } from './plans-fill.ts'
import { reasons } from './plans-reasons.ts'
import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'

type Break = 'no index of places' | 'no index of names' | 'no index of revisions'

const defects: Readonly<Record<Break, string>> = {
  'no index of places': 'drop index entry_version_by_place, entry_version_by_slug',
  'no index of names': 'drop index entry_version_by_title',
  'no index of revisions':
    'alter table revision drop constraint revision_organization_id_space_id_branch_id_number_key',
}

const size = { pages: 2_000, revisions: 1_000, pagesInOne: 2_000 }
const members = 20_000
const largeRows = 1_000
const variantsOf = { push: 1, release: 3 }
/** For jobs that were asked for by jobs to be taken up and done. */
const workerSeconds = 4
const doneWithinMs = 120_000

/** Every statement finds what it answers: no large table is read from end to end, and little is read in vain. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { seed, broken, say } = options
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-plans-'))
  const names = path.join(folder, 'names')
  const cluster = await createCluster({
    ...growthSettings,
    shared_preload_libraries: "'pg_stat_statements,auto_explain'",
    plan_cache_mode: 'force_generic_plan',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    logging_collector: 'on',
    log_destination: 'jsonlog',
    log_rotation_size: '0',
  })
  const environment = {
    NODE_OPTIONS: `--import=${new URL('plans-log.ts', import.meta.url).href}`,
    LECTERN_PLANS_NAMES: names,
  }
  try {
    return await withWorlds(
      cluster,
      { grown: size },
      { seed, say, environment },
      async ({ grown }) => {
        await fillMembers(grown.instance, members)
        await fillAround(grown)
        if (broken !== undefined) await grown.instance.db.raw(defects[broken])
        await drive(grown, options)
        return judge(await largeTables(grown), loggedPlans(cluster), namesIn(names), say)
      },
    )
  } finally {
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function drive(
  world: GrownWorld,
  { seed, lane, say }: GateOptions<Break>,
): Promise<void> {
  const { db } = world.instance
  await db.raw('alter system set auto_explain.log_min_duration = 0')
  await db.raw('select pg_reload_conf()')
  const api = await world.instance.startApi()
  const worker = await world.instance.startWorker()
  const variants = variantsOf[lane]
  const left = await driveEverything(world, api, { seed, variants })
  if (left.length > 0) say(`  not asked: ${left.join(', ')}`)
  await untilDone(db)
  await sleep(workerSeconds * 1000)
  await worker.stop()
  await api.stop()
}

/** Until everything is swept. */
async function untilDone(db: GrownWorld['instance']['db']): Promise<void> {
  const deadline = Date.now() + doneWithinMs
  for (;;) {
    const { rows } = await db.raw(
      `select name from pgboss.job
       where name = any ($1) and state in ('created', 'active', 'retry')`,
      [sweeps.map(({ name }) => name)],
    )
    if (rows.length === 0) return
    if (Date.now() > deadline) throw new Error(`Jobs still wait: ${JSON.stringify(rows)}`)
    await sleep(200)
  }
}

async function largeTables({ instance }: GrownWorld): Promise<ReadonlySet<string>> {
  const { rows } = await instance.db.raw(
    'select relname as name from pg_class where reltuples >= $1',
    [largeRows],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

interface LoggedPlan {
  readonly text: string
  readonly plan: PlanNode
}

function loggedPlans({ dataFolder }: PostgresCluster): LoggedPlan[] {
  const folder = path.join(dataFolder, 'log')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
    .filter((line) => line.includes('plan:'))
    .flatMap((line) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of the log
      const { message } = JSON.parse(line) as { message: string }
      const start = message.indexOf('{')
      if (!message.startsWith('duration: ') || start < 0) return []
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of auto_explain
      const logged = JSON.parse(message.slice(start)) as {
        'Query Text': string
        Plan: PlanNode
      }
      return [{ text: logged['Query Text'], plan: logged.Plan }]
    })
}

/** What the product calls each of its statements, without the digest of its text. */
function namesIn(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file)) throw new Error('No statement was recorded')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return new Map(
    lines.map((line) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was written there
      const [name, text] = JSON.parse(line) as [string, string]
      return [text, name.slice(0, name.lastIndexOf('.'))]
    }),
  )
}

function judge(
  large: ReadonlySet<string>,
  plans: readonly LoggedPlan[],
  names: ReadonlyMap<string, string>,
  say: (line: string) => void,
): GateOutcome {
  const problems = new Map<string, string>()
  const excused = new Set<string>()
  const seen = new Set<string>()
  for (const { text, plan } of plans) {
    const name = names.get(text)
    if (name === undefined) continue
    seen.add(name)
    const judged = judgePlan(plan, (table) => large.has(table))
    const problem = problemOf(name, judged)
    if (problem === undefined) continue
    if (name in reasons) excused.add(name)
    else problems.set(`${name} ${judged.scanned.join(' ')}`, problem)
  }
  for (const [name, reason] of Object.entries(reasons)) {
    if (excused.has(name)) say(`  ${name}: ${reason}`)
    else if (!seen.has(name)) problems.set(name, `${name} is excused and was never run`)
  }
  return {
    figure: `${seen.size} statements in ${plans.length} runs over ${large.size} large tables and indexes, ${excused.size} excused`,
    problems: [...problems.values()],
  }
}

function problemOf(name: string, judged: Judged): string | undefined {
  const { scanned, read, returned, most } = judged
  if (scanned.length > 0) return `${name} reads all of ${scanned.join(', ')}`
  if (isWasteful(judged)) {
    return `${name} reads ${read} rows to return ${returned}, ${most.read} of them by ${most.from} in ${most.loops} goes`
  }
  return undefined
}

await runGate<Break>({
  name: 'plans',
  seconds: 30,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  breaks: Object.keys(defects) as Break[],
  run,
})
