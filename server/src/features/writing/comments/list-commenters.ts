import { authorize } from '#/access/actor.ts'
import { viewMember } from '#/features/people/members/public.ts'
import { contentPermissionPolicy } from '#/features/writing/content-permissions/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { type DiscussionParams, readDiscussion } from './discussion.ts'
import type { OrNone } from './comment-queries.ts'
import { type CommenterRow, selectCommenters } from './commenter-query.ts'

interface List {
  readonly params: DiscussionParams
  readonly query: { readonly page?: string; readonly limit?: number }
}

async function listCommenters(request: List, context: Context) {
  const page = readPage(context, request)
  const part = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const { first, rows, actor } = await readDiscussion(
    context,
    request.params,
    async (shape, of) =>
      context.db.many(selectCommenters({ ...shape, ...part }), {
        ...of,
        afterTime: page.afterText(0),
        afterId: page.afterText(1),
      }),
  )
  const isSeen = contentPermissionPolicy.list(actor, actor)
  authorize(isSeen, 'see who commented here', 'a role in the organization')

  return page.finish(rows.filter(isCommenter), {
    count: first.count,
    keyOf: ({ last_at, user_id }) => [last_at, user_id],
    view: (row) => viewMember(row, context),
  })
}

/** Whether the row has a member: an empty page is one row without a member. */
function isCommenter<Row extends OrNone<CommenterRow>>(
  row: Row,
): row is Row & CommenterRow {
  return row.user_id !== null
}

export const listCommentersInSpace = operation('listCommentersInSpace', listCommenters)
export const listCommentersInChangeRequest = operation(
  'listCommentersInChangeRequest',
  listCommenters,
)
