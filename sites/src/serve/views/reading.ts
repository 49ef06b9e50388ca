import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { Direction } from '#/model.ts'
import { encodeSegment } from '#/serve/http/reader-url.ts'
import { customizationOf, type SiteAt } from '#/serve/places/site-at.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import type { PlacedDocument, RevisionIndex } from '#/serve/reads/revision-index.ts'

/** A site-space as a reader sees it: everything that its pages have in common. */
export interface Reading {
  readonly site: SiteAt
  readonly place: SiteSpacePlace
  readonly revision: RevisionIndex
  readonly customization: SiteCustomizationSettings
  readonly language: string
  readonly direction: Direction
  /** Revisions of other spaces of the site, where a reference or a variant needs them. */
  readonly others: ReadonlyMap<string, RevisionIndex>
}

export interface PageReading extends Reading {
  readonly current: PlacedDocument
}

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function readingOf(
  site: SiteAt,
  place: SiteSpacePlace,
  revision: RevisionIndex,
  others: ReadonlyMap<string, RevisionIndex> = new Map(),
): Reading {
  const customization = customizationOf(site, place.siteSpace.id)
  const language =
    place.siteSpace.space.language ?? customization.internationalization.locale
  return {
    site,
    place,
    revision,
    customization,
    language,
    direction: directionOf(language),
    others,
  }
}

export function directionOf(language: string): Direction {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

export function siteTitleOf({ site, customization }: Reading): string {
  return customization.title ?? site.published.site.title
}

/** The path of a page below its space. The first page is at the space's own address. */
function relativePath(
  revision: RevisionIndex,
  page: { id: string; path: string },
): string {
  if (revision.home?.page.id === page.id) return ''
  return page.path.split('/').map(encodeSegment).join('/')
}

export function pageHref(
  place: SiteSpacePlace,
  revision: RevisionIndex,
  page: { id: string; path: string },
): string {
  return place.basePath + relativePath(revision, page)
}

export function canonicalHref(
  place: SiteSpacePlace,
  revision: RevisionIndex,
  page: { id: string; path: string },
): string {
  return place.canonicalBase + relativePath(revision, page)
}

/** The path of the page as Markdown; `index` for a page without a path. */
export function markdownPath(page: { path: string }): string {
  const path = page.path === '' ? 'index' : page.path
  return `${path.split('/').map(encodeSegment).join('/')}.md`
}

/** Whether search engines may show the page. */
export function isIndexed({ site, current }: PageReading): boolean {
  const { scope } = site
  return (
    scope.visibility === 'public' &&
    scope.audience === '' &&
    !scope.isPreview &&
    current.page.noIndex !== true &&
    current.page.noRobotsIndex !== true
  )
}

/** Whether lists of pages for machines, such as the sitemap, include the page. */
export function isListed({ page, isHidden }: PlacedDocument): boolean {
  return !isHidden && page.noIndex !== true
}
