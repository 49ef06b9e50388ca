import { secondFactorSecrets } from '#/features/people/second-factor/public.ts'
import { publishingSecrets } from '#/features/publishing/site-keys/public.ts'
import { shareLinkSecrets } from '#/features/publishing/site-share-links/public.ts'
import { organizationSecrets } from '#/platform/secrets/organization-secrets.ts'
import type { AccountSealedStore, SealedStore } from '#/platform/secrets/sealed-store.ts'

/** Every store of sealed secrets: a store missing from this list is neither rotated nor checked. */
export const allSecrets: readonly SealedStore[] = [
  organizationSecrets,
  publishingSecrets,
  shareLinkSecrets,
]

/** The same for secrets of accounts. */
export const allAccountSecrets: readonly AccountSealedStore[] = [secondFactorSecrets]
