import { type OrNone, readDiscussion } from '#/features/writing/comments/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { type RequestedRow, selectRequested } from './reviewer-queries.ts'
import { viewRequested } from './reviewer-view.ts'

export const getRequestedReviewersByChangeRequestId = operation(
  'getRequestedReviewersByChangeRequestId',
  async (request, context) => {
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const { first, rows } = await readDiscussion(context, request.params, async (_, of) =>
      context.db.many(selectRequested(shape), {
        ...of,
        afterTime: page.afterText(0),
        afterId: page.afterText(1),
      }),
    )
    return page.finish(rows.filter(isRequested), {
      count: first.count,
      keyOf: ({ created_at, reviewer_id }) => [created_at, reviewer_id],
      view: (row) => viewRequested(row, context),
    })
  },
)

function isRequested<Row extends OrNone<RequestedRow>>(
  row: Row,
): row is Row & RequestedRow {
  return row.reviewer_id !== null
}
