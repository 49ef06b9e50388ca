import {
  forgetFormerPaths,
  keepFormerSectionPath,
  keepFormerSiteSpacePath,
} from '#/features/publishing/site-redirects/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import type { SiteTree } from './site-tree.ts'

/**
 * Stores the paths that a rename, or a move to another section, takes away, so that their URLs
 * redirect. The former paths of removed parts are deleted.
 */
export async function keepFormerPaths(
  tx: Transaction,
  of: OfSite,
  before: SiteTree,
  after: SiteTree,
): Promise<void> {
  const sections = new Map(after.sections.map((section) => [section.id, section]))
  for (const { id, path } of before.sections) {
    const now = sections.get(id)
    if (now === undefined || now.path === path) continue
    await keepFormerSectionPath(tx, { ...of, siteSectionId: id, path })
  }
  const siteSpaces = new Map(after.siteSpaces.map((one) => [one.id, one]))
  for (const { id, path, sectionId } of before.siteSpaces) {
    const now = siteSpaces.get(id)
    if (now === undefined || (now.path === path && now.sectionId === sectionId)) continue
    await keepFormerSiteSpacePath(tx, {
      ...of,
      siteSpaceId: id,
      siteSectionId: sectionId,
      path,
    })
  }
  const gone = [...before.sections, ...before.siteSpaces]
    .map(({ id }) => id)
    .filter((id) => !sections.has(id) && !siteSpaces.has(id))
  await forgetFormerPaths(tx, of, gone)
}
