/** One range of organizations: their rows of every tenant table are on one node. */
export interface Shard {
  /** The shard of the table `organization`, by which the others are known. */
  readonly id: string
  readonly node: string
  /** The name of each table's shard on that node. */
  readonly names: ReadonlyMap<string, string>
}

export interface ShardMap {
  /** The same for the same map. */
  readonly version: string
  /** Where each node is, by its name here. */
  readonly nodes: ReadonlyMap<string, { readonly host: string; readonly port: number }>
  readonly shards: ReadonlyMap<string, Shard>
}

export interface ShardRow {
  readonly table_name: string
  readonly shard_name: string
  readonly shard_id: string
  /** Null for a table that every node has. */
  readonly range_from: string | null
  readonly host: string
  readonly port: number
}

/** The table whose shards all tenant tables follow. */
export const anchor = 'organization'

/** What Citus knows of the tables beside organizations, and of those on every node. */
export const selectShards = `
  select p.logicalrelid::text as table_name, s.shardid::text as shard_id,
    shard_name(s.logicalrelid, s.shardid) as shard_name, s.shardminvalue as range_from, n.nodename as host, n.nodeport as port
  from pg_dist_partition as p
  join pg_dist_shard as s on s.logicalrelid = p.logicalrelid
  join pg_dist_placement as l on l.shardid = s.shardid and l.shardstate = 1
  join pg_dist_node as n on n.groupid = l.groupid and n.noderole = 'primary'
    and n.isactive and n.hasmetadata
  where (p.partmethod = 'n' and p.repmodel = 't') or (p.partmethod = 'h' and p.colocationid = (
    select colocationid from pg_dist_partition where logicalrelid = '${anchor}'::regclass))`

/** The nodes that are asked, as one text: when it changes, another has taken the place of one. */
export const selectNodes = `
  select string_agg(groupid || ' ' || nodename || ':' || nodeport, ', ' order by nodeid) as nodes
  from pg_dist_node where noderole = 'primary' and isactive and hasmetadata`

/** The shard of `organization` that has the rows of an organization. */
export const selectShardOf = `
  select get_shard_id_for_distribution_column('${anchor}', $1::text)::text as shard_id`

/**
 * Gives a row while the shard is on the node that is asked, and the node is no standby. Citus
 * changes that on all nodes in the transaction that moves the shard, before anything is written to
 * it elsewhere.
 */
export const selectStillHere = `
  select 1 from pg_dist_placement as l
  join pg_dist_local_group as here on here.groupid = l.groupid
  where l.shardid = $1::bigint and l.shardstate = 1 and not pg_is_in_recovery()`

export function toShardMap(rows: readonly ShardRow[]): ShardMap {
  const everywhere = rows.filter(({ range_from }) => range_from === null)
  const spread = rows.filter(({ range_from }) => range_from !== null)
  const byRange = Map.groupBy(spread, ({ range_from }) => range_from)
  const shards = [...byRange.values()].flatMap((ofRange): [string, Shard][] => {
    const first = ofRange.find(({ table_name }) => table_name === anchor)
    if (first === undefined) return []
    const names = [...everywhere, ...ofRange].map(
      ({ table_name, shard_name }) => [table_name, shard_name] as const,
    )
    return [
      [
        first.shard_id,
        { id: first.shard_id, node: nodeOf(first), names: new Map(names) },
      ],
    ]
  })
  return {
    version: rows
      .map((row) => `${row.shard_name} ${nodeOf(row)}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('\n'),
    nodes: new Map(rows.map((row) => [nodeOf(row), { host: row.host, port: row.port }])),
    shards: new Map(shards),
  }
}

function nodeOf({ host, port }: ShardRow): string {
  return `${host}:${port}`
}
