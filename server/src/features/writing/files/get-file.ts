import { mainRevision } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  hasKind,
  readInPlace,
  readInSpace,
  selectEntry,
  selectEntryInRevision,
  versionedAtHead,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { isEntrySeen } from '#/content-store/sight/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { viewFile } from './file-view.ts'

const kind = 'file'

export const getFileById = operation(
  'getFileById',
  async ({ params: { spaceId, fileId: entryId } }, context) =>
    versionedAtHead(
      context,
      spaceId,
      { asked: [kind, entryId], hasFileUrls: true },
      async () => {
        const found = await readInSpace(context, spaceId, async (of) =>
          context.db.many(selectEntry, { ...of, entryId }),
        )
        const row = found.first
        const at = mainRevision({ ...found, spaceId }, row.head_number)
        if (!hasKind(row, kind) || !(await isEntrySeen(context, at, entryId))) {
          throw notFound('file', entryId)
        }
        const fileEpoch = row.file_epoch
        return { found, view: () => viewFile(row, context, { spaceId, fileEpoch }) }
      },
    ),
)

export const getFileInRevisionById = operation(
  'getFileInRevisionById',
  async ({ params: { fileId, ...place } }, context) => getFileIn(context, place, fileId),
)

export const getFileInChangeRequestById = operation(
  'getFileInChangeRequestById',
  async ({ params: { fileId, ...place } }, context) => getFileIn(context, place, fileId),
)

async function getFileIn(context: ReaderContext, place: ContentPlace, entryId: string) {
  return versionedInPlace(
    context,
    place,
    { asked: [kind, entryId], hasFileUrls: true },
    async () => {
      const found = await readInPlace(context, place, async (shape, of) =>
        context.db.many(selectEntryInRevision({ variables: false, ...shape }), {
          ...of,
          entryId,
        }),
      )
      const row = found.first
      if (!hasKind(row, kind) || !(await isEntrySeen(context, found.revision, entryId))) {
        throw notFound('file', entryId)
      }
      const { spaceId, branchId } = found.revision
      const of = { spaceId, branchId, fileEpoch: row.file_epoch }
      return { found, view: () => viewFile(row, context, of) }
    },
  )
}
