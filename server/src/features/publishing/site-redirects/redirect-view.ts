import type {
  SiteRedirect,
  SiteRedirectDestination,
} from '@lectern/contract/site-redirects.ts'

import { addressOf, type SiteRow } from '#/features/publishing/sites/public.ts'
import { siteUrls } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

import { encodedPath } from './redirect-paths.ts'
import type { RedirectRow } from './redirect-queries.ts'
import type { SitePlace } from './resolve-paths.ts'
import { storedDestination } from './stored-destination.ts'

/** A stored destination, which was validated before it was stored. */
export function asDestination(stored: unknown): SiteRedirectDestination {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return stored as SiteRedirectDestination
}

export function viewRedirect({ id, source, destination }: RedirectRow): SiteRedirect {
  const stored: SiteRedirectDestination & { readonly fileOf?: string } =
    asDestination(destination)
  return {
    object: 'site-redirect',
    id,
    source,
    destination: storedDestination(stored),
    ...(stored.fileOf !== undefined && { fileOf: stored.fileOf }),
  }
}

/** A former path in the form of a redirect, though no user has created a rule for it. */
export function viewFormerPlace(
  source: string,
  { siteSpace, page }: SitePlace,
): SiteRedirect {
  const siteSpaceId = siteSpace?.id ?? ''
  const destination: SiteRedirectDestination =
    page === undefined
      ? { kind: 'site-space', siteSpaceId }
      : { kind: 'site-page', siteSpaceId, pageId: page.id }
  const id = `former-${page?.id ?? siteSpaceId}`
  return { object: 'site-redirect', id, source, destination }
}

/** The URL of a place, whether the site is published or not. */
export function urlOf(
  { config }: Pick<Context, 'config'>,
  site: SiteRow,
  { section, siteSpace, page }: SitePlace,
  shareKey?: string,
): string {
  const url = siteUrls.published(config, addressOf(site), {
    shareKey,
    sectionPath: unlessDefault(section),
    siteSpacePath: unlessDefault(siteSpace),
    ...(page && { pagePath: encodedPath(page.slugs) }),
  })
  return new URL(url).href
}

function unlessDefault(
  named: { readonly path: string; readonly isDefault: boolean } | undefined,
): string | undefined {
  return named === undefined || named.isDefault ? undefined : named.path
}
