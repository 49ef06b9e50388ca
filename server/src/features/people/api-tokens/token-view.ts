import type { TokenScope, UserApiToken } from '@lectern/contract/api-tokens.ts'

import type { TokenRow } from './token-queries.ts'

export function viewToken(row: TokenRow): UserApiToken {
  return {
    object: 'user-api-token',
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the scopes
    scopes: row.scopes as TokenScope[],
    ...(row.organization_id !== null && { organization: row.organization_id }),
    ...(row.proven_for !== null && { confirmedFor: row.proven_for }),
    ...(row.breaks_glass && { forEmergencies: true as const }),
  }
}
