import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import {
  mainRevision,
  type OfSpace,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import {
  hasPage,
  type HeadPageRow,
  readInSpace,
  selectPage,
  selectPageAtPath,
  selectSubtree,
  versionedAtHead,
} from '#/content-store/read/public.ts'
import { seenPageRows, withSeenTargets } from '#/content-store/sight/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { JsonText, Versioned } from '#/platform/http/outcome.ts'

import { headPathOf, isPathKnown } from './known-paths.ts'
import { knownText, noVersion, withText } from './known-texts.ts'
import {
  bodyAsked,
  type BodyQuery,
  bodyQueryOf,
  bodyShape,
  pageWithBody,
} from './page-body.ts'
import { viewSubtree } from './page-tree.ts'
import {
  type ComputedQuery,
  declaredScene,
  isDeclaredGroup,
  pageScene,
  viewPage,
} from './page-view.ts'
import { nameOfPath, segmentsOf } from './path-segments.ts'

export const getPageById = operation(
  'getPageById',
  async ({ params: { spaceId, pageId }, query: given }, context) => {
    const query = await bodyQueryOf(context, given)
    const ancestors = !isPathKnown(context, spaceId, pageId)
    const shape = { ...bodyShape(query), ancestors }
    const known = shape.markdown ? knownText(context, spaceId, pageId) : undefined
    const knownNumber = known?.fromNumber ?? noVersion
    return getPage<Page>(context, spaceId, query, {
      asked: ['page', pageId],
      name: pageId,
      read: async (of) => {
        const rows = await context.db.many(selectPage(shape), {
          ...of,
          pageId,
          knownNumber,
        })
        return rows.map((row) => withText(context, spaceId, row, known))
      },
      isWanted: (page): page is Page => page !== undefined,
    })
  },
)

export const getPageByPath = operation(
  'getPageByPath',
  async ({ params: { spaceId, pagePath }, query: given }, context) => {
    // What is at a path is a page: a source has none.
    const query = await bodyQueryOf(context, { ...given, computed: true })
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

/** Whether the page has a path: links and computed pages have none of their own. */
export function hasPath(page: Page): page is DocumentPage | GroupPage {
  return page.type === 'document' || page.type === 'group'
}

interface Wanted<Shown extends Page> {
  readonly asked: readonly unknown[]
  /** The page as the request names it, for a refusal. */
  readonly name: string
  readonly read: (of: OfSpace) => Promise<readonly HeadPageRow[]>
  readonly isWanted: (page: Page) => page is Shown
}

async function getPage<Shown extends Page>(
  context: ReaderContext,
  spaceId: string,
  query: BodyQuery,
  { asked, name, read, isWanted }: Wanted<Shown>,
): Promise<Versioned<Shown>> {
  const question = { asked: [...asked, ...bodyAsked(query)] }
  return versionedAtHead(context, spaceId, question, async () => {
    const found = await readInSpace(context, spaceId, read)
    const { first: row, organizationId } = found
    if (!hasPage(row)) throw notFound('page', name)
    const of = { organizationId, spaceId }
    const page = await viewWithPages(context, of, row, query)
    if (page === undefined || !isWanted(page)) throw notFound('page', name)
    const view = async (): Promise<JsonText<Shown>> =>
      pageWithBody(context, mainRevision(of, row.head_number), { page, row }, query)
    return { found, view }
  })
}

/** The page with the pages below it, as far as the reader sees them; undefined if not even it. */
async function viewWithPages(
  context: ReaderContext,
  of: { readonly organizationId: string; readonly spaceId: string },
  row: VersionRow & HeadPageRow,
  // oxlint-disable-next-line max-params -- who reads, where, what, and how it is shown
  query: ComputedQuery = {},
): Promise<Page | undefined> {
  const [path, below] = await Promise.all([
    headPathOf(context, of, row),
    row.has_children
      ? context.db.many(selectSubtree, { ...of, pageId: row.entry_id })
      : [],
  ])
  const at = mainRevision(of, row.head_number)
  const seen = await seenPageRows(context, at, row.entry_id, below)
  if (!seen.isSeen) return undefined
  const [self = row, ...others] = await withSeenTargets(context, at, [row, ...seen.below])
  const scene = declaredScene(pageScene(context, of.spaceId), query)
  if (isDeclaredGroup(row, scene)) return viewPage(self, scene, path, [])
  return viewPage(self, scene, path, viewSubtree(others, scene, row.entry_id, path))
}

/** A page of the main content without its body; undefined if there is none for the reader. */
export async function findPageById(
  context: ReaderContext,
  spaceId: string,
  pageId: string,
): Promise<{ readonly organizationId: string; readonly page: Page | undefined }> {
  const shape = { markdown: false, variables: false, ancestors: true }
  const { first: row, organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectPage(shape), { ...of, pageId, knownNumber: noVersion }),
  )
  const of = { organizationId, spaceId }
  const page = hasPage(row) ? await viewWithPages(context, of, row) : undefined
  return { organizationId, page }
}

/**
 * The page or group at a path of the main content, without its body; undefined if there is none.
 */
export async function findPageAtPath(
  context: ReaderContext,
  spaceId: string,
  segments: readonly string[],
): Promise<DocumentPage | GroupPage | undefined> {
  const select = selectPageAtPath({ markdown: false, variables: false })
  const { first: row, organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(select, { ...of, segments }),
  )
  if (!hasPage(row)) return undefined
  const page = await viewWithPages(context, { organizationId, spaceId }, row)
  return page !== undefined && hasPath(page) ? page : undefined
}
