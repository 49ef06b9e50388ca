import { sql } from 'kysely'

import { hashOfShareKey } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'
import { rowCheck } from '#/platform/integrity/common-checks.ts'
import type { OrganizationCheck } from '#/platform/integrity/integrity-check.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'

import { shareLinkSecrets } from './share-link-secrets.ts'

interface KeyRow {
  readonly site_id: string
  readonly id: string
  readonly key_sealed: string
  readonly key_hash: string
}

const selectKeys = statement(
  'fsck.site-share-link-key',
  (p: { organizationId: string }) => sql<KeyRow>`
    select site_id, id, key_sealed, key_hash from site_share_link
    where organization_id = ${p.organizationId}`,
)

/**
 * Checks that the hash of every link matches its key. Keys that cannot be unsealed are reported by
 * another check.
 */
export function shareLinkKeys(sealer: Sealer): OrganizationCheck {
  return rowCheck(
    'site-share-link-key',
    selectKeys,
    ({ site_id: siteId, id: linkId, key_sealed, key_hash: found }, organizationId) => {
      const id = `${siteId}/${linkId}`
      const key = opened(sealer, key_sealed, shareLinkSecrets.scopeOf(organizationId, id))
      const of = { organizationId, siteId }
      return { id, expected: key === undefined ? found : hashOfShareKey(of, key), found }
    },
  )
}

function opened(sealer: Sealer, sealed: string, scope: string): string | undefined {
  try {
    return sealer.unseal(sealed, scope).toString()
  } catch {
    return undefined
  }
}
