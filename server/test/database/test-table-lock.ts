import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

const [, ...workers] = process.env['LECTERN_TEST_SERVERS']?.split(' ') ?? []

const selectShards = `
  select shard_name(s.logicalrelid, s.shardid) as name
  from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
  where s.logicalrelid = to_regclass($1)
    and p.groupid = (select groupid from pg_dist_local_group)`

/**
 * Locks a table against everybody, also readers, until what it answers with is called. On a cluster
 * it locks the shards of the table: who reads straight from a worker does not ask for the table.
 */
export async function lockTable(
  url: string,
  table: string,
): Promise<() => Promise<void>> {
  const clients = await lockWith(url, table)
  return async () => release(clients)
}

const pollMs = 10
const waitMsMax = 30_000
const selectWaits = `
  select distinct waitstart::text as since from pg_locks
  where not granted and waitstart is not null
    and database = (select oid from pg_database where datname = current_database())`

/**
 * Locks a table as `lockTable` does, runs something that reads from it, and lets a read in when so
 * many before it have run out of time.
 */
export async function lockForReads<Result>(
  reads: number,
  url: string,
  table: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const clients = await lockWith(url, table)
  const result = run()
  try {
    await Promise.race([readAfter(reads, clients), result])
  } finally {
    await release(clients)
  }
  return result
}

async function readAfter(reads: number, clients: readonly Client[]): Promise<void> {
  const waits = new Set<string>()
  const untilMs = performance.now() + waitMsMax
  while (waits.size <= reads && performance.now() < untilMs) {
    const seen = await Promise.all(
      clients.map(async (one) => one.query<{ since: string }>(selectWaits)),
    )
    for (const { since } of seen.flatMap(({ rows }) => rows)) waits.add(since)
    await sleep(pollMs)
  }
}

async function release(clients: readonly Client[]): Promise<void> {
  await Promise.all(clients.map(async (one) => one.end()))
}

async function lockWith(url: string, table: string): Promise<Client[]> {
  const servers = workers.length > 0 ? workers : [url]
  return Promise.all(
    servers.map(async (server) => {
      const { pathname } = new URL(url)
      const client = new Client({ connectionString: new URL(pathname, server).href })
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        workers.length > 0 ? selectShards : 'select $1::text as name',
        [table],
      )
      const names = rows.map(({ name }) => name).join(', ')
      await client.query('begin; set local citus.enable_manual_changes_to_shards = on')
      await client.query(`lock table ${names} in access exclusive mode`)
      return client
    }),
  )
}
