import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { PublishedSite } from '#/serve/reads/published.ts'
import type { Scope } from '#/serve/reads/scope.ts'

import { placeSiteSpaces, type SiteSpacePlace } from './site-spaces.ts'

/** A site as one audience sees it at one address. Immutable: a change replaces the whole object. */
export interface SiteAt {
  readonly scope: Scope
  /** The scheme and host that the reader uses. */
  readonly origin: string
  /** The path of the site: begins and ends with a slash, and includes the share key, if any. */
  readonly siteBasePath: string
  readonly epoch: number
  readonly published: PublishedSite
  readonly siteSpaces: readonly SiteSpacePlace[]
  /** The revision to read of each space. */
  readonly heads: ReadonlyMap<string, string>
  /** The time of the last confirmation by the api. */
  readonly verifiedMs: number
  /** Set when there is no further attempt: a revision that cannot be read then counts as gone. */
  readonly isSettled?: true
}

export interface NewSiteAt {
  readonly scope: Scope
  readonly origin: string
  readonly siteBasePath: string
  readonly epoch: number
  readonly published: PublishedSite
  readonly verifiedMs: number
  /** The heads from the resolution or from disk, which win over those of the published site. */
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

/** Whether programs that read for people may have the site's content in forms made for them. */
export function isForAgents({ published }: Pick<SiteAt, 'published'>): boolean {
  return published.site.agentsContext !== 'excluded'
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
