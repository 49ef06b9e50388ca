import { randomBytes } from 'node:crypto'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'

import {
  insertPublishingAuth,
  type PublishingAuthRow,
  selectPublishingAuth,
} from './publishing-auth-queries.ts'
import { publishingSecrets } from './publishing-secrets.ts'

const keyBytes = 32

/**
 * A new key as text, which users paste into other programs: its characters are the signing bytes.
 */
export function newPublishingKey(): string {
  return randomBytes(keyBytes).toString('hex')
}

export function sealedPublishingKey(sealer: Sealer, site: OfSite, key: string): string {
  return sealer.seal(key, publishingSecrets.scopeOf(site.organizationId, site.siteId))
}

export function openPublishingKey(
  sealer: Sealer,
  site: OfSite,
  row: PublishingAuthRow,
): string {
  const scope = publishingSecrets.scopeOf(site.organizationId, site.siteId)
  return sealer.unseal(row.private_key_sealed, scope).toString()
}

/** Creates a key for a site that needs one for visitors or adaptive content, unless it has one. */
export async function ensurePublishingAuth(
  tx: Transaction,
  { organizationId, siteId }: OfSite,
  sealer: Sealer,
): Promise<void> {
  const site = { organizationId, siteId }
  const sealed = sealedPublishingKey(sealer, site, newPublishingKey())
  await tx.run(insertPublishingAuth, { ...site, sealed })
}

export interface PublishingAuth {
  readonly backend: string
  readonly privateKey: string
  readonly fallbackUrl: string | null
  /** Whether members of the organization sign in, and tokens count for nothing. */
  readonly isForMembers: boolean
}

/** The key that tokens of visitors are verified with; undefined for a site that has none. */
export async function findPublishingAuth(
  db: Queryable,
  { organizationId, siteId }: OfSite,
  sealer: Sealer,
): Promise<PublishingAuth | undefined> {
  const site = { organizationId, siteId }
  const row = await db.first(selectPublishingAuth, site)
  if (row === undefined) return undefined
  const privateKey = openPublishingKey(sealer, site, row)
  const isForMembers = row.sign_in === 'members'
  return { backend: row.backend, privateKey, fallbackUrl: row.fallback_url, isForMembers }
}
