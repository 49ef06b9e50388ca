import { sql } from 'kysely'

import type { Role } from '#/access/roles.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

interface NewGrant {
  readonly organizationId: string
  readonly contentId: string
  readonly kind: HomelessKind
  readonly userId: string
  readonly role: Role | null
}

const insertGrant = statementByShape(
  'content-grant.insert',
  ({ kind }: Pick<NewGrant, 'kind'>, p: NewGrant) => {
    const inserted = sql`
      insert into user_grant (organization_id, content_id, user_id, role)
      values (${p.organizationId}, ${p.contentId}, ${p.userId}, ${p.role})
      on conflict (organization_id, user_id, content_id) do nothing`
    if (kind === 'collection') return inserted
    return sql`
      with given as (${inserted} returning user_id)
      update member set spaces = spaces + 1
      where organization_id = ${p.organizationId} and user_id in (select user_id from given)`
  },
)

/** Gives a member their first role on a collection or space, and counts the space with them. */
export async function grantTo(tx: Transaction, grant: NewGrant): Promise<void> {
  await tx.run(insertGrant({ kind: grant.kind }), grant)
}

type OfSpaces = Readonly<{ organizationId: string; spaceIds: string[] }>

const lockTeamsOfSpaces = statement(
  'content-grant.lock-teams',
  (p: OfSpaces) => sql`
    select t.id from team as t
    where t.organization_id = ${p.organizationId} and t.id in (
      select g.team_id from team_grant as g
      where g.organization_id = ${p.organizationId}
        and g.content_id = any(${p.spaceIds}::text[])
    )
    order by t.id
    for no key update of t`,
)

const lockMembersOfSpaces = statement(
  'content-grant.lock-members',
  (p: OfSpaces) => sql`
    select m.user_id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id in (
      select g.user_id from user_grant as g
      where g.organization_id = ${p.organizationId}
        and g.content_id = any(${p.spaceIds}::text[])
    )
    order by m.user_id
    for no key update of m`,
)

const deleteGrantsOfSpaces = statement(
  'content-grant.drop',
  (p: OfSpaces) => sql`
    with of_users as (
      delete from user_grant
      where organization_id = ${p.organizationId} and content_id = any(${p.spaceIds}::text[])
      returning user_id
    ), of_teams as (
      delete from team_grant
      where organization_id = ${p.organizationId} and content_id = any(${p.spaceIds}::text[])
      returning team_id
    ), fewer as (
      update team set spaces = team.spaces - lost.spaces
      from (select team_id, count(*) as spaces from of_teams group by team_id) as lost
      where team.organization_id = ${p.organizationId} and team.id = lost.team_id
    )
    update member set spaces = member.spaces - lost.spaces
    from (select user_id, count(*) as spaces from of_users group by user_id) as lost
    where member.organization_id = ${p.organizationId} and member.user_id = lost.user_id`,
)

/**
 * Deletes the grants on spaces before the spaces are deleted or leave: deleting the spaces would
 * delete the grants, but not update the counters of their holders. The spaces must be locked, so
 * that no grant is added meanwhile.
 */
export async function dropSpaceGrants(tx: Transaction, spaces: OfSpaces): Promise<void> {
  await Promise.all([
    tx.many(lockTeamsOfSpaces, spaces),
    tx.many(lockMembersOfSpaces, spaces),
    tx.run(deleteGrantsOfSpaces, spaces),
  ])
}

const deleteGrantsOfCollections = statement(
  'content-grant.drop-collections',
  (p: { organizationId: string; collectionIds: string[] }) => sql`
    with of_users as (
      delete from user_grant
      where organization_id = ${p.organizationId}
        and content_id = any(${p.collectionIds}::text[])
    )
    delete from team_grant
    where organization_id = ${p.organizationId}
      and content_id = any(${p.collectionIds}::text[])`,
)

/** Deletes the grants on collections; members have no counter for these. */
export async function dropCollectionGrants(
  tx: Transaction,
  collections: { organizationId: string; collectionIds: string[] },
): Promise<void> {
  await tx.run(deleteGrantsOfCollections, collections)
}
