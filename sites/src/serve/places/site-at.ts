import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { PublishedSite } from '#/serve/reads/published.ts'
import type { Scope } from '#/serve/reads/scope.ts'

import { placeSiteSpaces, type SiteSpacePlace } from './site-spaces.ts'

/** A site as one audience sees it at one address. What can change is exchanged as a whole. */
export interface SiteAt {
  readonly scope: Scope
  /** Scheme and host the reader uses. */
  readonly origin: string
  /** Begins and ends with a slash; holds the share key where there is one. */
  readonly siteBasePath: string
  readonly epoch: number
  readonly published: PublishedSite
  readonly siteSpaces: readonly SiteSpacePlace[]
  /** The revision that is read of each space. */
  readonly heads: ReadonlyMap<string, string>
  /** When the api last said that this is how it is. */
  readonly verifiedMs: number
  /** It was resolved for a second time: what cannot be read of it is not there. */
  readonly isSettled?: true
}

export interface NewSiteAt {
  readonly scope: Scope
  readonly origin: string
  readonly siteBasePath: string
  readonly epoch: number
  readonly published: PublishedSite
  readonly verifiedMs: number
  /** What the resolution said, which is newer than what the published site says. */
  readonly heads: Readonly<Record<string, string>>
}

export function siteAt({ heads, ...given }: NewSiteAt): SiteAt {
  const canonical = given.published.site.urls.published
  const canonicalSiteBase =
    canonical === undefined || given.scope.shareKey !== undefined
      ? given.origin + given.siteBasePath
      : withSlash(canonical)
  const siteSpaces = placeSiteSpaces(given.published.structure, {
    siteBasePath: given.siteBasePath,
    canonicalSiteBase,
  })
  return {
    ...given,
    siteSpaces,
    heads: new Map([
      ...siteSpaces.map(
        ({ siteSpace }) => [siteSpace.space.id, siteSpace.space.revision] as const,
      ),
      ...Object.entries(heads),
    ]),
  }
}

export function customizationOf(
  { published: { customizations } }: Pick<SiteAt, 'published'>,
  siteSpaceId: string,
): SiteCustomizationSettings {
  return customizations.siteSpaces[siteSpaceId] ?? customizations.site
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
