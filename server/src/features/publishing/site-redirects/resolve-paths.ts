import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

import { selectPageIdAtPath } from '#/content-store/read/public.ts'
import { selectPlacesForSearch } from '#/content-store/search/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { type Segments, sourceKeyOf } from './redirect-paths.ts'
import { type RedirectRow, selectRedirectsOf } from './redirect-queries.ts'
import { asDestination } from './redirect-view.ts'
import {
  type Candidate,
  candidatesFor,
  type MappedSection,
  type MappedSiteSpace,
  sectionsOf,
  type SiteMap,
} from './site-map.ts'

/** A place on a site: a section, a site-space, or a page in one. */
export interface SitePlace {
  readonly section: MappedSection | undefined
  /** Undefined for a section as a whole. */
  readonly siteSpace: MappedSiteSpace | undefined
  readonly page: PlacedPage | undefined
}

interface PlacedPage {
  readonly id: string
  readonly title: string
  readonly slugs: Segments
}

/** The places that a path leads to. */
export interface Resolution {
  /** The place at the path itself. */
  readonly live?: SitePlace
  /** The rule for the path, and the present place of its destination. */
  readonly rule?: { readonly redirect: RedirectRow; readonly place: SitePlace }
  /** The place that had the path before it was renamed or moved. */
  readonly former?: SitePlace
}

/** The number of statements that are sent at the same time. */
const pipelinedMax = 100

/** The resolution of each path; only places on the map, which the reader may see, are found. */
export async function resolvePaths(
  db: Queryable,
  site: OfSite,
  map: SiteMap,
  paths: readonly Segments[],
): Promise<Resolution[]> {
  const { organizationId, siteId } = site
  const keys = [...new Set(paths.map(sourceKeyOf))]
  const rules = await db.many(selectRedirectsOf, {
    organizationId,
    siteId,
    sourceKeys: keys,
  })
  const candidates = paths.map((segments) => candidatesFor(map, segments))
  const pageIds = await findPages(db, organizationId, candidates.flat())
  const pages = await findPlaces(db, organizationId, [
    ...pageIds.values(),
    ...rules.flatMap((rule) => pageOf(map, asDestination(rule.destination))),
  ])
  const ruleBySource = new Map(rules.map((rule) => [rule.source_key, rule]))

  return paths.map((segments, index) => {
    const found = (candidates[index] ?? []).map((candidate) => {
      const page = pages.get(idOf(pageIds.get(keyOf(candidate))))
      return { candidate, page }
    })
    const redirect = ruleBySource.get(sourceKeyOf(segments))
    const place = redirect && placeOf(map, asDestination(redirect.destination), pages)
    return {
      ...readFound(found),
      ...(redirect && place && { rule: { redirect, place } }),
    }
  })
}

/** The present place of each destination; undefined for one that is gone or hidden. */
export async function findDestinations(
  db: Queryable,
  organizationId: string,
  map: SiteMap,
  destinations: readonly SiteRedirectDestination[],
): Promise<(SitePlace | undefined)[]> {
  const wanted = destinations.flatMap((one) => pageOf(map, one))
  const pages = await findPlaces(db, organizationId, wanted)
  return destinations.map((one) => placeOf(map, one, pages))
}

interface PageInSpace {
  readonly spaceId: string
  readonly pageId: string
}

const idOf = (page: PageInSpace | undefined) =>
  page === undefined ? '' : `${page.spaceId}/${page.pageId}`
const keyOf = ({ siteSpace, rest }: Candidate) =>
  JSON.stringify([siteSpace.spaceId, rest])

function readFound(
  found: readonly { candidate: Candidate; page: PlacedPage | undefined }[],
): Pick<Resolution, 'live' | 'former'> {
  const places = found.flatMap(({ candidate: { siteSpace, rest, isCurrent }, page }) => {
    if (rest.length > 0 && page === undefined) return []
    const isLive = isCurrent && sameSegments(rest, page?.slugs ?? [])
    return [{ isLive, place: { section: siteSpace.section, siteSpace, page } }]
  })
  const live = places.find(({ isLive }) => isLive)
  if (live !== undefined) return { live: live.place }
  const [former] = places
  return former === undefined ? {} : { former: former.place }
}

function sameSegments(one: Segments, other: Segments): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index])
}

async function findPages(
  db: Queryable,
  organizationId: string,
  candidates: readonly Candidate[],
): Promise<Map<string, PageInSpace>> {
  const wanted = new Map(
    candidates.filter(({ rest }) => rest.length > 0).map((one) => [keyOf(one), one]),
  )
  const found = new Map<string, PageInSpace>()
  const entries = [...wanted]
  for (let start = 0; start < entries.length; start += pipelinedMax) {
    await Promise.all(
      entries
        .slice(start, start + pipelinedMax)
        .map(async ([key, { siteSpace, rest }]) => {
          const { spaceId } = siteSpace
          const at = { organizationId, spaceId, segments: rest }
          const row = await db.first(selectPageIdAtPath, at)
          const pageId = row?.page_id ?? undefined
          if (pageId !== undefined) found.set(key, { spaceId, pageId })
        }),
    )
  }
  return found
}

async function findPlaces(
  db: Queryable,
  organizationId: string,
  pages: readonly PageInSpace[],
): Promise<Map<string, PlacedPage>> {
  const wanted = [...new Map(pages.map((page) => [idOf(page), page])).values()]
  if (wanted.length === 0) return new Map()
  const rows = await db.many(selectPlacesForSearch, {
    organizationId,
    spaceIds: wanted.map(({ spaceId }) => spaceId),
    pageIds: wanted.map(({ pageId }) => pageId),
  })
  return new Map(
    rows.map(({ space_id: spaceId, page_id: pageId, titles, slugs }) => [
      idOf({ spaceId, pageId }),
      {
        id: pageId,
        title: titles.at(-1) ?? '',
        slugs: slugs.filter((slug) => slug !== null),
      },
    ]),
  )
}

function pageOf(map: SiteMap, destination: SiteRedirectDestination): PageInSpace[] {
  if (destination.kind !== 'site-page') return []
  const { siteSpaceId, pageId } = destination
  const siteSpace = map.siteSpaces.find(({ id }) => id === siteSpaceId)
  return siteSpace === undefined ? [] : [{ spaceId: siteSpace.spaceId, pageId }]
}

function placeOf(
  map: SiteMap,
  destination: SiteRedirectDestination,
  pages: ReadonlyMap<string, PlacedPage>,
): SitePlace | undefined {
  if (destination.kind === 'site-section') {
    const section = sectionsOf(map).find(({ id }) => id === destination.siteSectionId)
    return section && { section, siteSpace: undefined, page: undefined }
  }
  const siteSpace = map.siteSpaces.find(({ id }) => id === destination.siteSpaceId)
  if (siteSpace === undefined) return undefined
  const place = { section: siteSpace.section, siteSpace, page: undefined }
  if (destination.kind === 'site-space') return place
  const page = pages.get(idOf({ spaceId: siteSpace.spaceId, pageId: destination.pageId }))
  return page && { ...place, page }
}
