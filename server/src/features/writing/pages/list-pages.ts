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
  return versionedAtHead(context, spaceId, ['pages'], async () => {
    const scene = pageScene(context, spaceId)
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTree(someAtMost), of),
    )
    if (!isLarge(found.rows)) return { found, view: viewOf(found.rows, scene) }
    // The outline is read at another moment, and so may have another version.
    const large = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectOutline, of),
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

async function listPagesIn(context: ReaderContext, place: ContentPlace, isKept: boolean) {
  return versionedInPlace(context, place, { asked: ['pages'], isKept }, async () => {
    const found = await readInPlace(context, place, async (shape, of) =>
      context.db.many(selectTreeInRevision({ ...someAtMost, ...shape }), of),
    )
    const { revision, rows } = found
    const scene = revisionScene(context, revision)
    if (!isLarge(rows)) return { found, view: viewOf(rows, scene) }
    const isOnMain = revision.branchId === revision.spaceId
    const view = isOnMain
      ? async () => {
          const outline = await readInPlace(context, place, async (_shape, of) =>
            context.db.many(selectOutlineInRevision, of),
          )
          return inPieces(context, revision, outline.rows, scene)()
        }
      : async () => {
          const all = await readInPlace(context, place, async (shape, of) =>
            context.db.many(selectTreeInRevision({ only: 'pages', ...shape }), of),
          )
          return viewOf(all.rows, scene)()
        }
    return { found, view }
  })
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

function viewOf(rows: readonly TreeRow[], scene: PageScene): () => Tree {
  return () => ({ pages: viewTree(rows, scene) })
}

function inPieces(
  { db }: Pick<ReaderContext, 'db'>,
  of: { readonly organizationId: string; readonly spaceId: string },
  outline: readonly OutlineRow[],
  scene: PageScene,
): () => JsonPieces<Tree> {
  return () => new JsonPieces(treePieces(db, of, outline, scene))
}
