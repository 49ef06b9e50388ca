import { type RawBuilder, sql } from 'kysely'

import { type ActorColumns, callerColumnsSql } from '#/access/actor.ts'
import type { ContentOfCaller } from '#/access/content-access.ts'
import {
  isRestorable,
  type NodeOfCaller,
  type OfNode,
} from '#/content-store/nodes/public.ts'
import { sqlBuilder, statement, variant } from '#/platform/database/statement.ts'

import { type SpaceRow, wholeSpaces } from './space-columns.ts'

/** Selects one space for a caller; for a member also from the trash while it can be restored. */
export const selectSpaceForCaller = statement('space.for-caller', (p: NodeOfCaller) => {
  if (p[variant] === 'visitor') return spacesForVisitor(p, sql`node.id = ${p.nodeId}`)
  const space = wholeSpaces(p)
    .where('node.id', '=', p.nodeId)
    .where(sql<boolean>`(node.deleted_at is null or ${isRestorable()})`)
  return sql<SpaceRow & ActorColumns>`
      select ${callerColumnsSql}, found.*
      from member as me
      cross join lateral ${space} as found
      where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`
})

/** The live spaces among `spaceIds`, for a visitor in whose sight they are. */
export const selectSpacesForVisitor = statement(
  'space.for-visitor',
  (p: ContentOfCaller & { spaceIds: readonly string[] }) =>
    spacesForVisitor(p, sql`node.id = any (${p.spaceIds}::text[])`),
)

/** Selects spaces for the visitor of a site; no row once the site has another epoch. */
function spacesForVisitor(p: ContentOfCaller, isWanted: RawBuilder<boolean>) {
  const space = wholeSpaces(p).where(isWanted).where('node.deleted_at', 'is', null)
  return sql<SpaceRow & ActorColumns>`
      select null::text as actor_role, false as actor_disabled, false as actor_needs_sso, found.*,
        'guest' as content_base, 1 as content_granted
      from (
        select st.organization_id, ''::text as user_id from site as st
        where st.organization_id = ${p.organizationId} and st.id = ${p.siteId}
          and st.epoch = ${p.siteEpoch}::integer
      ) as me
      cross join lateral ${space} as found`
}

interface NewSpace extends OfNode {
  readonly emoji: string | null
  readonly language: string | null
  readonly editMode: string
}

export const insertSpace = statement('space.insert', (p: NewSpace) =>
  sqlBuilder.insertInto('space').values({
    organization_id: p.organizationId,
    id: p.nodeId,
    emoji: p.emoji,
    language: p.language,
    edit_mode: p.editMode,
  }),
)

export const insertSpaceCounter = statement('space.insert-counter', (p: OfNode) =>
  sqlBuilder
    .insertInto('space_counter')
    .values({ organization_id: p.organizationId, space_id: p.nodeId }),
)

interface SpaceSettingsParams extends OfNode {
  readonly title: string
  readonly defaultLevel: string
  readonly emoji: string | null
  readonly icon: string | null
  readonly editMode: string
  readonly language: string | null
  /** The merge rules as JSON text. */
  readonly mergeRules: string
}

export const updateSpaceNode = statement('space.update-node', (p: SpaceSettingsParams) =>
  sqlBuilder
    .updateTable('content_node')
    .set({
      title: p.title,
      default_level: p.defaultLevel,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId),
)

export const updateSpaceSettings = statement('space.update', (p: SpaceSettingsParams) =>
  sqlBuilder
    .updateTable('space')
    .set({
      emoji: p.emoji,
      icon: p.icon,
      edit_mode: p.editMode,
      language: p.language,
      merge_rules: sql`${p.mergeRules}::jsonb`,
      updated_at: sql`now()`,
    })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId),
)

export const touchSpace = statement('space.touch', (p: OfNode) =>
  sqlBuilder
    .updateTable('space')
    .set({ updated_at: sql`now()` })
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.nodeId),
)
