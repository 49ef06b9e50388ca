import {
  type ContentPlace,
  readInPlace,
  readInSpace,
  selectTree,
  selectTreeInRevision,
  versionedAtHead,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { revisionScene } from '#/features/writing/pages/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { viewHead, viewRevision } from './revision-view.ts'

const everything = { only: 'everything' } as const

export const getCurrentRevision = operation(
  'getCurrentRevision',
  async ({ params: { spaceId } }, context) =>
    versionedAtHead(context, spaceId, ['revision'], async () => {
      const found = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectTree(everything), of),
      )
      const { organizationId, rows } = found
      const view = () => viewHead(context, { organizationId, spaceId }, rows)
      return { found, view }
    }),
)

export const getRevisionById = operation('getRevisionById', async ({ params }, context) =>
  getRevisionIn(context, params),
)

export const getRevisionOfChangeRequestById = operation(
  'getRevisionOfChangeRequestById',
  async ({ params }, context) => getRevisionIn(context, params),
)

async function getRevisionIn(context: ReaderContext, place: ContentPlace) {
  return versionedInPlace(context, place, { asked: ['revision'] }, async () => {
    const found = await readInPlace(context, place, async (shape, of) =>
      context.db.many(selectTreeInRevision({ ...everything, ...shape }), of),
    )
    const { revision, rows } = found
    const scene = revisionScene(context, revision)
    return { found, view: () => viewRevision(context, { revision, scene, rows }) }
  })
}
