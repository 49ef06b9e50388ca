import type { ScimToken } from '@lectern/contract/scim-tokens.ts'

import type { ScimTokenRow } from './scim-token-queries.ts'

export function viewScimToken(row: ScimTokenRow): ScimToken {
  return {
    object: 'scim-token',
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  }
}
