import { mainRevision, selectHead, selectPlace } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  type FileListRow,
  hasEntry,
  readInPlace,
  readInSpace,
  selectFiles,
  selectFilesInRevision,
} from '#/content-store/read/public.ts'
import { seenFiles } from '#/content-store/sight/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { viewFile } from './file-view.ts'

export const listFiles = operation('listFiles', async (request, context) => {
  const { spaceId } = request.params
  const page = readPage(context, request)
  const among = isVisitor(context.caller) ? await seenAtHead(context, spaceId) : undefined
  const { rows } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectFiles(shapeOf(page, among)), {
      ...of,
      ...afterOf(page),
      ...(among && { among }),
    }),
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
  const among = isVisitor(context.caller) ? await seenInPlace(context, place) : undefined
  const { rows, revision } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectFilesInRevision({ ...shapeOf(page, among), ...shape }), {
      ...of,
      ...afterOf(page),
      ...(among && { among }),
    }),
  )
  return finish(context, revision, page, rows)
}

/** The files of the main content that a visitor sees. */
async function seenAtHead(context: ReaderContext, spaceId: string) {
  const { organizationId, first } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectHead, of),
  )
  return seenFiles(context, mainRevision({ organizationId, spaceId }, first.head_number))
}

async function seenInPlace(context: ReaderContext, place: ContentPlace) {
  const { revision } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectPlace(shape), of),
  )
  return seenFiles(context, revision)
}

function shapeOf({ after, rowsMax }: PageRequest, among: readonly string[] | undefined) {
  return { after: after !== undefined, rowsMax, isPartial: among !== undefined }
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
