import type { Page } from '@lectern/contract/pages.ts'

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
import { seenRows } from '#/content-store/sight/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonPieces } from '#/platform/http/outcome.ts'

import { viewTree } from './page-tree.ts'
import { type PageScene, pageScene, revisionScene } from './page-view.ts'
import { treePieces } from './tree-pieces.ts'

/** The most pages of a tree that is answered in one piece; larger trees are sent in several. */
const pagesAtOnceMax = 1000
const someAtMost = { only: 'pages', rowsMax: pagesAtOnceMax + 1 } as const

export const listPages = operation('listPages', async ({ params }, context) => {
  const { spaceId } = params
  return versionedAtHead(context, spaceId, { asked: ['pages'] }, async () => {
    const scene = pageScene(context, spaceId)
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTree(someAtMost), of),
    )
    if (!isLarge(found.rows)) return { found, view: viewOf(context, found.rows, scene) }
    // The outline is read at another moment, and so may have another version.
    const large = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectOutline(outlineFor(context)), of),
    )
    const { organizationId, rows } = large
    return {
      found: large,
      view: inPieces(context, { organizationId, spaceId }, rows, scene),
    }
  })
})

export const listPagesInRevisionById = operation(
  'listPagesInRevisionById',
  async ({ params, query }, context) =>
    listPagesIn(context, params, query.metadata === false),
)

export const listPagesInChangeRequest = operation(
  'listPagesInChangeRequest',
  async ({ params }, context) => listPagesIn(context, params, false),
)

async function listPagesIn(
  context: ReaderContext,
  place: ContentPlace,
  isSameForRevision: boolean,
) {
  return versionedInPlace(
    context,
    place,
    { asked: ['pages'], isSameForRevision },
    async () => {
      const found = await readInPlace(context, place, async (shape, of) =>
        context.db.many(selectTreeInRevision({ ...someAtMost, ...shape }), of),
      )
      const { revision, rows } = found
      const scene = revisionScene(context, revision)
      if (!isLarge(rows)) return { found, view: viewOf(context, rows, scene) }
      const isOnMain = revision.branchId === revision.spaceId
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
            return viewOf(context, all.rows, scene)()
          }
      return { found, view }
    },
  )
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

function viewOf(
  context: Pick<ReaderContext, 'caller' | 'texts' | 'threads'>,
  rows: readonly TreeRow[],
  scene: PageScene,
): () => Promise<Tree> {
  return async () => ({ pages: viewTree(await seenRows(context, rows), scene) })
}

function inPieces(
  context: Pick<ReaderContext, 'db' | 'caller' | 'texts' | 'threads'>,
  of: { readonly organizationId: string; readonly spaceId: string },
  outline: readonly OutlineRow[],
  scene: PageScene,
): () => Promise<JsonPieces<Tree>> {
  return async () => {
    const seen = await seenRows(context, outline)
    return new JsonPieces(treePieces(context.db, of, seen, scene))
  }
}
