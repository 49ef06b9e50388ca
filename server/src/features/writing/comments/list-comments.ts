import { authorize } from '#/access/actor.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import type { CommentRow } from './comment-columns.ts'
import { selectComments } from './comment-list-query.ts'
import { type DiscussionParams, readDiscussion } from './discussion.ts'
import { commentPolicy } from './comment-policy.ts'
import type { OrNone } from './comment-queries.ts'
import { sceneOf } from './comment-scene.ts'
import { viewComment } from './comment-view.ts'

interface List {
  readonly params: DiscussionParams
  readonly query: {
    readonly page?: string
    readonly limit?: number
    readonly order?: 'asc' | 'desc'
    readonly format?: 'document' | 'markdown'
    readonly status?: 'all' | 'open' | 'resolved'
    readonly targetPage?: string
    readonly authors?: string[]
  }
}

async function listComments(request: List, context: Context) {
  const { params, query } = request
  const { order = 'desc', status = 'all', targetPage: pageId, authors = [] } = query
  const page = readPage(context, request)
  const filters = {
    order,
    status,
    page: pageId !== undefined,
    authors: authors.length > 0,
    after: page.after !== undefined,
    rowsMax: page.rowsMax,
  }
  const { first, rows, ...place } = await readDiscussion(
    context,
    params,
    async (shape, of) =>
      context.db.many(selectComments({ ...shape, ...filters }), {
        ...of,
        pageId,
        authors,
        afterTime: page.afterText(0),
        afterId: page.afterText(1),
      }),
  )
  authorize(commentPolicy.view(place.actor), 'read these comments', 'the read role')

  const comments = rows.filter(isComment)
  const texts = comments.map(({ body }) => body)
  const scene = await sceneOf(context, place, { texts, format: query.format })
  return page.finish(comments, {
    count: Math.abs(first.count),
    countIsLowerBound: first.count < 0,
    keyOf: ({ posted_at, id }) => [posted_at, id],
    view: (row) => viewComment(row, scene),
  })
}

/** Whether the row has a comment: an empty page is one row without a comment. */
function isComment<Row extends OrNone<CommentRow>>(row: Row): row is Row & CommentRow {
  return row.id !== null
}

export const listCommentsInSpace = operation('listCommentsInSpace', listComments)
export const listCommentsInChangeRequest = operation(
  'listCommentsInChangeRequest',
  listComments,
)
