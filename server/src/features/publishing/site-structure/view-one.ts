import type {
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '@lectern/contract/site-structure.ts'

import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { groupIn, sectionIn, siteSpaceIn } from './parts-of-tree.ts'
import { siteSpacesOf } from './site-tree.ts'
import type { Structure } from './structure-resolve.ts'
import { viewGroup, viewSection, viewSiteSpace } from './structure-view.ts'
import { siteSpacesBelow, viewFor } from './view-for.ts'

type Viewer = Pick<Context, 'caller' | 'config' | 'userAgent'>

export async function viewOneSiteSpace(
  db: Queryable,
  context: Viewer,
  structure: Structure,
  id: string,
): Promise<SiteSpace> {
  const node = siteSpaceIn(structure.tree, id)
  const view = await viewFor(db, context, structure, { siteSpaces: [node] })
  const viewed = viewSiteSpace(view, node)
  // The space of the site-space went to the trash after the structure was read.
  if (viewed === undefined) throw notFound('site-space', id)
  return viewed
}

export async function viewOneSection(
  db: Queryable,
  context: Viewer,
  structure: Structure,
  id: string,
): Promise<SiteSection> {
  const siteSpaces = siteSpacesOf(structure.tree, id)
  const view = await viewFor(db, context, structure, { siteSpaces })
  return viewSection(view, sectionIn(structure.tree, id))
}

export async function viewOneGroup(
  db: Queryable,
  context: Viewer,
  structure: Structure,
  id: string,
): Promise<SiteSectionGroup> {
  const siteSpaces = siteSpacesBelow(structure.tree, id)
  const view = await viewFor(db, context, structure, { siteSpaces })
  return viewGroup(view, groupIn(structure.tree, id))
}
