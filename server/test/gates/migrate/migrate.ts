import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { migrationFiles } from '#/platform/database/migrate.ts'
import { migrate } from '#/start/migrate.ts'

import { fsckProblems } from '../fsck/fsck-problems.ts'
import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { type Load, startLoad } from './migrate-load.ts'
import { testPreviousRelease } from './migrate-previous.ts'
import { type MigrateScene, migrationsIn, setScene } from './migrate-scene.ts'
import {
  loggedWaits,
  startWatch,
  waitMsMax,
  type Watch,
  watchSettings,
} from './migrate-watch.ts'
import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'

type Break = 'long-lock' | 'patient-lock'

// The api of this release runs on the schema after this one; what follows is applied under its load.
// A later migration that it cannot run without moves this line to itself.
const lastBefore = '0093-sessions-to-renew.sql'
/** So many that a release waits for what rewrites or reads them all. */
const membersOf = { push: 20_000, release: 200_000 }
const heldMs = 2_500
const quietMs = 1_000

/** As a later release may bring them. */
const later = {
  column: '-- Why: a later release.\nalter table member add column gate_note text;',
  index: `-- Why: a later release.
-- outside a transaction
drop index concurrently if exists member_by_gate_note;
create index concurrently member_by_gate_note on member (organization_id, gate_note);`,
  blockedColumn:
    '-- Why: a later release.\nalter table member add column gate_more text;\nalter table team add column gate_more text;',
  blockedIndex: `-- Why: a later release.
-- outside a transaction
drop index concurrently if exists member_by_gate_more;
create index concurrently member_by_gate_more on member (organization_id, gate_more);`,
}

const mistakes: Readonly<Record<Break, string>> = {
  'long-lock':
    '-- Why: a mistake.\nlock table member in access exclusive mode;\nselect pg_sleep(0.3);',
  'patient-lock': `-- Why: a mistake.\nset local lock_timeout = '5s';\nalter table member add column gate_mistake text;`,
}

interface Run {
  readonly cluster: PostgresCluster
  readonly scene: MigrateScene
  readonly folder: string
  readonly watch: Watch
  readonly load: Load
  readonly say: (line: string) => void
  readonly problems: string[]
  readonly slow: string[]
  longestMs: number
}

/** Migrations applied under load make nobody wait, however long they themselves must. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster({ ...watchSettings, shared_buffers: '256MB' })
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-migrate-'))
  try {
    const members = membersOf[options.lane]
    const scene = await setScene(cluster, folder, { lastBefore, members })
    const watch = await startWatch(cluster.url)
    const load = await startLoad(scene.api.url, scene.sample)
    const { say } = options
    const found = { problems: [], slow: [], longestMs: 0 }
    const begun = { cluster, scene, folder, watch, load, say, ...found }
    try {
      return await runSteps(begun, options.broken)
    } finally {
      await load.stop().catch(() => undefined)
      await watch.stop().catch(() => undefined)
      await scene.close()
    }
  } finally {
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runSteps(gate: Run, broken: Break | undefined): Promise<GateOutcome> {
  const { scene, load, watch, cluster, say, problems, slow } = gate
  const remaining = (await migrationFiles()).filter((name) => name > lastBefore)
  await step(gate, `${remaining[0]} to ${remaining.at(-1)}, by two at once`, async () =>
    applyTwice(gate, {}, remaining),
  )
  await step(gate, 'the same again, by two at once', async () => applyTwice(gate, {}, []))
  const extra: Record<string, string> = {
    '9001-column.sql': later.column,
    '9002-index.sql': later.index,
  }
  await step(gate, 'a column and an index on a large table', async () =>
    applyTwice(gate, extra, ['9001-column.sql', '9002-index.sql']),
  )
  extra['9003-blocked-column.sql'] = later.blockedColumn
  await step(gate, 'a column on a table that somebody reads for long', async () =>
    whileHeld(gate, 'select count(*) from member', async () =>
      applyTwice(gate, extra, ['9003-blocked-column.sql']),
    ),
  )
  extra['9004-blocked-index.sql'] = later.blockedIndex
  await step(gate, 'an index on a table that somebody reads for long', async () =>
    whileHeld(gate, 'select count(*) from member', async () =>
      applyTwice(gate, extra, ['9004-blocked-index.sql']),
    ),
  )
  await step(gate, 'a new day of partitions while somebody reads the log', async () => {
    await dropNewestPartitions(gate)
    await whileHeld(gate, 'select count(*) from event', async () =>
      applyTwice(gate, extra, []),
    )
  })
  if (broken !== undefined) {
    extra['9005-mistake.sql'] = mistakes[broken]
    await step(gate, `a mistake, ${broken}`, async () =>
      broken === 'long-lock'
        ? apply(gate, extra)
        : whileHeld(gate, 'select count(*) from member', async () => apply(gate, extra)),
    )
  }

  await load.stop()
  await watch.stop()
  const previous = await testPreviousRelease()
  say(`  ${previous.line}`)
  const logged = await loggedWaits(cluster)
  return {
    figure:
      `${remaining.length} migrations and 4 of a later release under ${load.requests()} requests: ` +
      `${load.failures.length} failed, longest lock wait behind one ${gate.longestMs.toFixed(0)} ms ` +
      `(goal ${waitMsMax} ms), ${logged.length} over it in the server's log; ` +
      `looked at least every ${watch.blindMs().toFixed(0)} ms`,
    problems: [
      ...problems,
      ...load.failures,
      ...previous.problems,
      ...(await fsckProblems(scene)),
    ],
    slow: [...slow, ...logged.map((line) => `PostgreSQL logged: ${line}`)],
  }
}

async function step(gate: Run, name: string, act: () => Promise<unknown>): Promise<void> {
  const { watch, load, say, slow } = gate
  watch.longest()
  load.slowestMs()
  const startedMs = performance.now()
  await act()
  const tookSeconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  // The last of those who wait are let through after the migration has ended.
  await sleep(quietMs)
  const { ms, what } = watch.longest()
  say(
    `  ${name}: ${tookSeconds} s; longest wait ${ms.toFixed(0)} ms (${what}), slowest answer ${load.slowestMs().toFixed(0)} ms`,
  )
  gate.longestMs = Math.max(gate.longestMs, ms)
  if (ms > waitMsMax) slow.push(`${name}: ${what} waited ${ms.toFixed(0)} ms`)
}

let folders = 0

async function apply(
  { scene, folder }: Run,
  extra: Readonly<Record<string, string>>,
): Promise<string[]> {
  folders += 1
  const from = await migrationsIn(folder, `migrations${folders}`, { extra })
  const applied: string[] = []
  await migrate(scene.config, (line) => applied.push(line), from)
  return applied
}

/** Two runs at the same time: one of them applies what is missing, and neither fails. */
async function applyTwice(
  gate: Run,
  extra: Readonly<Record<string, string>>,
  expected: readonly string[],
): Promise<void> {
  const both = await Promise.all([apply(gate, extra), apply(gate, extra)])
  const applied = both.flat().toSorted().join(', ')
  const wanted = expected.map((name) => `applied ${name}`).join(', ')
  if (applied !== wanted) {
    gate.problems.push(`two runs at once did "${applied}" and not "${wanted}"`)
  }
}

/** Somebody else's transaction is in the way: the migration must outlast it, not push in. */
async function whileHeld(
  { cluster, problems }: Run,
  statement: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const holder = new Client({ connectionString: cluster.url, application_name: 'holder' })
  // The cluster ends it when the gate ends early.
  holder.on('error', () => undefined)
  await holder.connect()
  let isOver = false
  try {
    await holder.query('begin isolation level repeatable read')
    await holder.query(statement)
    const acting = act().finally(() => {
      isOver = true
    })
    acting.catch(() => undefined)
    await sleep(heldMs)
    if (isOver) problems.push(`"${statement}" was in nobody's way`)
    await holder.query('commit')
    await acting
  } finally {
    await holder.end()
  }
}

async function dropNewestPartitions({ cluster }: Run): Promise<void> {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select max(c.relname) as name from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where c.relnamespace = 'public'::regnamespace and c.relname ~ '_[0-9]{8}$'
     group by i.inhparent`,
  )
  for (const { name } of rows) await client.query(`drop table ${name}`)
  await client.end()
}

await runGate<Break>({
  name: 'migrate',
  seconds: 30,
  breaks: ['long-lock', 'patient-lock'],
  run,
})
