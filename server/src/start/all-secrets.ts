import { publishingSecrets } from '#/features/publishing/site-keys/public.ts'
import { shareLinkSecrets } from '#/features/publishing/site-share-links/public.ts'
import { organizationSecrets } from '#/platform/secrets/organization-secrets.ts'
import type { SealedStore } from '#/platform/secrets/sealed-store.ts'

/** Everywhere a secret is kept sealed: what is not named here is neither rotated nor checked. */
export const allSecrets: readonly SealedStore[] = [
  organizationSecrets,
  publishingSecrets,
  shareLinkSecrets,
]
