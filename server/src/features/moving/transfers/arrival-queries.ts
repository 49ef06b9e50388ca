import { sql } from 'kysely'

import { type OfNode, trashDays } from '#/content-store/nodes/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

export interface NodeRow {
  readonly id: string
  readonly kind: HomelessKind
  readonly parent_id: string | null
  readonly title: string
  readonly description: string | null
  readonly default_level: string
  readonly position: string
  readonly created_by: string
  readonly created_at: string
  readonly deleted_at: string | null
  readonly version: number
  /** Whether the node can no longer be restored: it only waits to be purged. */
  readonly is_expired: boolean
}

type OfNodes = Readonly<{ organizationId: string; ids: readonly string[] }>

/** A collection or space with all nodes in it, parents before children. */
export const selectWhole = statement(
  'transfer.whole',
  (p: OfNode) => sql<NodeRow>`
    with recursive below as (
      select n.*, 1 as depth from content_node as n
      where n.organization_id = ${p.organizationId} and n.id = ${p.nodeId}
        and n.state = 'live'
      union all
      select n.*, below.depth + 1 from below
      join content_node as n
        on n.organization_id = ${p.organizationId} and n.parent_id = below.id
    )
    select id, kind, parent_id, title, description, default_level, position, created_by,
      created_at, deleted_at, version,
      coalesce(deleted_at <= now() - make_interval(days => ${sql.lit(trashDays)}), false)
        as is_expired
    from below order by depth, id`,
)

export const lockNodes = statement(
  'transfer.lock-nodes',
  (p: OfNodes) => sql`
    select id from content_node
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])
    order by id for no key update`,
)

/**
 * The rows that the new organization already has of nodes: another transfer has left them behind,
 * or is just copying them.
 */
export const selectInTheWay = statement(
  'transfer.in-the-way',
  (p: OfNodes) => sql<{ id: string; state: string }>`
    select id, state from content_node
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])`,
)

type Arriving = Readonly<{
  organizationId: string
  transferId: string
  callerId: string
  ids: readonly string[]
  kinds: readonly string[]
}>

/**
 * Inserts arriving nodes, which have no place yet: their position holds the id of their transfer.
 */
export const insertArriving = statement(
  'transfer.insert-arriving',
  (p: Arriving) => sql`
    insert into content_node (
      organization_id, id, kind, title, position, lineage, state, created_by)
    select ${p.organizationId}, r.id, r.kind, '', ${p.transferId}, array[r.id], 'arriving',
      ${p.callerId}
    from unnest(${p.ids}::text[], ${p.kinds}::text[]) as r (id, kind)
    on conflict (organization_id, id) do nothing
    returning id`,
)

export const insertArrivingSpaces = statement(
  'transfer.insert-arriving-spaces',
  (p: OfNodes) => sql`
    with added as (
      insert into space (organization_id, id)
      select ${p.organizationId}, r.id from unnest(${p.ids}::text[]) as r (id)
    )
    insert into space_counter (organization_id, space_id)
    select ${p.organizationId}, r.id from unnest(${p.ids}::text[]) as r (id)`,
)

type OfTransfer = Readonly<{ organizationId: string; transferId: string }>

/** Keeps an arriving node from being swept while rows are written to it, and for a while after. */
export const holdArriving = statement(
  'transfer.hold-arriving',
  (p: OfTransfer & { nodeId: string }) => sql`
    update content_node set created_at = now()
    where organization_id = ${p.organizationId} and id = ${p.nodeId}
      and state = 'arriving' and position = ${p.transferId}
    returning id`,
)

/**
 * Locks the nodes that still belong to the transfer: none can be swept until the transaction ends.
 */
export const lockArriving = statement(
  'transfer.lock-arriving',
  (p: OfTransfer & { ids: readonly string[] }) => sql<{ id: string }>`
    select id from content_node
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])
      and state = 'arriving' and position = ${p.transferId}
    order by id for no key update`,
)

/** Renews the lease of all nodes of a transfer, except those locked at this moment. */
export const renewArriving = statement(
  'transfer.renew-arriving',
  (p: OfTransfer & { ids: readonly string[] }) => sql`
    update content_node as n set created_at = now()
    from (
      select id from content_node
      where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])
        and state = 'arriving' and position = ${p.transferId}
      for no key update skip locked
    ) as free
    where n.organization_id = ${p.organizationId} and n.id = free.id`,
)

/** Gives up a transfer: the nodes that it copied are to be swept. */
export const updateGivenUp = statement(
  'transfer.give-up',
  (p: OfTransfer & { ids: readonly string[] }) => sql<{ id: string }>`
    update content_node set state = 'left', position = ''
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])
      and state = 'arriving' and position = ${p.transferId}
    returning id`,
)

export const selectSpaceRows = statement(
  'transfer.space-rows',
  (p: OfNodes) => sql<{ spaces: string; counters: string; file_bytes: number }>`
    select
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]')::text from space as s
       where s.organization_id = ${p.organizationId} and s.id = any (${p.ids}::text[]))
        as spaces,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]')::text from space_counter as c
       where c.organization_id = ${p.organizationId} and c.space_id = any (${p.ids}::text[]))
        as counters,
      (select coalesce(sum(c.file_bytes), 0)::bigint from space_counter as c
       where c.organization_id = ${p.organizationId} and c.space_id = any (${p.ids}::text[]))
        as file_bytes`,
)

type Rows = Readonly<{ organizationId: string; rows: string }>

export const updateArrivedSpaces = statement(
  'transfer.arrive-spaces',
  (p: Rows) => sql`
    update space as s set emoji = r.emoji, icon = r.icon, edit_mode = r.edit_mode,
      language = r.language, merge_rules = r.merge_rules, file_epoch = r.file_epoch,
      updated_at = r.updated_at
    from jsonb_populate_recordset(null::space, ${p.rows}::jsonb) as r
    where s.organization_id = ${p.organizationId} and s.id = r.id`,
)

export const updateArrivedCounters = statement(
  'transfer.arrive-counters',
  (p: Rows) => sql`
    update space_counter as c set files = r.files, file_bytes = r.file_bytes,
      comments = r.comments,
      comments_total = r.comments_total,
      change_requests = r.change_requests, change_requests_open = r.change_requests_open,
      change_requests_draft = r.change_requests_draft
    from jsonb_populate_recordset(null::space_counter, ${p.rows}::jsonb) as r
    where c.organization_id = ${p.organizationId} and c.space_id = r.space_id`,
)

/**
 * Makes copied nodes live; their levels and lineages are computed afterwards from their parents.
 */
export const updateArrived = statement(
  'transfer.arrive',
  (p: Rows & { transferId: string }) => sql`
    update content_node as n set state = 'live', parent_id = r.parent_id, title = r.title,
      description = r.description, default_level = r.default_level, position = r.position,
      created_by = r.created_by, created_at = r.created_at, deleted_at = r.deleted_at,
      version = r.version + 1
    from jsonb_populate_recordset(null::content_node, ${p.rows}::jsonb) as r
    where n.organization_id = ${p.organizationId} and n.id = r.id
      and n.state = 'arriving' and n.position = ${p.transferId}`,
)

/** Takes nodes out of the tree, so that changes of their former parents do not reach them. */
export const updateLeft = statement(
  'transfer.leave',
  (p: OfNodes) => sql`
    update content_node set state = 'left', parent_id = null, position = '',
      lineage = array[id], deleted_at = null,
      base_level = case when default_level = 'inherit' then 'member' else default_level end
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])`,
)

/** Leaves nodes behind that only wait to be purged, at the top level. */
export const updateStayed = statement(
  'transfer.stay',
  (p: OfNodes) => sql`
    update content_node set parent_id = null, position = '', lineage = array[id],
      base_level = case when default_level = 'inherit' then 'member' else default_level end
    where organization_id = ${p.organizationId} and id = any (${p.ids}::text[])`,
)
