import type { ShareLink } from '@lectern/contract/site-share-links.ts'

import { addressOf, type SiteRow } from '#/features/publishing/sites/public.ts'
import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { ShareLinkRow } from './share-link-queries.ts'
import { shareLinkSecrets } from './share-link-secrets.ts'

/** The answer with the secret in it, only for callers who may have that. */
export function viewShareLink(
  { config, sealer }: Pick<Context, 'config' | 'sealer'>,
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
    urls: site.published
      ? {
          published: siteUrls.published(config, addressOf(site), {
            shareKey: shareKey(),
          }),
        }
      : {},
  }
}
