import type {
  SiteSection,
  SiteSectionOrGroup,
  SiteSpace,
  SiteStructure,
} from '@lectern/contract/site-structure.ts'

import { encodeSegment } from '#/serve/http/reader-url.ts'

/** A site-space with its addresses. */
export interface SiteSpacePlace {
  readonly siteSpace: SiteSpace
  readonly section: SiteSection | undefined
  /** The path of the site-space, which begins and ends with a slash. */
  readonly basePath: string
  /** The base path on the site's canonical host, as a whole URL that ends with a slash. */
  readonly canonicalBase: string
}

export interface Bases {
  readonly siteBasePath: string
  readonly canonicalSiteBase: string
}

/** Every site-space of a site with its place; the default one takes the place of its parent. */
export function placeSiteSpaces(
  structure: SiteStructure,
  bases: Bases,
): readonly SiteSpacePlace[] {
  if (structure.type === 'siteSpaces') {
    return placeAll(structure.structure, undefined, '', bases)
  }
  return sectionsIn(structure.structure).flatMap((section) => {
    const within = section.default === true ? '' : `${encodeSegment(section.path)}/`
    return placeAll(section.siteSpaces, section, within, bases)
  })
}

/** All sections in order, with the sections of a group at the place of the group. */
function sectionsIn(entries: readonly SiteSectionOrGroup[]): readonly SiteSection[] {
  return entries.flatMap((entry) =>
    entry.object === 'site-section-group'
      ? sectionsIn(entry.children)
      : entry.object === 'site-section'
        ? [entry]
        : [],
  )
}

function placeAll(
  siteSpaces: readonly SiteSpace[],
  section: SiteSection | undefined,
  within: string,
  { siteBasePath, canonicalSiteBase }: Bases,
): readonly SiteSpacePlace[] {
  return siteSpaces.map((siteSpace) => {
    const rest =
      within + (siteSpace.default === true ? '' : `${encodeSegment(siteSpace.path)}/`)
    return {
      siteSpace,
      section,
      basePath: siteBasePath + rest,
      canonicalBase: canonicalSiteBase + rest,
    }
  })
}

/** The site-space that a path belongs to, and the rest of the path without outer slashes. */
export function splitPath(
  places: readonly SiteSpacePlace[],
  path: string,
): { readonly place: SiteSpacePlace; readonly rest: string } | undefined {
  const whole = path.endsWith('/') ? path : `${path}/`
  let found: SiteSpacePlace | undefined
  for (const place of places) {
    const isLonger = found === undefined || place.basePath.length > found.basePath.length
    if (isLonger && whole.startsWith(place.basePath)) found = place
  }
  if (found === undefined) return undefined
  return { place: found, rest: whole.slice(found.basePath.length, -1) }
}
