import {
  type ContentPlace,
  type FileListRow,
  hasEntry,
  readInPlace,
  readInSpace,
  selectFiles,
  selectFilesInRevision,
} from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { viewFile } from './file-view.ts'

export const listFiles = operation('listFiles', async (request, context) => {
  const { spaceId } = request.params
  const page = readPage(context, request)
  const { rows } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectFiles(shapeOf(page)), { ...of, ...afterOf(page) }),
  )
  return finish(context, { spaceId, branchId: spaceId }, page, rows)
})

export const listFilesInRevisionById = operation(
  'listFilesInRevisionById',
  async (request, context) =>
    listFilesIn(context, request.params, readPage(context, request)),
)

export const listFilesInChangeRequestById = operation(
  'listFilesInChangeRequestById',
  async (request, context) =>
    listFilesIn(context, request.params, readPage(context, request)),
)

async function listFilesIn(
  context: ReaderContext,
  place: ContentPlace,
  page: PageRequest,
) {
  const { rows, revision } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectFilesInRevision({ ...shapeOf(page), ...shape }), {
      ...of,
      ...afterOf(page),
    }),
  )
  return finish(context, revision, page, rows)
}

function shapeOf({ after, rowsMax }: PageRequest) {
  return { after: after !== undefined, rowsMax }
}

function afterOf(page: PageRequest) {
  return { afterName: page.afterText(0), afterId: page.afterText(1) }
}

function finish(
  context: ReaderContext,
  { spaceId, branchId }: { readonly spaceId: string; readonly branchId: string },
  page: PageRequest,
  rows: readonly FileListRow[],
) {
  const count = rows[0]?.count ?? 0
  return page.finish(rows.filter(hasEntry), {
    count,
    keyOf: (row) => [row.title, row.entry_id],
    view: (row) =>
      viewFile(row, context, { spaceId, branchId, fileEpoch: row.file_epoch }),
  })
}
