import { hash } from 'node:crypto'

import type { Resource } from './attribute-places.ts'
import type { GroupMemberRow, GroupRow } from './group-queries.ts'
import { groupKind } from './resource-schemas.ts'

const titleMax = 64

/** The title of a team for the name of a group, which may be longer. */
export function titleOf(displayName: string): string {
  return Array.from(displayName).slice(0, titleMax).join('')
}

/** The name of a group: the whole one, unless the team was renamed since. */
function nameOf({ title, display_name: name }: GroupRow): string {
  return name !== null && titleOf(name) === title ? name : title
}

/** What a directory says of a group, besides its members. */
export function ownOfGroup(row: GroupRow): Resource {
  return {
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: nameOf(row),
  }
}

/** Changes with every change of the group, also of who is in it. */
export function versionOfGroup(row: GroupRow, digest: string): string {
  const text = JSON.stringify([ownOfGroup(row), digest])
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
}

interface Around {
  readonly baseUrl: string
  /** Those to show; undefined where nobody asked. */
  readonly members: readonly GroupMemberRow[] | undefined
  readonly digest: string
}

export function viewGroup(
  row: GroupRow,
  { baseUrl, members = [], digest }: Around,
): Resource {
  return {
    schemas: [groupKind.core.id],
    id: row.id,
    ...ownOfGroup(row),
    ...(members.length > 0 && {
      members: members.map(({ value, display }) => ({
        value,
        $ref: `${baseUrl}/Users/${value}`,
        display,
        type: 'User',
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${baseUrl}/Groups/${row.id}`,
      version: versionOfGroup(row, digest),
    },
  }
}
