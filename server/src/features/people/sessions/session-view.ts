import type { SignInWay, UserSession } from '@lectern/contract/sessions.ts'

import type { Caller } from '#/platform/http/caller.ts'

import type { SessionRow } from './session-queries.ts'

export function viewSession(row: SessionRow, { session }: Caller): UserSession {
  return {
    object: 'user-session',
    id: row.id,
    isCurrent: row.id === session?.id,
    device: row.device,
    address: row.address,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the ways
    way: row.way as SignInWay,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    isFresh: row.is_fresh,
    lastUsedAt: row.last_used_at,
    expiresAt: row.ends_at,
    ...(row.organization_id !== null && { organization: row.organization_id }),
  }
}
