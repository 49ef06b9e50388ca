import {
  hasKind,
  readInSpace,
  revisionOf,
  selectEntry,
  selectEntryInRevision,
  versionedAtHead,
} from '#/features/content/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { viewFile } from './file-view.ts'

const kind = 'file'

export const getFileById = operation(
  'getFileById',
  async ({ params: { spaceId, fileId: entryId } }, context) =>
    versionedAtHead(context, spaceId, [kind, entryId], async () => {
      const found = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectEntry, { ...of, entryId }),
      )
      const row = found.first
      if (!hasKind(row, kind)) throw notFound('file', entryId)
      const fileEpoch = row.file_epoch
      return { found, view: () => viewFile(row, context, { spaceId, fileEpoch }) }
    }),
)

export const getFileInRevisionById = operation(
  'getFileInRevisionById',
  async ({ params: { spaceId, revisionId, fileId: entryId } }, context) => {
    const select = selectEntryInRevision({ variables: false })
    const { actor, first: row } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(select, { ...of, revisionId, entryId }),
    )
    const { revision_number } = revisionOf(row, revisionId)
    if (!hasKind(row, kind)) throw notFound('file', entryId)
    const fileEpoch = row.file_epoch
    return versioned(revision_number, [actor.role, entryId, fileEpoch], () =>
      viewFile(row, context, { spaceId, fileEpoch }),
    )
  },
)
