import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import type { Segments } from './redirect-paths.ts'
import {
  type MappedRow,
  selectFormerPaths,
  selectSiteMap,
  selectSiteMapForCaller,
} from './site-map-queries.ts'
import type { FormerPath, MappedSiteSpace, SiteMap } from './site-map.ts'

/** The part of a site that the caller may see, with the former paths that `paths` may contain. */
export async function readSiteMapForCaller(
  db: Queryable,
  { organizationId, siteId }: OfSite,
  callerId: string,
  paths: readonly Segments[],
): Promise<SiteMap> {
  const site = { organizationId, siteId }
  const [rows, formerPaths] = await Promise.all([
    db.many(selectSiteMapForCaller, { ...site, callerId }),
    readFormerPaths(db, site, paths),
  ])
  return { siteSpaces: rows.map(mappedOf), formerPaths }
}

/** The part of a site with the given site-spaces, which the visitor may see. */
export async function readSiteMapForVisitor(
  db: Queryable,
  { organizationId, siteId }: OfSite,
  siteSpaceIds: ReadonlySet<string>,
  paths: readonly Segments[],
): Promise<SiteMap> {
  const site = { organizationId, siteId }
  const [rows, formerPaths] = await Promise.all([
    db.many(selectSiteMap, site),
    readFormerPaths(db, site, paths),
  ])
  const visible = rows.filter(({ id }) => siteSpaceIds.has(id))
  return { siteSpaces: visible.map(mappedOf), formerPaths }
}

/**
 * The former paths in these paths: only the first two segments can name a section or site-space.
 */
async function readFormerPaths(
  db: Queryable,
  site: OfSite,
  paths: readonly Segments[],
): Promise<FormerPath[]> {
  const named = [...new Set(paths.flatMap((segments) => segments.slice(0, 2)))]
  if (named.length === 0) return []
  const rows = await db.many(selectFormerPaths, { ...site, paths: named })
  return rows.map(({ kind, section_id, path, target_id }) => ({
    kind,
    sectionId: section_id,
    path,
    targetId: target_id,
  }))
}

function mappedOf(row: MappedRow): MappedSiteSpace {
  const { section_id: id, section_title: title, section_path: path } = row
  return {
    id: row.id,
    spaceId: row.space_id,
    title: row.title,
    path: row.path,
    isDefault: row.is_default,
    section:
      id === null || title === null || path === null
        ? undefined
        : { id, title, path, isDefault: row.section_is_default === true },
  }
}
