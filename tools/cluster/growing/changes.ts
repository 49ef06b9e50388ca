import { spawn } from 'node:child_process'
import { once } from 'node:events'

import type { Client } from 'pg'

type Mode = 'block_writes' | 'force_logical'

interface Place {
  readonly shard: string
  readonly host: string
  readonly port: number
}

/** Moves the shard of an organization to another worker. */
export async function moveShard(
  client: Client,
  organizationId: string,
  mode: Mode,
): Promise<void> {
  const from = await placeOf(client, organizationId)
  const { rows } = await client.query<Place>(
    `select nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive
       and (nodename, nodeport) <> ($1, $2::integer) order by nodeid limit 1`,
    [from.host, from.port],
  )
  const [to] = rows
  if (to === undefined) throw new Error('There is no other worker')
  await client.query(
    `select citus_move_shard_placement($1::bigint, $2, $3::integer, $4, $5::integer,
       shard_transfer_mode => '${mode}')`,
    [from.shard, from.host, from.port, to.host, to.port],
  )
  const now = await placeOf(client, organizationId)
  if (now.port === from.port && now.host === from.host) {
    throw new Error('The shard was not moved')
  }
}

/** Organizations that are on as many shards. */
export async function onShardsOfTheirOwn(
  client: Client,
  organizations: Iterable<string>,
): Promise<string[]> {
  const found = new Map<string, string>()
  for (const organizationId of organizations) {
    const { shard } = await placeOf(client, organizationId)
    if (!found.has(shard)) found.set(shard, organizationId)
  }
  return [...found.values()]
}

/** Gives an organization a shard of its own. */
export async function isolate(
  client: Client,
  organizationId: string,
  mode: Mode,
): Promise<void> {
  const before = await placeOf(client, organizationId)
  await client.query(
    `select isolate_tenant_to_new_shard('organization', $1::text, 'CASCADE',
       shard_transfer_mode => '${mode}')`,
    [organizationId],
  )
  const now = await placeOf(client, organizationId)
  if (now.shard === before.shard) throw new Error('The organization has no new shard')
}

/** Runs the operator's command, which ends when the server takes connections again. */
export async function restartServer(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error('The command to restart a server failed')
}

async function placeOf(client: Client, organizationId: string): Promise<Place> {
  const { rows } = await client.query<Place>(
    `select s.shardid::text as shard, n.nodename as host, n.nodeport as port
     from pg_dist_shard as s
     join pg_dist_placement as p on p.shardid = s.shardid
     join pg_dist_node as n on n.groupid = p.groupid and n.noderole = 'primary'
     where s.shardid = get_shard_id_for_distribution_column('organization', $1::text)`,
    [organizationId],
  )
  const [place] = rows
  if (place === undefined) throw new Error(`${organizationId} has no shard`)
  return place
}
