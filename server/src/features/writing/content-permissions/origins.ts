import { type AccessOrigin, originsMax } from '@lectern/contract/content-permissions.ts'

import { asRole, type Role, rolesByRank } from '#/access/roles.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

/** The content itself or a collection above it. */
export interface LineageNode {
  readonly id: string
  readonly kind: HomelessKind
  readonly title: string
  readonly defaultLevel: string
  /** Whether the caller may see the node. */
  readonly isVisible: boolean
}

export interface GivenRole {
  readonly role: Role
  readonly contentId: string
  readonly teamId: string | null
  readonly teamTitle: string | null
}

interface Access {
  readonly memberRole: string | null
  readonly lineage: readonly LineageNode[]
  readonly given: readonly GivenRole[]
}

/**
 * The origins of a member's access, at most `originsMax`, strongest first; the first gives the role
 * that counts.
 */
export function originsOf(access: Access): AccessOrigin[] {
  const origins = [...fromOrganization(access), ...fromGrants(access)]
  return origins
    .toSorted((one, other) => rank(other.permission) - rank(one.permission))
    .slice(0, originsMax)
}

function fromOrganization({ memberRole, lineage }: Access): AccessOrigin[] {
  const role = asRole(memberRole)
  if (role === null) return []
  const admin: AccessOrigin[] =
    role === 'admin' ? [{ kind: 'organization-admin', permission: 'admin' }] : []
  const level = lineage.find(({ defaultLevel }) => defaultLevel !== 'inherit')
  if (level === undefined) {
    return role === 'admin' ? admin : [{ kind: 'organization-role', permission: role }]
  }
  const permission = level.defaultLevel === 'guest' ? null : asRole(level.defaultLevel)
  if (permission === null) return admin
  return [...admin, { kind: 'default', permission, content: viewPlace(level) }]
}

function fromGrants({ lineage, given }: Access): AccessOrigin[] {
  return given.map(({ role, contentId, teamId, teamTitle }) => {
    const place = lineage.find(({ id }) => id === contentId)
    return {
      kind: teamId === null ? 'direct' : 'team',
      permission: role,
      ...(place !== undefined && { content: viewPlace(place) }),
      ...(teamId !== null && { team: { id: teamId, title: teamTitle ?? '' } }),
    }
  })
}

function viewPlace({
  kind,
  id,
  title,
  isVisible,
}: LineageNode): NonNullable<AccessOrigin['content']> {
  return isVisible ? { kind, id, title } : { kind }
}

function rank(role: Role): number {
  return rolesByRank.indexOf(role)
}
