import type { SiteRow } from '#/features/publishing/sites/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import type { SiteTree } from './site-tree.ts'
import { selectStructureForReaders } from './structure-queries.ts'

/** A site with all of its parts, regardless of who reads. */
export interface StructureForReaders {
  readonly site: SiteRow
  readonly tree: SiteTree
}

export async function readStructureForReaders(
  db: Queryable,
  of: OfSite,
): Promise<StructureForReaders | undefined> {
  const row = await db.first(selectStructureForReaders, of)
  if (row === undefined) return undefined
  const { groups, sections, links, shown, ...site } = row
  const { default_section_id, default_site_space_id } = site
  return {
    site,
    tree: {
      defaultSectionId: default_section_id,
      defaultSiteSpaceId: default_site_space_id,
      groups,
      sections,
      links,
      siteSpaces: shown,
    },
  }
}
