import { type RevisionListRow, selectRevisions } from '#/content-store/history/public.ts'
import { readInSpace } from '#/content-store/read/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { viewRevisionSummary } from './revision-view.ts'

export const listSpaceRevisions = operation(
  'listSpaceRevisions',
  async (request, context) => {
    const { spaceId } = request.params
    const page = readPage(context, request)
    const select = selectRevisions({
      after: page.after !== undefined,
      rowsMax: page.rowsMax,
    })
    const after = page.afterText(0)
    const afterNumber = after === undefined ? undefined : Number(after)
    const { first, organizationId, rows } = await readInSpace(
      context,
      spaceId,
      async (of) => context.db.many(select, { ...of, afterNumber }),
    )
    return page.finish(rows.filter(isRevision), {
      // Revisions are numbered without gaps and none is ever removed.
      count: first.head_number,
      keyOf: (row) => [row.number],
      view: (row) => viewRevisionSummary(row, context, { organizationId, spaceId }),
    })
  },
)

/** Whether the row has a revision: an empty page is one row of nulls. */
function isRevision(row: RevisionListRow): row is RevisionListRow & { id: string } {
  return row.id !== null
}
