import { sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import { counterValue, listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

export interface InviteLinkRow {
  readonly id: string
  readonly role: string | null
  readonly version: number
}

/** The collection or space that a link leads to; nulls for the organization itself. */
export interface LinkTargetColumns {
  readonly content_id: string | null
  readonly content_kind: HomelessKind | null
}

const contentKind = (p: { organizationId: string }) => sql<HomelessKind | null>`(
  select node.kind from content_node as node
  where node.organization_id = ${p.organizationId} and node.id = l.content_id)`

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>

/** A link and the caller as a member: one row for any member, nulls when there is no such link. */
export const selectInviteLinkForCaller = statement(
  'invite-link.for-caller',
  (p: OfCaller & { inviteId: string }) =>
    sqlBuilder
      .selectFrom('member as me')
      .leftJoin('link_invite as l', (join) =>
        join.on('l.organization_id', '=', p.organizationId).on('l.id', '=', p.inviteId),
      )
      .select(callerColumns)
      .select(['l.id', 'l.role', 'l.version', 'l.content_id'])
      .select(contentKind(p).as('content_kind'))
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId),
)

/** Makes changes of one link wait for each other and for users who are joining with it. */
export const lockInviteLink = statement('invite-link.lock', (p: OfInvite) =>
  sqlBuilder
    .selectFrom('link_invite as l')
    .select('l.id')
    .where('l.organization_id', '=', p.organizationId)
    .where('l.id', '=', p.inviteId)
    .forUpdate(),
)

/**
 * The link that a user joins with, locked: nobody is still joining once a link is deleted or links
 * are switched off.
 */
export const selectInviteLinkToJoin = statement('invite-link.to-join', (p: OfInvite) =>
  sqlBuilder
    .selectFrom('link_invite as l')
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .select(['l.role', 'l.content_id', 'o.invite_links'])
    .select(contentKind(p).as('content_kind'))
    .where('l.organization_id', '=', p.organizationId)
    .where('l.id', '=', p.inviteId)
    .forShare(),
)

interface InviteLinkListParams extends OfCaller {
  readonly afterId: string | undefined
}

/** The links to the organization itself, in order of creation: ids are time-ordered. */
export const selectInviteLinks = statementByShape(
  'invite-link.list',
  (shape: Readonly<{ after: boolean; rowsMax: number }>, p: InviteLinkListParams) => {
    const page = sqlBuilder
      .selectFrom('link_invite as l')
      .select(['l.id', 'l.role', 'l.version'])
      .where('l.organization_id', '=', p.organizationId)
      .where('l.content_id', 'is', null)
      .$if(shape.after, (q) => q.where('l.id', '>', p.afterId ?? ''))
      .orderBy('l.id')
      .limit(sql.lit(shape.rowsMax))
    const count = counterValue(p.organizationId, 'link-invites')
    return listForCaller<InviteLinkRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

export const insertInviteLink = statement(
  'invite-link.insert',
  (p: OfInvite & { role: string | null; contentId: string | null; createdBy: string }) =>
    sqlBuilder
      .insertInto('link_invite')
      .values({
        organization_id: p.organizationId,
        id: p.inviteId,
        role: p.role,
        content_id: p.contentId,
        created_by: p.createdBy,
      })
      .returning(['id', 'role', 'version']),
)

export const updateInviteLinkRole = statement(
  'invite-link.update-role',
  (p: OfInvite & { role: string | null }) =>
    sqlBuilder
      .updateTable('link_invite')
      .set({ role: p.role, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.inviteId)
      .returning(['id', 'role', 'version']),
)

export const deleteInviteLink = statement('invite-link.delete', (p: OfInvite) =>
  sqlBuilder
    .deleteFrom('link_invite')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.inviteId),
)
