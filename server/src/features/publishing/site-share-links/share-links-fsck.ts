import { sql } from 'kysely'

import { hashOfShareKey } from '#/features/writing/publications/public.ts'
import { statement } from '#/platform/database/statement.ts'
import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'
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
  const kind = 'site-share-link-key'
  return {
    kind,
    async run(db, organizationId) {
      const links = await db.many(selectKeys, { organizationId })
      const problems = links.flatMap(({ site_id: siteId, id, key_sealed, key_hash }) => {
        const name = `${siteId}/${id}`
        const scope = shareLinkSecrets.scopeOf(organizationId, name)
        const key = opened(sealer, key_sealed, scope)
        if (key === undefined) return []
        const expected = hashOfShareKey({ organizationId, siteId }, key)
        if (expected === key_hash) return []
        return [problem({ organizationId, kind, id: name, expected, found: key_hash })]
      })
      return { rows: links.length, problems }
    },
  }
}

function opened(sealer: Sealer, sealed: string, scope: string): string | undefined {
  try {
    return sealer.unseal(sealed, scope).toString()
  } catch {
    return undefined
  }
}
