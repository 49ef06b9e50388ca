import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'
import { databaseErrorCode } from '#/platform/database/database-errors.ts'
import { readCatalogue } from '#/start/commands/citus/catalogue.ts'
import { distributePlan } from '#/start/commands/citus/distribute-plan.ts'
import { migrate } from '#/start/migrate.ts'

/** Few, since each is a table of its own in every database that a test makes. */
const shards = 4
const dropTriesMax = 50
const dropPauseMs = 100

/** The URLs of the coordinator and the workers of a cluster; of one PostgreSQL only its own. */
export async function serversOf(url: string): Promise<readonly string[]> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_extension where extname = 'citus'`,
    )
    if (rowCount === 0) return [url]
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node
       where groupid <> 0 and noderole = 'primary' and isactive order by nodeid`,
    )
    const workers = rows.map(({ host, port }) => {
      const worker = new URL(url)
      worker.hostname = host
      worker.port = String(port)
      return worker.href
    })
    return [url, ...workers]
  })
}

/** Sends a statement to each of these servers. */
export async function onServers(
  servers: readonly string[],
  statement: string,
): Promise<void> {
  await Promise.all(
    servers.map(async (url) =>
      withClient(url, async (client) => void (await client.query(statement))),
    ),
  )
}

/** Migrates an empty database and, on a cluster, lays it out over all its servers. */
export async function layOut(servers: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = servers.map((url) => urlOfDatabase(url, name))
  if (workers.length > 0) await joinServers(coordinator, workers)
  await migrateDatabase(coordinator)
  if (workers.length > 0) await distributeTables(coordinator)
}

export async function migrateDatabase(url: string): Promise<void> {
  await migrate(readConfig({ LECTERN_ENV: 'development', DATABASE_URL: url }))
}

/** Ends what waits for a lock on a worker too long, which does not know the timeouts of sessions. */
export async function boundLocks(
  servers: readonly string[],
  name: string,
): Promise<void> {
  const [, ...workers] = servers
  await onServers(workers, `alter database ${name} set lock_timeout = '5s'`)
}

/** Closes a database for good, so that it can be copied: the daemon of Citus is connected to it. */
export async function sealDatabase(
  servers: readonly string[],
  name: string,
): Promise<void> {
  if (servers.length === 1) return
  await onServers(
    servers,
    `update pg_database set datallowconn = false where datname = '${name}'`,
  )
  await onServers(
    servers,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
}

/** Drops a database on each of these servers; the daemons of Citus connect to it while it goes. */
export async function dropDatabase(
  servers: readonly string[],
  name: string,
): Promise<void> {
  // Whoever comes back while it is dropped makes PostgreSQL wait for five seconds.
  await sealDatabase(servers, name)
  await Promise.all(
    servers.map(async (url) => {
      for (let tries = 1; ; tries += 1) {
        try {
          await onServers([url], `drop database if exists ${name} with (force)`)
          return
        } catch (error) {
          const isInUse = databaseErrorCode(error) === '55006'
          if (!isInUse || tries === dropTriesMax) throw error
          await sleep(dropPauseMs)
        }
      }
    }),
  )
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Makes servers that have the same database the cluster of it. */
export async function joinServers(
  coordinator: string,
  workers: readonly string[],
): Promise<void> {
  await onServers([coordinator, ...workers], 'create extension citus')
  await withClient(coordinator, async (client) => {
    const { hostname, port, pathname } = new URL(coordinator)
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, port])
    for (const url of workers) {
      const worker = new URL(url)
      await client.query('select citus_add_node($1, $2)', [worker.hostname, worker.port])
    }
    await client.query(
      `alter database ${pathname.slice(1)} set citus.shard_count = ${shards}`,
    )
  })
}

async function distributeTables(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const text of distributePlan(await readCatalogue(client))) {
      await client.query(text)
    }
  })
}

async function withClient<T>(
  url: string,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
