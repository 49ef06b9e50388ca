import { type RawBuilder, sql } from 'kysely'

import { grantedRank, type InOrganization } from '#/access/content-access.ts'
import { type NodeColumns, nodeColumns } from '#/content-store/nodes/public.ts'
import {
  type Publication,
  publicationOfNode,
} from '#/features/writing/publications/public.ts'
import { sqlBuilder } from '#/platform/database/statement.ts'

/** A space with everything its answer is made of, as read for one caller. */
export interface SpaceRow extends NodeColumns {
  readonly created_at: string
  readonly emoji: string | null
  readonly icon: string | null
  readonly edit_mode: string
  readonly language: string | null
  readonly merge_rules: unknown
  readonly comments: number
  readonly change_requests: number
  readonly change_requests_open: number
  readonly change_requests_draft: number
  readonly revision_id: string
  readonly updated_at: string
  readonly publication: Publication | null
}

const spaceColumns = [
  ...nodeColumns,
  'node.created_at',
  's.emoji',
  's.icon',
  's.edit_mode',
  's.language',
  's.merge_rules',
  'c.comments',
  'c.change_requests',
  'c.change_requests_open',
  'c.change_requests_draft',
  'b.head_revision_id as revision_id',
] as const

/**
 * The time at which settings or content last changed. Neither a join nor by the id of the revision:
 * where most spaces have few revisions, the planner would read all revisions of the space.
 */
function lastChange(p: InOrganization): RawBuilder<string> {
  return sql`greatest(s.updated_at, (
    select r.created_at from revision as r
    where r.organization_id = ${p.organizationId} and r.space_id = b.space_id
      and r.branch_id = b.id and r.number = b.head_number))`
}

/** The nodes of the spaces of an organization, in the trash or not. */
export function spaceNodes(p: { organizationId: string }) {
  return sqlBuilder
    .selectFrom('content_node as node')
    .where('node.organization_id', '=', p.organizationId)
    .where('node.kind', '=', sql.lit('space'))
    .where('node.state', '=', sql.lit('live'))
}

/**
 * Spaces with their settings, counters and heads. A list passes the nodes of its page, so that
 * nothing is joined to any other node.
 */
export function wholeSpaces(
  p: { organizationId: string },
  nodes = spaceNodes(p).selectAll('node'),
) {
  return sqlBuilder
    .selectFrom(nodes.as('node'))
    .innerJoin('space as s', (join) =>
      join.on('s.organization_id', '=', p.organizationId).onRef('s.id', '=', 'node.id'),
    )
    .innerJoin('space_counter as c', (join) =>
      join
        .on('c.organization_id', '=', p.organizationId)
        .onRef('c.space_id', '=', 'node.id'),
    )
    .innerJoin('branch as b', (join) =>
      join
        .on('b.organization_id', '=', p.organizationId)
        .onRef('b.space_id', '=', 'node.id')
        .onRef('b.id', '=', 'node.id'),
    )
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .where('node.organization_id', '=', p.organizationId)
    .select(spaceColumns)
    .select(lastChange(p).as('updated_at'))
    .select(publicationOfNode(p).as('publication'))
    .select('node.base_level as content_base')
    .select(grantedRank(p).as('content_granted'))
    .select('o.default_role as organization_level')
}
