import type { Page } from '@lectern/contract/pages.ts'

import { mainRevision, type OfRevision } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  type OutlineRow,
  readInPlace,
  readInSpace,
  selectOutline,
  selectOutlineInRevision,
  selectTree,
  selectTreeInRevision,
  type TreeRow,
  versionedAtHead,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { seenRows, withSeenTargets } from '#/content-store/sight/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonPieces } from '#/platform/http/outcome.ts'

import { viewTree } from './page-tree.ts'
import {
  type ComputedQuery,
  declaredAsked,
  declaredScene,
  type PageScene,
  pageScene,
  revisionScene,
} from './page-view.ts'
import { treePieces } from './tree-pieces.ts'

/** The most pages of a tree that is answered in one piece; larger trees are sent in several. */
const pagesAtOnceMax = 1000
const someAtMost = { only: 'pages', rowsMax: pagesAtOnceMax + 1 } as const

export const listPages = operation('listPages', async ({ params, query }, context) => {
  const { spaceId } = params
  const asked = ['pages', ...declaredAsked(query)]
  const at = ({ organizationId, first }: InHead) =>
    mainRevision({ organizationId, spaceId }, first.head_number)
  return versionedAtHead(context, spaceId, { asked }, async () => {
    const scene = declaredScene(pageScene(context, spaceId), query)
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTree(someAtMost), of),
    )
    if (!isLarge(found.rows)) {
      return { found, view: viewOf(context, at(found), found.rows, scene) }
    }
    if (query.computed === false) {
      const all = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectTree({ only: 'pages' }), of),
      )
      return { found: all, view: viewOf(context, at(all), all.rows, scene) }
    }
    // The outline is read at another moment, and so may have another version.
    const large = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectOutline(outlineFor(context)), of),
    )
    return { found: large, view: inPieces(context, at(large), large.rows, scene) }
  })
})

export const listPagesInRevisionById = operation(
  'listPagesInRevisionById',
  async ({ params, query }, context) =>
    listPagesIn(context, params, query, query.metadata === false),
)

export const listPagesInChangeRequest = operation(
  'listPagesInChangeRequest',
  async ({ params, query }, context) => listPagesIn(context, params, query, false),
)

async function listPagesIn(
  context: ReaderContext,
  place: ContentPlace,
  query: ComputedQuery,
  // oxlint-disable-next-line max-params -- who asks, where, for what, and whether the answer stays
  isSameForRevision: boolean,
) {
  return versionedInPlace(
    context,
    place,
    { asked: ['pages', ...declaredAsked(query)], isSameForRevision },
    async () => {
      const found = await readInPlace(context, place, async (shape, of) =>
        context.db.many(selectTreeInRevision({ ...someAtMost, ...shape }), of),
      )
      const { revision, rows } = found
      const scene = declaredScene(revisionScene(context, revision), query)
      if (!isLarge(rows)) return { found, view: viewOf(context, revision, rows, scene) }
      const isOnMain = revision.branchId === revision.spaceId && query.computed !== false
      const view = isOnMain
        ? async () => {
            const outline = await readInPlace(context, place, async (_shape, of) =>
              context.db.many(selectOutlineInRevision(outlineFor(context)), of),
            )
            return inPieces(context, revision, outline.rows, scene)()
          }
        : async () => {
            const all = await readInPlace(context, place, async (shape, of) =>
              context.db.many(selectTreeInRevision({ only: 'pages', ...shape }), of),
            )
            return viewOf(context, revision, all.rows, scene)()
          }
      return { found, view }
    },
  )
}

interface InHead {
  readonly organizationId: string
  readonly first: { readonly head_number: number }
}

interface Tree {
  readonly pages: Page[]
}

/**
 * Whether a tree is too large for one piece: its rows are one for each page and one for the space.
 */
function isLarge(rows: readonly TreeRow[]): boolean {
  return rows.length > pagesAtOnceMax + 1
}

/** Visitors see pages by their conditions, which are among the attributes. */
function outlineFor({ caller }: Pick<ReaderContext, 'caller'>) {
  return { attributes: isVisitor(caller) }
}

type Reading = Pick<ReaderContext, 'db' | 'caller' | 'texts' | 'threads'>

function viewOf(
  context: Reading,
  at: OfRevision,
  rows: readonly TreeRow[],
  // oxlint-disable-next-line max-params -- who reads, where, what, and how it is shown
  scene: PageScene,
): () => Promise<Tree> {
  return async () => {
    const seen = await seenRows(context, rows)
    return { pages: viewTree(await withSeenTargets(context, at, seen), scene) }
  }
}

function inPieces(
  context: Reading,
  at: OfRevision,
  outline: readonly OutlineRow[],
  // oxlint-disable-next-line max-params -- as above
  scene: PageScene,
): () => Promise<JsonPieces<Tree>> {
  return async () => {
    const seen = await seenRows(context, outline)
    return new JsonPieces(treePieces(context, at, seen, scene))
  }
}
