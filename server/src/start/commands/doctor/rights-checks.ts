import type { Client } from 'pg'

import { newId } from '#/platform/ids/new-id.ts'
import { jobSchema } from '#/platform/jobs/job-queue.ts'

import { reasonOf } from '../failure.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'
import { workerNamedBy, writesRemedy } from './cluster.ts'

export function rightsChecks(client: Client): readonly Check[] {
  return [
    { name: 'rights', judge: async () => judgeTableRights(client) },
    { name: 'writes', judge: async () => judgeWrites(client) },
    { name: 'partition rights', judge: async () => judgePartitionRights(client) },
    { name: 'partitions', judge: async () => judgePartitions(client) },
  ]
}

async function judgeTableRights(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ name: string; allowed: boolean }>(
    `select c.oid::regclass::text as name,
       has_schema_privilege(n.oid, 'USAGE')
         and has_table_privilege(c.oid, 'SELECT')
         and (c.relname in ('schema_migration', 'version')
           or (has_table_privilege(c.oid, 'INSERT') and has_table_privilege(c.oid, 'UPDATE')
             and has_table_privilege(c.oid, 'DELETE'))) as allowed
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname in (current_schema(), $1)
     order by 1`,
    [jobSchema],
  )
  const refused = rows.filter(({ allowed }) => !allowed).map((row) => row.name)
  if (refused.length > 0) {
    return fail(
      `the user may not read and write ${refused.join(', ')}`,
      'As the owner: grant select, insert, update, delete on these tables, and usage on their schema, to the user in DATABASE_URL',
    )
  }
  return ok(`reads and writes ${rows.length} tables`)
}

/** Tries a write, which can be refused despite all rights: on a standby, or with a full disk. */
async function judgeWrites(client: Client): Promise<Verdict> {
  try {
    await client.query('begin')
    await client.query(
      `insert into account (id, display_name, email) values ($1, $2, $3)`,
      [newId(), 'Doctor', 'doctor@localhost'],
    )
    return ok('a row was inserted and taken back')
  } catch (error) {
    await client.query('rollback')
    const worker = await workerNamedBy(client, error)
    return worker === undefined
      ? fail(
          `a row could not be inserted (${reasonOf(error)})`,
          'Point DATABASE_URL to the primary, and see that its disk has room',
        )
      : fail(
          `a row could not be inserted on ${worker} (${reasonOf(error)})`,
          writesRemedy(worker),
        )
  } finally {
    await client.query('rollback')
  }
}

/** Judges whether the function that makes partitions may do so; it runs with its owner's rights. */
async function judgePartitionRights(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{
    executes: boolean
    definer: boolean
    owner: string
    creates: boolean
    foreign_tables: string[]
  }>(
    `select has_function_privilege(p.oid, 'EXECUTE') as executes, p.prosecdef as definer,
       pg_get_userbyid(p.proowner) as owner,
       has_schema_privilege(p.proowner, p.pronamespace, 'CREATE') as creates,
       array(
         select c.relname::text from pg_class c
         where c.relnamespace = p.pronamespace and c.relkind = 'p'
           and not pg_has_role(p.proowner, c.relowner, 'USAGE')
       ) as foreign_tables
     from pg_proc p
     where p.proname = 'maintain_partitions' and p.pronamespace = to_regnamespace(current_schema())`,
  )
  const [found] = rows
  if (found === undefined) {
    return fail(
      'there is no function maintain_partitions',
      'Run "lectern-server migrate"',
    )
  }
  const { executes, definer, owner, creates, foreign_tables } = found
  if (!executes || !definer) {
    return fail(
      'the user may not run maintain_partitions with its owner’s rights',
      'As the owner: grant execute on function maintain_partitions to the user in DATABASE_URL',
    )
  }
  if (!creates || foreign_tables.length > 0) {
    return fail(
      `${owner}, who owns maintain_partitions, may not make partitions of ${foreign_tables.join(', ') || 'any table'}`,
      `Make ${owner} the owner of the partitioned tables and grant it create on their schema`,
    )
  }
  return ok(`made by ${owner}`)
}

async function judgePartitions(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ name: string; exists: boolean }>(
    `select parent.relname || '_' || to_char(day, 'YYYYMMDD') as name,
       exists (
         select from pg_inherits i join pg_class child on child.oid = i.inhrelid
         where i.inhparent = parent.oid
           and child.relname = parent.relname || '_' || to_char(day, 'YYYYMMDD')
       ) as exists
     from pg_class parent
     join pg_namespace n on n.oid = parent.relnamespace,
       (select (now() at time zone 'UTC')::date + offset_days as day
        from generate_series(0, 1) as offset_days) as days
     where parent.relkind = 'p' and n.nspname = current_schema()
     order by 1`,
  )
  const missing = rows.filter((row) => !row.exists).map((row) => row.name)
  const remedy =
    'Start a worker, which makes them every hour, or run "lectern-server migrate"'
  if (missing.length > 0) return fail(`missing: ${missing.join(', ')}`, remedy)
  const stray = await rowsInDefaultPartitions(client)
  return stray.length > 0
    ? warn(`rows of days without a partition lie in ${stray.join(', ')}`, remedy)
    : ok(`today and tomorrow, ${rows.length} in all`)
}

/** Default partitions with rows by the statistics: the doctor reads no rows of organizations. */
async function rowsInDefaultPartitions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; isFilled: boolean }>(
    `select c.relname as name, pg_stat_get_live_tuples(c.oid) > 0 as "isFilled"
     from pg_partitioned_table p
     join pg_class c on c.oid = p.partdefid
     where c.relnamespace = to_regnamespace(current_schema())
     order by 1`,
  )
  const { rowCount } = await client.query(
    `select from pg_extension where extname = 'citus'`,
  )
  const filled: string[] = []
  for (const { name, isFilled } of rows) {
    if (isFilled || (rowCount === 1 && (await hasRowsOnNodes(client, name)))) {
      filled.push(name)
    }
  }
  return filled
}

/** On a cluster the rows of a table are in its shards, on other nodes. */
async function hasRowsOnNodes(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{
    node: string
    success: boolean
    result: string
  }>(
    `select a.nodename || ':' || a.nodeport as node, a.success, a.result
     from pg_dist_partition p, lateral run_command_on_placements(
       p.logicalrelid, 'select pg_stat_get_live_tuples(''%s''::regclass)') as a
     where p.logicalrelid = to_regclass($1)`,
    [table],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed !== undefined) {
    throw new Error(`${failed.node} does not answer: ${failed.result}`)
  }
  return rows.some(({ result }) => Number(result) > 0)
}
