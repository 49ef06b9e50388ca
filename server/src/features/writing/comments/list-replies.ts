import { authorize } from '#/access/actor.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import type { PostedRow } from './comment-columns.ts'
import { selectReplies } from './comment-list-query.ts'
import { readDiscussion } from './discussion.ts'
import { commentPolicy } from './comment-policy.ts'
import type { OrNone } from './comment-queries.ts'
import type { CommentParams } from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import { viewReply } from './comment-view.ts'

interface List {
  readonly params: CommentParams
  readonly query: {
    readonly page?: string
    readonly limit?: number
    readonly format?: 'document' | 'markdown'
  }
}

async function listReplies(request: List, context: Context) {
  const { params, query } = request
  const { commentId } = params
  const page = readPage(context, request)
  const part = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const { first, rows, ...place } = await readDiscussion(
    context,
    params,
    async (shape, of) =>
      context.db.many(selectReplies({ ...shape, ...part }), {
        ...of,
        commentId,
        afterTime: page.afterText(0),
        afterId: page.afterText(1),
      }),
  )
  if (first.count === null) throw notFound('comment', commentId)
  authorize(commentPolicy.view(place.actor), 'read these replies', 'the read role')

  const replies = rows.filter(isReply)
  const texts = replies.map(({ body }) => body)
  const scene = await sceneOf(context, place, { texts, format: query.format })
  return page.finish(replies, {
    count: first.count,
    keyOf: ({ posted_at, id }) => [posted_at, id],
    view: (row) => viewReply(row, { ...scene, commentId }),
  })
}

/** Whether the row has a reply: an empty page is one row without a reply. */
function isReply<Row extends OrNone<PostedRow>>(row: Row): row is Row & PostedRow {
  return row.id !== null
}

export const listCommentRepliesInSpace = operation(
  'listCommentRepliesInSpace',
  listReplies,
)
export const listCommentRepliesInChangeRequest = operation(
  'listCommentRepliesInChangeRequest',
  listReplies,
)
