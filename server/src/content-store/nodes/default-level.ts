import type { DefaultLevel } from '@lectern/contract/content-places.ts'

import { asRole, type Role } from '#/access/roles.ts'

/** A level as it is stored: `guest` stands for the null of the API. */
export function storedLevel(level: DefaultLevel): string {
  return level ?? 'guest'
}

/** The role of members without a grant on the node, after all inheriting. */
export function resolvedLevel(node: {
  readonly content_base: string
  readonly organization_level: string | null
}): Role | null {
  if (node.content_base === 'member') return asRole(node.organization_level)
  return node.content_base === 'guest' ? null : asRole(node.content_base)
}
