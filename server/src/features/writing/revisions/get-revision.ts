import {
  type ContentPlace,
  readInPlace,
  readInSpace,
  selectTree,
  selectTreeInRevision,
  versionedAtHead,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { seenRows } from '#/content-store/sight/public.ts'
import { revisionScene } from '#/features/writing/pages/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { viewHead, viewRevision } from './revision-view.ts'

const everything = { only: 'everything' } as const

/** What is read of a revision: for visitors also what decides which of it they see. */
function shapeFor({ caller }: Pick<ReaderContext, 'caller'>) {
  return isVisitor(caller) ? { ...everything, uses: true } : everything
}

export const getCurrentRevision = operation(
  'getCurrentRevision',
  async ({ params: { spaceId } }, context) =>
    versionedAtHead(
      context,
      spaceId,
      { asked: ['revision'], hasFileUrls: true },
      async () => {
        const found = await readInSpace(context, spaceId, async (of) =>
          context.db.many(selectTree(shapeFor(context)), of),
        )
        const { organizationId } = found
        const view = async () => {
          const rows = await seenRows(context, found.rows)
          return viewHead(context, { organizationId, spaceId }, rows)
        }
        return { found, view }
      },
    ),
)

export const getRevisionById = operation('getRevisionById', async ({ params }, context) =>
  getRevisionIn(context, params),
)

export const getRevisionOfChangeRequestById = operation(
  'getRevisionOfChangeRequestById',
  async ({ params }, context) => getRevisionIn(context, params),
)

async function getRevisionIn(context: ReaderContext, place: ContentPlace) {
  return versionedInPlace(
    context,
    place,
    { asked: ['revision'], hasFileUrls: true },
    async () => {
      const found = await readInPlace(context, place, async (shape, of) =>
        context.db.many(selectTreeInRevision({ ...shapeFor(context), ...shape }), of),
      )
      const { revision } = found
      const scene = revisionScene(context, revision)
      const view = async () => {
        const rows = await seenRows(context, found.rows)
        return viewRevision(context, { revision, scene, rows })
      }
      return { found, view }
    },
  )
}
