import type { Client } from 'pg'

type Send = (statement: string) => Promise<void>

const concurrentIndex =
  /^create (?<unique>unique )?index concurrently (?<name>\w+)\s+on (?<table>\w+)(?<rest>[^]*)$/i

/**
 * Makes an index of a partitioned table while it is written to, which PostgreSQL cannot do at once:
 * first an empty index, then one concurrently on each partition, attached to it; new partitions
 * have theirs. Can be repeated after a failure. False for any other statement, which is not sent.
 */
export async function makePartitionedIndex(
  client: Client,
  statement: string,
  send: Send,
): Promise<boolean> {
  const index = concurrentIndex.exec(statement)?.groups
  if (index === undefined) return false
  const { unique = '', name = '', table = '', rest = '' } = index
  if (!(await isPartitioned(client, table))) return false

  await send(`create ${unique}index if not exists ${name} on only ${table}${rest}`)
  for (const partition of await partitionsWithout(client, table, name)) {
    const part = `${partition}_${name.replace(`${table}_`, '')}`
    await send(`drop index concurrently if exists ${part}`)
    await send(`create ${unique}index concurrently ${part} on ${partition}${rest}`)
    await send(`alter index ${name} attach partition ${part}`)
  }
  return true
}

async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
    [table],
  )
  return rowCount === 1
}

async function partitionsWithout(
  client: Client,
  table: string,
  index: string,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select p.inhrelid::regclass::text as name from pg_inherits p
     where p.inhparent = to_regclass($1) and not exists (
       select from pg_index x join pg_inherits i on i.inhrelid = x.indexrelid
       where x.indrelid = p.inhrelid and i.inhparent = to_regclass($2)
     )
     order by 1`,
    [table, index],
  )
  return rows.map(({ name }) => name)
}
