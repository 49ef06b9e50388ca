import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import type { UserColumns } from './user-view.ts'

export type UserRow = UserColumns & { readonly version: number }

const userColumns = [
  'a.id as user_id',
  'a.display_name',
  'a.photo_url',
  'a.email',
  'a.version',
] as const

export const selectUser = statement('user.select', (p: { userId: string }) =>
  sqlBuilder.selectFrom('account as a').select(userColumns).where('a.id', '=', p.userId),
)

interface ForCaller {
  readonly userId: string
  readonly callerId: string
  /** The only organization that counts when the caller's token is good for one. */
  readonly boundTo: string | null
}

/**
 * The account of a user whom the caller may see: themselves, or someone they share an organization
 * with.
 */
export const selectVisibleUser = statement('user.visible', (p: ForCaller) =>
  sqlBuilder
    .selectFrom('account as a')
    .select(userColumns)
    .where('a.id', '=', p.userId)
    .where((eb) =>
      eb.or([
        eb('a.id', '=', p.callerId),
        eb.exists(
          eb
            .selectFrom('account_membership as theirs')
            .select('theirs.organization_id')
            .where('theirs.account_id', '=', p.userId)
            // No join: a cluster has the memberships of two accounts on different nodes.
            .where('theirs.organization_id', 'in', ownOrganizations(p)),
        ),
      ]),
    ),
)

function ownOrganizations(p: ForCaller) {
  return sqlBuilder
    .selectFrom('account_membership as mine')
    .select('mine.organization_id')
    .where('mine.account_id', '=', p.callerId)
    .where(
      sql<boolean>`(${p.boundTo}::text is null or mine.organization_id = ${p.boundTo})`,
    )
}

/** The users among `userIds` who belong to an organization. */
export const selectUsersOfOrganization = statement(
  'user.of-organization',
  (p: { organizationId: string; userIds: readonly string[] }) =>
    sqlBuilder
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.id', 'm.user_id')
      .select(userColumns)
      .where('m.organization_id', '=', p.organizationId)
      .where(sql<boolean>`m.user_id = any (${p.userIds}::text[])`),
)

/** Makes changes of one account wait for each other; statements that merely refer to it go on. */
export const lockAccount = statement('user.lock', (p: { userId: string }) =>
  sqlBuilder
    .selectFrom('account')
    .select('id')
    .where('id', '=', p.userId)
    .forNoKeyUpdate(),
)

interface ProfileValues {
  readonly userId: string
  readonly displayName: string
  readonly photoUrl: string | null
}

export const updateProfile = statement('user.update-profile', (p: ProfileValues) =>
  sqlBuilder
    .updateTable('account as a')
    .set({
      display_name: p.displayName,
      photo_url: p.photoUrl,
      version: sql`a.version + 1`,
    })
    .where('a.id', '=', p.userId)
    .returning(userColumns),
)

interface MembershipsPage {
  readonly userId: string
  readonly afterId: string
  readonly rowsMax: number
}

export const selectMemberships = statement('member.memberships', (p: MembershipsPage) =>
  sqlBuilder
    .selectFrom('account_membership')
    .select('organization_id')
    .where('account_id', '=', p.userId)
    .where('organization_id', '>', p.afterId)
    .orderBy('organization_id')
    .limit(p.rowsMax),
)
