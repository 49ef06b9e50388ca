import { seenAmong } from '#/content-store/sight/public.ts'
import { resolveSite, type SiteRow } from '#/features/publishing/sites/public.ts'
import {
  findShareLinkByKey,
  type OfSite,
} from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type SiteVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { readSiteMapForCaller, readSiteMapForVisitor } from './read-site-map.ts'
import { type Segments, segmentsOf } from './redirect-paths.ts'
import { urlOf, viewFormerPlace, viewRedirect } from './redirect-view.ts'
import { resolvePaths, type SitePlace } from './resolve-paths.ts'
import { selectSiteForVisitor } from './site-map-queries.ts'
import type { SiteMap } from './site-map.ts'

export const getSiteRedirectBySource = operation(
  'getSiteRedirectBySource',
  async ({ params, query: { source, shareKey } }, context) => {
    const { db } = context
    const segments = segmentsOf(source)
    const { site, map } = await seenMap(context, params, segments ?? [])
    const key = await requireShareKey(db, params, site, shareKey)
    if (segments === undefined) throw notFound('redirect', source)

    const [found] = await resolvePaths(db, params, map, [segments])
    const place = found?.rule?.place ?? found?.former
    if (place === undefined || !(await isSeen(context, params.organizationId, place))) {
      throw notFound('redirect', source)
    }
    const redirect = found?.rule?.redirect
    return {
      redirect: redirect ? viewRedirect(redirect) : viewFormerPlace(source, place),
      target: urlOf(context, site, place, key),
    }
  },
)

/** Whether the reader sees the page of the place, if it has one. */
async function isSeen(
  context: ReaderContext,
  organizationId: string,
  { siteSpace, page }: SitePlace,
): Promise<boolean> {
  if (siteSpace === undefined || page === undefined) return true
  const asked = [{ spaceId: siteSpace.spaceId, pageId: page.id }]
  return (await seenAmong(context, organizationId, asked)).length > 0
}

interface SeenMap {
  readonly site: SiteRow
  readonly map: SiteMap
}

/** The site and its map, limited to what the member or visitor may see. */
async function seenMap(
  context: ReaderContext,
  of: OfSite,
  segments: Segments,
): Promise<SeenMap> {
  const { db, caller } = context
  if (isVisitor(caller)) return seenByVisitor(db, of, caller, segments)
  const { organizationId, siteId } = of
  const { site } = await resolveSite(db, { caller }, organizationId, siteId)
  return { site, map: await readSiteMapForCaller(db, of, caller.userId, [segments]) }
}

async function seenByVisitor(
  db: Queryable,
  of: OfSite,
  visitor: SiteVisitor,
  segments: Segments,
): Promise<SeenMap> {
  const { organizationId, siteId } = of
  const isTheirs = visitor.siteId === siteId && visitor.organizationId === organizationId
  const sight = isTheirs ? await visitor.look('fresh') : undefined
  if (sight === undefined) throw notFound('site', siteId)
  const [site, map] = await Promise.all([
    db.first(selectSiteForVisitor, { organizationId, siteId }),
    readSiteMapForVisitor(db, of, sight.siteSpaceIds, [segments]),
  ])
  if (site === undefined) throw notFound('site', siteId)
  return { site, map }
}

/** The key for URLs of a site that is shared by link; a wrong one is answered with not found. */
async function requireShareKey(
  db: Queryable,
  { organizationId, siteId }: OfSite,
  site: SiteRow,
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined || site.visibility !== 'share-link') return undefined
  const link = await findShareLinkByKey(db, { organizationId, siteId, key })
  if (link === undefined) throw notFound('site', siteId)
  return key
}
