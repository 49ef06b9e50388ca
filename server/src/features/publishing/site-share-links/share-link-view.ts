import type { ShareLink } from '@lectern/contract/site-share-links.ts'

import { addressOf, type SiteRow } from '#/features/publishing/sites/public.ts'
import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { ShareLinkRow } from './share-link-queries.ts'
import { shareLinkSecrets } from './share-link-secrets.ts'

/** The answer, for tokens that may write with the secret in it. */
export function viewShareLink(
  { caller, config, sealer }: Pick<Context, 'caller' | 'config' | 'sealer'>,
  { organizationId }: Pick<OfSite, 'organizationId'>,
  site: SiteRow,
  link: ShareLinkRow,
): ShareLink {
  const scope = shareLinkSecrets.scopeOf(organizationId, `${site.id}/${link.id}`)
  const shareKey = () => sealer.unseal(link.key_sealed, scope).toString()
  return {
    object: 'share-link',
    id: link.id,
    createdAt: link.created_at,
    name: link.name,
    active: link.active,
    urls:
      site.published && caller.mayWrite
        ? {
            published: siteUrls.published(config, addressOf(site), {
              shareKey: shareKey(),
            }),
          }
        : {},
  }
}
