import { findPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import { addressOf } from '#/features/publishing/sites/public.ts'
import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Services } from '#/platform/services.ts'

import { siteNamedBy } from './resolve-url.ts'
import { pathOf } from './site-address.ts'

/** A site that members read after they have signed in, at one of its addresses. */
export interface SiteForMembers extends OfSite {
  /** The scheme, name and port of the host. */
  readonly origin: string
  readonly host: string
  /** Where the site begins in the path; ends with a slash. */
  readonly basePath: string
}

/** The site at a URL, if members sign in to it with us; undefined for everything else. */
export async function siteForMembersAt(
  services: Pick<Services, 'config' | 'db' | 'texts' | 'sealer'>,
  text: string,
): Promise<SiteForMembers | undefined> {
  const named = await siteNamedBy(services, text)
  if (named === undefined || !named.model.site.published) return undefined
  if (named.model.site.visibility !== 'visitor-auth') return undefined
  const { of, model, address, siteSegments } = named
  const auth = await findPublishingAuth(services.db, of, services.sealer)
  const url = new URL(text)
  const own = new URL(siteUrls.own(services.config, addressOf(model.site)))
  // Another port of the host may be another program's, and http is read by whoever is on the way.
  const isServed =
    url.protocol === own.protocol && (url.port === '' || url.port === own.port)
  if (auth?.isForMembers !== true || !isServed) return undefined
  const basePath = address.rootPath.slice(0, -1) + pathOf(siteSegments)
  return { ...of, origin: url.origin, host: url.host, basePath }
}
