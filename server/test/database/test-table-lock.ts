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
  const servers = workers.length > 0 ? workers : [url]
  const clients = await Promise.all(
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
  return async () => void (await Promise.all(clients.map(async (one) => one.end())))
}
