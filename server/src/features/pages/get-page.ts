import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import {
  type VersionRow,
  hasPage,
  type HeadPageRow,
  type OfSpace,
  readInSpace,
  selectPage,
  selectPageAtPath,
  selectSubtree,
  versionedAtHead,
} from '#/features/content/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { JsonText, Versioned } from '#/platform/http/outcome.ts'

import { bodyAsked, type BodyQuery, bodyShape, pageWithBody } from './page-body.ts'
import { pathOf } from './page-path.ts'
import { viewSubtree } from './page-tree.ts'
import { pageScene, viewPage } from './page-view.ts'
import { nameOfPath, segmentsOf } from './path-segments.ts'

export const getPageById = operation(
  'getPageById',
  async ({ params: { spaceId, pageId }, query }, context) => {
    const select = selectPage(bodyShape(query))
    return getPage<Page>(context, spaceId, query, {
      asked: ['page', pageId],
      name: pageId,
      read: async (of) => context.db.many(select, { ...of, pageId }),
      isWanted: (page): page is Page => page !== undefined,
    })
  },
)

export const getPageByPath = operation(
  'getPageByPath',
  async ({ params: { spaceId, pagePath }, query }, context) => {
    const select = selectPageAtPath(bodyShape(query))
    const segments = segmentsOf(pagePath)
    return getPage(context, spaceId, query, {
      asked: ['path', ...segments],
      name: nameOfPath(pagePath),
      read: async (of) => context.db.many(select, { ...of, segments }),
      isWanted: hasPath,
    })
  },
)

/** Links and computed pages have no path of their own. */
export function hasPath(page: Page): page is DocumentPage | GroupPage {
  return page.type === 'document' || page.type === 'group'
}

interface Wanted<Shown extends Page> {
  readonly asked: readonly unknown[]
  /** As the caller calls the page. */
  readonly name: string
  readonly read: (of: OfSpace) => Promise<readonly HeadPageRow[]>
  readonly isWanted: (page: Page) => page is Shown
}

async function getPage<Shown extends Page>(
  context: Context,
  spaceId: string,
  query: BodyQuery,
  { asked, name, read, isWanted }: Wanted<Shown>,
): Promise<Versioned<Shown>> {
  return versionedAtHead(context, spaceId, [...asked, ...bodyAsked(query)], async () => {
    const found = await readInSpace(context, spaceId, read)
    const { first: row, organizationId } = found
    if (!hasPage(row)) throw notFound('page', name)
    const of = { organizationId, spaceId }
    const page = await viewWithPages(context, of, row)
    if (!isWanted(page)) throw notFound('page', name)
    const view = async (): Promise<JsonText<Shown>> =>
      pageWithBody(context, of, { page, row }, query)
    return { found, view }
  })
}

async function viewWithPages(
  context: Context,
  of: { readonly organizationId: string; readonly spaceId: string },
  row: VersionRow & HeadPageRow,
): Promise<Page> {
  const [path, below] = await Promise.all([
    pathOf(context.db, { ...of, number: row.head_number }, row),
    row.has_children
      ? context.db.many(selectSubtree, { ...of, pageId: row.entry_id })
      : [],
  ])
  const scene = pageScene(context, of.spaceId)
  return viewPage(row, scene, path, viewSubtree(below, scene, row.entry_id, path))
}
