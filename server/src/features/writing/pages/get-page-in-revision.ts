import type { JsonDocument } from '@lectern/contract/documents.ts'
import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import { selectPlace, type VersionRow } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  type FoundInPlace,
  type FoundRevision,
  hasKind,
  hasPage,
  readInPlace,
  type RevisionPageRow,
  selectPageAtPathInRevision,
  selectPageInRevision,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { seenPageRows, withSeenTargets } from '#/content-store/sight/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText, type Versioned } from '#/platform/http/outcome.ts'

import { hasPath } from './get-page.ts'
import {
  bodyAsked,
  bodyJson,
  type BodyQuery,
  bodyQueryOf,
  bodyShape,
  pageWithBody,
} from './page-body.ts'
import { pathOf } from './page-path.ts'
import { viewSubtree } from './page-tree.ts'
import {
  type ComputedQuery,
  declaredScene,
  isDeclaredGroup,
  revisionScene,
  viewPage,
} from './page-view.ts'
import { nameOfPath, segmentsOf } from './path-segments.ts'
import { firstPageSeen, pagesBelowInRevision } from './revision-pages.ts'

export const getPageInRevisionById = operation(
  'getPageInRevisionById',
  async ({ params: { pageId, ...place }, query }, context) =>
    getById(context, place, pageId, query),
)

export const getPageInChangeRequestById = operation(
  'getPageInChangeRequestById',
  async ({ params: { pageId, ...place }, query }, context) =>
    getById(context, place, pageId, query),
)

export const getPageInRevisionByPath = operation(
  'getPageInRevisionByPath',
  async ({ params: { pagePath, ...place }, query }, context) =>
    getByPath(context, place, pagePath, query),
)

export const getPageInChangeRequestByPath = operation(
  'getPageInChangeRequestByPath',
  async ({ params: { pagePath, ...place }, query }, context) =>
    getByPath(context, place, pagePath, query),
)

export const getPageDocumentInRevisionById = operation(
  'getPageDocumentInRevisionById',
  async ({ params: { pageId, ...place }, query }, context) => {
    const body = await bodyQueryOf(context, { format: 'document', ...query } as const)
    const asked = ['document', pageId, ...bodyAsked(body)]
    return versionedInPlace(
      context,
      place,
      { asked, isSameForRevision: true },
      async () => {
        const found = await findPage(context, place, pageId, body)
        const { first: row, revision } = found
        if (!hasKind(row, 'document')) throw notFound('page', pageId)
        const { isSeen } = await seenPageRows(context, revision, pageId, [])
        if (!isSeen) throw notFound('page', pageId)
        const view = async () =>
          new JsonText<JsonDocument>(await bodyJson(context, revision, row, body))
        return { found, view }
      },
    )
  },
)

type PageQuery = BodyQuery & { readonly metadata?: boolean }
type FoundPage = FoundInPlace<RevisionPageRow>

async function getById(
  context: ReaderContext,
  place: ContentPlace,
  pageId: string,
  given: PageQuery,
): Promise<Versioned<Page>> {
  const query = await bodyQueryOf(context, given)
  return getPage<Page>(context, place, query, {
    asked: ['page', pageId],
    name: pageId,
    find: async () => findPage(context, place, pageId, query),
    isWanted: (page): page is Page => page !== undefined,
  })
}

async function getByPath(
  context: ReaderContext,
  place: ContentPlace,
  pagePath: string,
  given: PageQuery,
): Promise<Versioned<DocumentPage | GroupPage>> {
  const query = await bodyQueryOf(context, { ...given, computed: true })
  const segments = segmentsOf(pagePath)
  return getPage(context, place, query, {
    asked: ['path', ...segments],
    name: nameOfPath(pagePath),
    find: async () =>
      segments.length === 0
        ? findFirstPage(context, place, query)
        : readInPlace(context, place, async (shape, of) =>
            context.db.many(
              selectPageAtPathInRevision({ ...bodyShape(query), ...shape }),
              { ...of, segments },
            ),
          ),
    isWanted: hasPath,
  })
}

/** Refuses a page that is not in the content, or that the reader does not see there. */
export async function requirePageInPlace(
  context: ReaderContext,
  place: ContentPlace,
  pageId: string,
): Promise<void> {
  const { first: row, revision } = await findPage(context, place, pageId, {})
  const seen = hasPage(row)
    ? await seenPageRows(context, revision, pageId, [])
    : undefined
  if (seen?.isSeen !== true) throw notFound('page', pageId)
}

async function findPage(
  context: ReaderContext,
  place: ContentPlace,
  pageId: string,
  query: BodyQuery,
): Promise<FoundPage> {
  return readInPlace(context, place, async (shape, of) =>
    context.db.many(selectPageInRevision({ ...bodyShape(query), ...shape }), {
      ...of,
      pageId,
    }),
  )
}

async function findFirstPage(
  context: ReaderContext,
  place: ContentPlace,
  query: BodyQuery,
): Promise<FoundPage> {
  const { revision } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectPlace(shape), of),
  )
  const id = await firstPageSeen(context, revision)
  if (id === undefined) throw notFound('page', nameOfPath(''))
  return findPage(context, place, id, query)
}

interface Wanted<Shown extends Page> {
  readonly asked: readonly unknown[]
  /** The page as the request names it, for a refusal. */
  readonly name: string
  readonly find: () => Promise<FoundPage>
  readonly isWanted: (page: Page) => page is Shown
}

async function getPage<Shown extends Page>(
  context: ReaderContext,
  place: ContentPlace,
  query: PageQuery,
  { asked, name, find, isWanted }: Wanted<Shown>,
): Promise<Versioned<Shown>> {
  const options = {
    asked: [...asked, ...bodyAsked(query)],
    isSameForRevision: query.metadata === false,
  }
  return versionedInPlace(context, place, options, async () => {
    const found = await find()
    const { first: row, revision } = found
    if (!hasPage(row)) throw notFound('page', name)
    const page = await viewWithPages(context, revision, row, query)
    if (page === undefined || !isWanted(page)) throw notFound('page', name)
    const view = async (): Promise<JsonText<Shown>> =>
      pageWithBody(context, revision, { page, row }, query)
    return { found, view }
  })
}

/** The page with the pages below it, as far as the reader sees them; undefined if not even it. */
async function viewWithPages(
  context: ReaderContext,
  revision: FoundRevision,
  row: VersionRow & RevisionPageRow,
  // oxlint-disable-next-line max-params -- who reads, where, what, and how it is shown
  query: ComputedQuery,
): Promise<Page | undefined> {
  const [path, below] = await Promise.all([
    pathOf(context.db, revision, row),
    pagesBelowInRevision(context.db, revision, row),
  ])
  const seen = await seenPageRows(context, revision, row.entry_id, below)
  if (!seen.isSeen) return undefined
  const [self = row, ...others] = await withSeenTargets(context, revision, [
    row,
    ...seen.below,
  ])
  const scene = declaredScene(revisionScene(context, revision), query)
  if (isDeclaredGroup(row, scene)) return viewPage(self, scene, path, [])
  return viewPage(self, scene, path, viewSubtree(others, scene, row.entry_id, path))
}
