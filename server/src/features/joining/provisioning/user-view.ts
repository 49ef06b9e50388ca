import { hash } from 'node:crypto'

import type { Resource } from './attribute-places.ts'
import { userKind } from './resource-schemas.ts'
import type { UserRow } from './user-queries.ts'

export interface GroupOfUser {
  readonly id: string
  readonly title: string
}

/** What a directory says of a user, or would: what PUT replaces and PATCH changes. */
export function ownAttributes(row: UserRow): Resource {
  return {
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name ?? row.email,
    ...(row.attributes ?? attributesOfAccount(row)),
    active: row.is_active,
  }
}

/** Of a member of whom no directory has said anything, what the account says. */
function attributesOfAccount({ display_name: name, email }: UserRow): Resource {
  return {
    ...(name !== null && { displayName: name, name: { formatted: name } }),
    emails: [{ value: email, type: 'work', primary: true }],
  }
}

/** Changes with every change of what a directory may change. */
export function versionOf(own: Resource): string {
  return `W/"${hash('sha256', JSON.stringify(own), 'base64url').slice(0, 22)}"`
}

interface Around {
  /** The address of the resources of the organization. */
  readonly baseUrl: string
  readonly groups: readonly GroupOfUser[]
}

export function viewUser(row: UserRow, { baseUrl, groups }: Around): Resource {
  const own = ownAttributes(row)
  const { core, extension } = userKind
  const hasMore = extension !== undefined && own[extension.id] !== undefined
  return {
    schemas: hasMore ? [core.id, extension.id] : [core.id],
    id: row.id,
    ...own,
    ...(groups.length > 0 && {
      groups: groups.map(({ id, title }) => ({
        value: id,
        $ref: `${baseUrl}/Groups/${id}`,
        display: title,
        type: 'direct',
      })),
    }),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${baseUrl}/Users/${row.id}`,
      version: versionOf(own),
    },
  }
}
