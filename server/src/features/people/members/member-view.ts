import type { Member } from '@lectern/contract/members.ts'
import { type RawBuilder, sql } from 'kysely'

import { asRole } from '#/access/roles.ts'
import { type UserColumns, viewUser } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'

/** The columns of a member, as statements of this and other features select them. */
export interface MemberColumns extends UserColumns {
  readonly role: string | null
  readonly disabled: boolean
  readonly sso: boolean
  readonly joined_at: string
  readonly last_seen_at: string | null
  readonly teams: number
  readonly spaces: number
  /** Sites on which the member was given a role. */
  readonly sites: number
}

/** The columns to select, with the member table as `m` and its account as `a`. */
export function memberColumns(organizationId: string) {
  const sites = sql<number>`(
    select count(*)::integer from site_user_grant as sg
    where sg.organization_id = ${organizationId} and sg.user_id = m.user_id)`
  return [...plainColumns, sites.as('sites')] as const
}

const plainColumns = [
  'm.user_id',
  'm.role',
  'm.disabled',
  'm.sso',
  'm.joined_at',
  'm.last_seen_at',
  'm.teams',
  'm.spaces',
  'a.display_name',
  'a.photo_url',
  'a.email',
] as const

/** The same in a statement that is written out. */
export function memberColumnList(organizationId: string): RawBuilder<unknown> {
  const columns = memberColumns(organizationId)
  return sql.join(
    columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
  )
}

export function viewMember(row: MemberColumns, context: { config: Config }): Member {
  return {
    object: 'member',
    id: row.user_id,
    role: asRole(row.role),
    user: viewUser(row, context),
    disabled: row.disabled,
    joinedAt: row.joined_at,
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams,
    sites: row.sites,
  }
}
