import { sql } from 'kysely'

import {
  identityName,
  type IdentityRow,
  identityWalk,
} from '#/features/people/identities/public.ts'
import { searchText } from '#/features/people/users/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { counterCheck } from '#/platform/integrity/common-checks.ts'
import { globalWalk } from '#/platform/integrity/global-walk.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

const pageSize = 5_000

export const memberCounter = counterCheck('members', 'member')

export const seenMemberCounter = counterCheck(
  'members-seen',
  'member',
  sql`last_seen_at is not null and not disabled`,
)

const account = organizationCheck(
  'member-account',
  (organizationId) => sql`
    select m.user_id as id, m.user_id as expected, a.id as found
    from member m left join account a on a.id = m.user_id
    where m.organization_id = ${organizationId}`,
)

const findable = organizationCheck(
  'member-search-text',
  (organizationId) => sql`
    select m.user_id as id, ${searchText} as expected, m.search_text as found
    from member m join account a on a.id = m.user_id
    where m.organization_id = ${organizationId}`,
)

const spaces = organizationCheck(
  'member-spaces',
  (organizationId) => sql`
    select m.user_id as id, count(n.id)::text as expected, m.spaces::text as found
    from member m
    left join user_grant g on g.organization_id = ${organizationId} and g.user_id = m.user_id
    left join content_node n
      on n.organization_id = ${organizationId} and n.id = g.content_id and n.kind = 'space'
    where m.organization_id = ${organizationId}
    group by m.user_id, m.spaces`,
)

const admin = organizationCheck(
  'organization-admin',
  (organizationId) => sql`
    select organization_id as id, 'an enabled admin' as expected, (
      select 'an enabled admin' from member
      where organization_id = ${organizationId} and role = 'admin' and not disabled
      limit 1
    ) as found
    from organization where organization_id = ${organizationId}`,
)

const held = organizationCheck(
  'member-needs-sso',
  (organizationId) => sql`
    select m.user_id as id, (o.sso_provided and (o.sso or m.sso))::text as expected,
      m.needs_sso::text as found
    from member m join organization o on o.organization_id = ${organizationId}
    where m.organization_id = ${organizationId}`,
)

const selectMemberIds = statement(
  'fsck.members',
  (p: { organizationId: string; after: string; rowsMax: number }) =>
    sqlBuilder
      .selectFrom('member')
      .select('user_id')
      .where('organization_id', '=', p.organizationId)
      .where('user_id', '>', p.after)
      .orderBy('user_id')
      .limit(p.rowsMax),
)

const selectMemberships = statement(
  'fsck.memberships',
  (p: { organizationId: string; accountIds: string[] }) =>
    sqlBuilder
      .selectFrom('account_membership')
      .select('account_id')
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`account_id = any(${p.accountIds}::text[])`),
)

/**
 * The check that every member has a row in `account_membership`. It takes two statements: on a
 * cluster the two tables lie on different nodes.
 */
const listed: OrganizationCheck = {
  kind: 'membership-missing',
  async run(db, organizationId) {
    const missing: string[] = []
    let rows = 0
    for (let after = ''; ;) {
      const page = await db.many(selectMemberIds, {
        organizationId,
        after,
        rowsMax: pageSize,
      })
      rows += page.length
      const ids = page.map(({ user_id }) => user_id)
      const found = await db.many(selectMemberships, { organizationId, accountIds: ids })
      const known = new Set(found.map(({ account_id }) => account_id))
      missing.push(...ids.filter((id) => !known.has(id)))
      const last = ids.at(-1)
      if (last === undefined || ids.length < pageSize) break
      after = last
    }
    const kind = 'membership-missing'
    const problems = missing.map((id) =>
      problem({
        organizationId,
        kind,
        id,
        expected: 'a row in account_membership',
        found: null,
      }),
    )
    return { rows, problems }
  },
}

const selectMembersAmong = statement(
  'fsck.members-among',
  (p: { organizationId: string; userIds: string[] }) =>
    sqlBuilder
      .selectFrom('member')
      .select('user_id')
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`user_id = any(${p.userIds}::text[])`),
)

export const membershipWalk = globalWalk<{ account_id: string; organization_id: string }>(
  {
    kind: 'membership-orphan',
    table: 'account_membership',
    key: ['account_id', 'organization_id'],
    columns: ['account_id', 'organization_id'],
    async verify(db: Queryable, organizationId, memberships) {
      const userIds = memberships.map(({ account_id }) => account_id)
      const members = await db.many(selectMembersAmong, { organizationId, userIds })
      const known = new Set(members.map(({ user_id }) => user_id))
      const kind = 'membership-orphan'
      return userIds
        .filter((id) => !known.has(id))
        .map((id) =>
          problem({
            organizationId,
            kind,
            id,
            expected: null,
            found: 'a row in account_membership',
          }),
        )
    },
  },
)

/** Checks that providers know members alone: others would come back without being asked. */
export const identityMemberWalk = globalWalk<IdentityRow>({
  ...identityWalk,
  kind: 'identity-member',
  async verify(db: Queryable, organizationId, identities) {
    const userIds = [...new Set(identities.map(({ account_id }) => account_id))]
    const members = await db.many(selectMembersAmong, { organizationId, userIds })
    const known = new Set(members.map(({ user_id }) => user_id))
    const orphan = { organizationId, kind: 'identity-member', expected: null }
    return identities
      .filter(({ account_id }) => !known.has(account_id))
      .map((row) => problem({ ...orphan, id: identityName(row), found: row.account_id }))
  },
})

export const memberChecks: readonly OrganizationCheck[] = [
  account,
  findable,
  spaces,
  admin,
  held,
  listed,
]
