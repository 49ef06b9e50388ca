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

/** What the caller may see of a site, for reading these paths. */
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

/** The same for a visitor who may see these site-spaces. */
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

/** A section or site-space is named by the first or second segment. */
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
