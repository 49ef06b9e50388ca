import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { readSiteMapForCaller } from './read-site-map.ts'
import {
  loopingRedirect,
  reservedSource,
  shadowingSource,
  unknownDestination,
  unusableSource,
} from './redirect-errors.ts'
import { type Segments, segmentsOf, sourceKeyOf } from './redirect-paths.ts'
import { findDestination, type SitePlace, resolvePaths } from './resolve-paths.ts'

interface WantedRedirect {
  readonly source: string
  readonly destination: SiteRedirectDestination
}

/** Files that every site has at its root. */
const siteFiles = new Set([
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  'llms.txt',
  'llms-full.txt',
  'rss.xml',
])

/**
 * The key of the source for comparison; refuses a source that is reserved or leads to a live place,
 * and an unknown destination.
 */
export async function checkRedirect(
  db: Queryable,
  site: OfSite,
  callerId: string,
  { source, destination }: WantedRedirect,
): Promise<string> {
  const segments = segmentsOf(source)
  if (segments === undefined) throw unusableSource()
  const [first = ''] = segments
  if (first.startsWith('~') || (segments.length === 1 && siteFiles.has(first))) {
    throw reservedSource(source)
  }
  const paths = [segments, ...sourcesOfMarkdown(segments)]
  const map = await readSiteMapForCaller(db, site, callerId, paths)
  const target = await findDestination(db, site.organizationId, map, destination)
  if (target === undefined) throw unknownDestination()
  const found = await resolvePaths(db, site, map, paths)
  const live = found.find((one) => one.live !== undefined)?.live
  if (live !== undefined) {
    throw isSamePlace(live, target)
      ? loopingRedirect(source, live)
      : shadowingSource(source, live)
  }
  return sourceKeyOf(segments)
}

/**
 * The path of the page whose Markdown a path names: every page also exists at its path and `.md`.
 */
function sourcesOfMarkdown(segments: Segments): Segments[] {
  const last = segments.at(-1) ?? ''
  if (!/.\.md$/.test(last)) return []
  return [[...segments.slice(0, -1), last.slice(0, -'.md'.length)]]
}

function isSamePlace(one: SitePlace, other: SitePlace): boolean {
  return firstOf(one) === firstOf(other) && one.page?.id === other.page?.id
}

/**
 * The id of the section or site-space of a place; a section and its default site-space share one.
 */
function firstOf({ section, siteSpace }: SitePlace): string | undefined {
  return siteSpace === undefined || siteSpace.isDefault ? section?.id : siteSpace.id
}
