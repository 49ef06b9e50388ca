import type { Client } from 'pg'

import { newId } from '#/platform/ids/new-id.ts'

import { readCatalogue } from '../citus/catalogue.ts'
import { layoutOf } from '../citus/layout.ts'
import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, skip, type Verdict, warn } from './check.ts'
import {
  countOf,
  reachRemedy,
  readCluster,
  whyNotLaidOut,
  workerNamedBy,
  writesRemedy,
} from './cluster.ts'

/** More than enough random ids to find one for every worker. */
const idsMax = 1_000

export function clusterChecks(client: Client): readonly Check[] {
  return [
    { name: 'cluster', judge: async () => judgeCluster(client) },
    { name: 'cluster writes', judge: async () => judgeNodes(client) },
    { name: 'cluster migrations', judge: async () => judgeMigrating(client) },
  ]
}

async function judgeCluster(client: Client): Promise<Verdict> {
  const cluster = await readCluster(client)
  if (cluster === undefined) return ok('none: one PostgreSQL, without Citus')
  const { version, group, workers } = cluster
  if (group !== 0) {
    return fail(
      `DATABASE_URL leads to a worker of a cluster with Citus ${version}`,
      'Point it to the coordinator',
    )
  }
  const catalogue = await readCatalogue(client)
  const spread = catalogue.tables.filter((table) => layoutOf(table)?.kind !== 'local')
  const waiting = spread.filter(({ isDistributed }) => !isDistributed)
  if (workers.length === 0 && waiting.length === spread.length) {
    return ok(`none: Citus ${version} without workers, all tables on this server`)
  }
  if (waiting.length > 0) {
    return fail(
      `tables that are not laid out: ${waiting.map(({ name }) => name).join(', ')}`,
      'Stop the servers and run "lectern-server db distribute --apply"',
    )
  }
  const off = workers.filter(({ isActive }) => !isActive).map(({ name }) => name)
  if (off.length > 0) {
    return fail(
      `turned off: ${off.join(', ')}`,
      'Start the node, and turn it on with citus_activate_node',
    )
  }
  const unreached = await unreachable(client)
  if (unreached.length > 0) return fail(unreached.join('; '), reachRemedy)
  const count = countOf(workers.length, 'worker')
  const detail = `Citus ${version}: a coordinator and ${count}, ${spread.length} tables laid out`
  return workers.length === 0
    ? warn(detail, 'Add workers with citus_add_node')
    : ok(detail)
}

/** The nodes that others do not reach, found by letting each node connect to each. */
async function unreachable(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select from_nodename || ':' || from_nodeport as from, to_nodename || ':' || to_nodeport as to
     from citus_check_cluster_node_health() where result is not true order by 1, 2`,
  )
  return rows.map(({ from, to }) => `${from} does not reach ${to}`)
}

/** Writes a row to each worker, reads it and takes it back. */
async function judgeNodes(client: Client): Promise<Verdict> {
  const notYet = await whyNotLaidOut(client)
  if (notYet !== undefined) return notYet
  try {
    const ids = await anIdForEachNode(client)
    await client.query('begin')
    for (const id of ids) {
      await client.query(
        `insert into directory (id, kind, organization_id) values ($1, 'space', $1)`,
        [id],
      )
      const { rowCount } = await client.query('select from directory where id = $1', [id])
      if (rowCount !== 1) throw new Error('a row that was written cannot be read')
    }
    return ok(
      `a row was written to each of ${countOf(ids.length, 'node')}, read, and taken back`,
    )
  } catch (error) {
    await client.query('rollback')
    const worker = await workerNamedBy(client, error)
    return fail(
      `${worker ?? 'a node'} does not take or show a row (${reasonOf(error)})`,
      writesRemedy(worker ?? 'every worker'),
    )
  } finally {
    await client.query('rollback')
  }
}

/** Ids whose rows lie on different nodes, as many as there are nodes with rows. */
async function anIdForEachNode(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct on (p.groupid) candidate.id
     from unnest($1::text[]) as candidate (id)
     join pg_dist_placement p
       on p.shardid = get_shard_id_for_distribution_column('directory', candidate.id)
     order by p.groupid`,
    [Array.from({ length: idsMax }, newId)],
  )
  return rows.map(({ id }) => id)
}

/** Does what a migration does: makes a table, lays it out and changes it; all is taken back. */
async function judgeMigrating(client: Client): Promise<Verdict> {
  const notYet = await whyNotLaidOut(client)
  if (notYet !== undefined) return notYet
  const { rows } = await client.query<{ allowed: boolean }>(
    `select has_schema_privilege(current_schema(), 'CREATE') as allowed`,
  )
  if (rows[0]?.allowed !== true) {
    return skip(
      'the user in DATABASE_URL makes no tables; run this as the one who migrates',
    )
  }
  const table = `doctor_check_${process.pid}`
  try {
    await client.query('begin')
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
    await client.query(
      `create table ${table} (organization_id text collate "C" primary key)`,
    )
    await client.query(
      `select create_distributed_table('${table}', 'organization_id', colocate_with => 'organization')`,
    )
    await client.query(`alter table ${table} add column note text`)
    await client.query(`create index on ${table} (organization_id, note)`)
    await client.query(`insert into ${table} values ('doctor', 'here')`)
    return ok('a table was made on every node, changed, and taken back')
  } catch (error) {
    return fail(
      `a table cannot be made on every node (${reasonOf(error)})`,
      'See that every worker runs and that the user is the same on all of them',
    )
  } finally {
    await client.query('rollback')
  }
}
