import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

import { readSiteMapForCaller } from './read-site-map.ts'
import {
  loopingRedirect,
  reservedSource,
  shadowingSource,
  unknownDestination,
  unusableSource,
} from './redirect-errors.ts'
import { type Segments, segmentsOf, sourceKeyOf } from './redirect-paths.ts'
import {
  findDestinations,
  type Resolution,
  resolvePaths,
  type SitePlace,
} from './resolve-paths.ts'

export interface WantedRedirect {
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
  const [checked] = await checkRedirects(db, site, callerId, [{ source, destination }])
  if (checked === undefined) throw new Error('Nothing was checked')
  if (checked instanceof ApiError) throw checked
  return checked
}

/** Of each wanted redirect the key of its source or the refusal, as of `checkRedirect`. */
export async function checkRedirects(
  db: Queryable,
  site: OfSite,
  callerId: string,
  wanted: readonly WantedRedirect[],
): Promise<(string | ApiError)[]> {
  const read = wanted.map(({ source }) => readSource(source))
  const paths = read.map((segments) =>
    segments instanceof ApiError ? [] : [segments, ...sourcesOfMarkdown(segments)],
  )
  const map = await readSiteMapForCaller(db, site, callerId, paths.flat())
  const destinations = wanted.map(({ destination }) => destination)
  const [targets, found] = await Promise.all([
    findDestinations(db, site.organizationId, map, destinations),
    resolvePaths(db, site, map, paths.flat()),
  ])
  const left = found.values()
  return wanted.map(({ source }, index) => {
    const resolved = (paths[index] ?? []).flatMap(() => left.next().value ?? [])
    const segments = read[index]
    if (segments === undefined || segments instanceof ApiError) {
      return segments ?? unusableSource()
    }
    return problemOf(source, targets[index], resolved) ?? sourceKeyOf(segments)
  })
}

/** The segments of a source that may have a rule. */
export function readSource(source: string): Segments | ApiError {
  const segments = segmentsOf(source)
  if (segments === undefined || segments.length === 0) return unusableSource()
  const [first = ''] = segments
  const isReserved =
    first.startsWith('~') || (segments.length === 1 && siteFiles.has(first))
  return isReserved ? reservedSource(source) : segments
}

function problemOf(
  source: string,
  target: SitePlace | undefined,
  resolved: readonly Resolution[],
): ApiError | undefined {
  if (target === undefined) return unknownDestination()
  const live = resolved.find((one) => one.live !== undefined)?.live
  if (live === undefined) return undefined
  return isSamePlace(live, target)
    ? loopingRedirect(source, live)
    : shadowingSource(source, live)
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
