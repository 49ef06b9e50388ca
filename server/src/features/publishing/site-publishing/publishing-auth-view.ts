import type { SitePublishingAuth } from '@lectern/contract/site-publishing.ts'

import {
  openPublishingKey,
  type PublishingAuthRow,
} from '#/features/publishing/site-keys/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

/** The answer with the key in it, only for callers who may have that. */
export function viewPublishingAuth(
  { sealer }: Pick<Context, 'sealer'>,
  site: OfSite,
  row: PublishingAuthRow,
): SitePublishingAuth {
  return {
    object: 'publishing-auth',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint allows no other
    backend: row.backend as SitePublishingAuth['backend'],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint allows no other
    signIn: row.sign_in as SitePublishingAuth['signIn'],
    privateKey: openPublishingKey(sealer, site, row),
    ...(row.fallback_url !== null && { fallbackURL: row.fallback_url }),
  }
}
