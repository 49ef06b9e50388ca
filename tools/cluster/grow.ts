import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { serversOf } from '../../server/test/database/test-cluster.ts'
import {
  isolate,
  moveShard,
  onShardsOfTheirOwn,
  restartServer,
} from './growing/changes.ts'
import { eventsNotPending, lostOrDoubled } from './growing/stored.ts'
import { createThings } from './growing/world.ts'
import { startWriting, type Writing } from './growing/writing.ts'

/**
 * A cluster that grows while it is written to: shards are moved, an organization gets one of its
 * own, a worker is restarted. No acknowledged write is lost, and no read misses one.
 */
const perSecond = Number(process.env['CLUSTER_WRITES_PER_SECOND'] ?? 200)
const beforeMs = 5_000
const afterMs = 5_000
const shownMax = 10

const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.env['TEST_DATABASE_URL'] ?? ''
/** Restarts one worker, and ends when it takes connections again. */
const restart = process.env['CLUSTER_RESTART'] ?? ''
/** The same for the coordinator. */
const restartCoordinator = process.env['CLUSTER_RESTART_COORDINATOR'] ?? ''
const servers = await serversOf(url)
process.env['LECTERN_TEST_SERVERS'] = servers.join(' ')
const { createInstance } = await import('../../server/test/gates/harness/instance.ts')
const { runCommand } = await import('../../server/test/commands/test-command.ts')

const instance = await createInstance({ LOG_LEVEL: 'silent' })
let client = new Client({ connectionString: instance.databaseUrl })
let writing: Writing | undefined
try {
  await client.connect()
  const [writer, reader] = await Promise.all([instance.startApi(), instance.startApi()])
  const things = await createThings(instance.db, writer.url)
  const organizations = new Set(things.map(({ organizationId }) => organizationId))
  // What a move leaves is cleared away later, so that the same shard is not moved again at once.
  const [first = '', second = ''] = await onShardsOfTheirOwn(client, organizations)
  const urls = { writeUrl: writer.url, readUrl: reader.url }
  writing = startWriting(things, { ...urls, perSecond })
  await sleep(beforeMs)
  say(describe(writing, 'nothing', 0))
  say(`${await readersOnWorkers()} connections read from the workers`)
  const steps: [string, () => Promise<void>][] = [
    ['move, block_writes', async () => moveShard(client, first, 'block_writes')],
    ['move, force_logical', async () => moveShard(client, second, 'force_logical')],
    ['isolate, block_writes', async () => isolate(client, first, 'block_writes')],
  ]
  if (restart !== '') steps.push(['restart', async () => restartServer(restart)])
  for (const [name, run] of steps) await during(writing, name, run)
  if (restart === '') say('No worker was restarted: CLUSTER_RESTART has no command.')
  if (restartCoordinator !== '') {
    await client.end()
    await during(writing, 'restart of the coordinator', async () =>
      restartServer(restartCoordinator),
    )
    client = new Client({ connectionString: instance.databaseUrl })
    await client.connect()
  }
  const { told, nowMs } = writing
  const seconds = nowMs() / 1000
  await writing.stop()
  const lost = await lostOrDoubled(client, told.acknowledged)
  const unpaired = await eventsNotPending(client)
  const fsck = await runCommand(['fsck'], { DATABASE_URL: instance.databaseUrl })
  say(`fsck: ${fsck.stdout.trim()}`)
  const { late, reads, readsRefused } = told.counts
  say(
    `${told.acknowledged.length} writes acknowledged, ${(told.acknowledged.length / seconds).toFixed(0)} a second; ${lost.length} lost or doubled; ${late} begun too late since all writers waited`,
  )
  say(`${reads} reads, ${readsRefused} refused; ${told.missed.length} missed a write`)
  const problems = [...lost, ...unpaired, ...told.missed, ...told.problems]
  const kinds = Map.groupBy(problems, (problem) =>
    problem.replaceAll(/[A-Za-z\d]*\d[A-Za-z\d]*/g, '…'),
  )
  for (const [problem = '', ...more] of [...kinds.values()].slice(0, shownMax)) {
    say(`✖ ${problem}${more.length > 0 ? ` (and ${more.length} like it)` : ''}`)
  }
  say(`${problems.length} problems`)
  if (problems.length > 0 || fsck.code !== 0) process.exitCode = 1
} finally {
  await writing?.stop()
  await client.end()
  await instance.close()
}

async function during(
  watched: Writing,
  name: string,
  run: () => Promise<void>,
): Promise<void> {
  const fromMs = watched.nowMs()
  await run()
  const tookMs = watched.nowMs() - fromMs
  await sleep(afterMs)
  say(`${describe(watched, name, fromMs)}; took ${(tookMs / 1000).toFixed(1)} s`)
}

/** What happened since then. */
function describe({ told, nowMs }: Writing, name: string, fromMs: number): string {
  const moments = told.moments.filter(({ atMs }) => atMs >= fromMs)
  const refusals = moments.filter(({ isRefusal }) => isRefusal)
  const acknowledged = moments.filter(({ isRefusal }) => !isRefusal)
  const ofEach = Map.groupBy(moments, ({ organizationId }) => organizationId)
  const longest = Math.max(0, ...[...ofEach.values()].map(longestRefusal))
  const slowest = acknowledged.reduce((most, { tookMs }) => Math.max(most, tookMs), 0)
  const rate = (acknowledged.length * 1000) / (nowMs() - fromMs)
  return `${name}: ${rate.toFixed(0)} writes/s acknowledged, ${refusals.length} refused, longest from a refusal to the next acknowledged write of the organization ${longest.toFixed(0)} ms, slowest write ${slowest.toFixed(0)} ms`

  function longestRefusal(ofOne: typeof moments): number {
    let since: number | undefined
    let most = 0
    for (const { atMs, isRefusal } of ofOne) {
      if (isRefusal) since ??= atMs
      else if (since !== undefined) {
        most = Math.max(most, atMs - since)
        since = undefined
      }
    }
    return since === undefined ? most : Math.max(most, nowMs() - since)
  }
}

async function readersOnWorkers(): Promise<number> {
  const counts = await Promise.all(
    servers.slice(1).map(async (server) => {
      const worker = new URL(server)
      worker.pathname = new URL(instance.databaseUrl).pathname
      const asked = new Client({ connectionString: worker.href })
      await asked.connect()
      const { rowCount } = await asked.query(
        `select from pg_stat_activity where datname = current_database()
           and query like '%pg_dist_local_group%' and pid <> pg_backend_pid()`,
      )
      await asked.end()
      return rowCount ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
