import {
  type FileListRow,
  hasEntry,
  readInSpace,
  revisionOf,
  selectFiles,
  selectFilesInRevision,
} from '#/features/content/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { type PageRequest, readPage } from '#/platform/http/paging.ts'

import { viewFile } from './file-view.ts'

export const listFiles = operation('listFiles', async (request, context) => {
  const { spaceId } = request.params
  const page = readPage(context, request)
  const { rows } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectFiles(shapeOf(page)), { ...of, ...afterOf(page) }),
  )
  return finish(context, spaceId, page, rows)
})

export const listFilesInRevisionById = operation(
  'listFilesInRevisionById',
  async (request, context) => {
    const { spaceId, revisionId } = request.params
    const page = readPage(context, request)
    const select = selectFilesInRevision(shapeOf(page))
    const { first, rows } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(select, { ...of, revisionId, ...afterOf(page) }),
    )
    revisionOf(first, revisionId)
    return finish(context, spaceId, page, rows)
  },
)

function shapeOf({ after, rowsMax }: PageRequest) {
  return { after: after !== undefined, rowsMax }
}

function afterOf(page: PageRequest) {
  return { afterName: page.afterText(0), afterId: page.afterText(1) }
}

function finish(
  context: Context,
  spaceId: string,
  page: PageRequest,
  rows: readonly FileListRow[],
) {
  const count = rows[0]?.count ?? 0
  return page.finish(rows.filter(hasEntry), {
    count,
    keyOf: (row) => [row.title, row.entry_id],
    view: (row) => viewFile(row, context, { spaceId, fileEpoch: row.file_epoch }),
  })
}
