import type { Page } from '@lectern/contract/pages.ts'

import {
  type VersionRow,
  hasKind,
  hasPage,
  type InRevision,
  readInSpace,
  revisionOf,
  type RevisionPageRow,
  selectPageAtPathInRevision,
  selectPageInRevision,
  selectRevisionForCaller,
} from '#/features/content/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText, type Versioned, versioned } from '#/platform/http/outcome.ts'

import { hasPath } from './get-page.ts'
import {
  bodyAsked,
  bodyJson,
  type BodyQuery,
  bodyShape,
  pageWithBody,
} from './page-body.ts'
import { pathOf } from './page-path.ts'
import { viewSubtree } from './page-tree.ts'
import { pageScene, viewPage } from './page-view.ts'
import { nameOfPath, segmentsOf } from './path-segments.ts'
import { firstPageInRevision, pagesBelowInRevision } from './revision-pages.ts'

interface PlaceInRevision {
  readonly spaceId: string
  readonly revisionId: string
}

export const getPageInRevisionById = operation(
  'getPageInRevisionById',
  async ({ params: { pageId, ...place }, query }, context) => {
    const found = await findPage(context, place, pageId, query)
    return answerPage<Page>(context, {
      place,
      found,
      query,
      isWanted: isAnyPage,
      name: pageId,
    })
  },
)

export const getPageInRevisionByPath = operation(
  'getPageInRevisionByPath',
  async ({ params: { pagePath, ...place }, query }, context) => {
    const segments = segmentsOf(pagePath)
    const name = nameOfPath(pagePath)
    const found =
      segments.length === 0
        ? await findFirstPage(context, place, query)
        : await find(context, place, async (of) =>
            context.db.many(selectPageAtPathInRevision(bodyShape(query)), {
              ...of,
              segments,
            }),
          )
    return answerPage(context, { place, found, query, isWanted: hasPath, name })
  },
)

export const getPageDocumentInRevisionById = operation(
  'getPageDocumentInRevisionById',
  async ({ params: { pageId, ...place }, query }, context) => {
    const asked: BodyQuery = { format: 'document', ...query }
    const {
      actor,
      first: row,
      number,
      ...of
    } = await findPage(context, place, pageId, asked)
    if (!hasKind(row, 'document')) throw notFound('page', pageId)
    return versioned(
      number,
      [actor.role, pageId, ...bodyAsked(asked)],
      async () => new JsonText(await bodyJson(context, of, row, query.evaluated)),
      { isImmutable: true },
    )
  },
)

function isAnyPage(_page: Page): _page is Page {
  return true
}

type FoundPage = Awaited<ReturnType<typeof find>>

async function findPage(
  context: Context,
  place: PlaceInRevision,
  pageId: string,
  query: BodyQuery,
): Promise<FoundPage> {
  return find(context, place, async (of) =>
    context.db.many(selectPageInRevision(bodyShape(query)), { ...of, pageId }),
  )
}

async function find(
  context: Context,
  { spaceId, revisionId }: PlaceInRevision,
  read: (of: InRevision) => Promise<readonly RevisionPageRow[]>,
) {
  const found = await readInSpace(context, spaceId, async (of) =>
    read({ ...of, revisionId }),
  )
  const { actor, first, organizationId } = found
  const { revision_number: number } = revisionOf(first, revisionId)
  return { actor, first, number, organizationId, spaceId }
}

async function findFirstPage(
  context: Context,
  place: PlaceInRevision,
  query: BodyQuery,
): Promise<FoundPage> {
  const { spaceId, revisionId } = place
  const { first, organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectRevisionForCaller, { ...of, revisionId }),
  )
  const { revision_number: number } = revisionOf(first, revisionId)
  const id = await firstPageInRevision(context.db, { organizationId, spaceId, number })
  if (id === undefined) throw notFound('page', nameOfPath(''))
  return findPage(context, place, id, query)
}

interface Answering<Shown extends Page> {
  readonly place: PlaceInRevision
  readonly found: FoundPage
  readonly query: BodyQuery & { readonly metadata?: boolean }
  readonly isWanted: (page: Page) => page is Shown
  /** As the caller calls the page. */
  readonly name: string
}

async function answerPage<Shown extends Page>(
  context: Context,
  { place, found, query, isWanted, name }: Answering<Shown>,
): Promise<Versioned<Shown>> {
  const { actor, first: row, number, ...of } = found
  if (!hasPage(row)) throw notFound('page', name)
  const page = await viewWithPages(context, { ...of, ...place, number }, row)
  if (!isWanted(page)) throw notFound('page', name)
  return versioned(
    number,
    [actor.role, row.entry_id, ...bodyAsked(query)],
    async () => pageWithBody(context, of, { page, row }, query),
    { isImmutable: query.metadata === false },
  )
}

async function viewWithPages(
  context: Context,
  at: PlaceInRevision & { readonly organizationId: string; readonly number: number },
  row: VersionRow & RevisionPageRow,
): Promise<Page> {
  const [path, below] = await Promise.all([
    pathOf(context.db, at, row),
    pagesBelowInRevision(context.db, at, row),
  ])
  const scene = pageScene(context, at.spaceId, at.revisionId)
  return viewPage(row, scene, path, viewSubtree(below, scene, row.entry_id, path))
}
