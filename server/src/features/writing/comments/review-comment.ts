import type { Comment } from '@lectern/contract/comments.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { commentRow, type CommentRow } from './comment-columns.ts'
import { commentPosted } from './comment-events.ts'
import { type CommentScene, viewComment } from './comment-view.ts'
import { insertComment } from './comment-writes.ts'

/** A comment as JSON in a row; PostgreSQL spells the times inside JSON in another format. */
export type CommentJson = CommentRow

/** Selects a comment as JSON; null where `id` is null or the comment is gone. */
export function commentJson(
  p: { readonly organizationId: string; readonly spaceId: string },
  id: RawBuilder<unknown>,
  placeId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when ${id} is not null then (
      select to_jsonb(c) from ${commentRow(p, id, placeId)} as c) end`
}

export function viewCommentJson(row: CommentJson, scene: CommentScene): Comment {
  return viewComment(
    {
      ...row,
      posted_at: isoOf(row.posted_at),
      edited_at: row.edited_at && isoOf(row.edited_at),
      resolved_at: row.resolved_at && isoOf(row.resolved_at),
    },
    scene,
  )
}

function isoOf(time: string): string {
  return new Date(time).toISOString()
}

interface WithReview {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string
  readonly revisionId: string
  readonly reviewId: string
  readonly body: string
}

/** Posts a comment on a change request together with a review; gives the id of the comment. */
export function postWithReview(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'requestId'>,
  said: WithReview,
): { readonly commentId: string; readonly posted: Promise<unknown> } {
  const commentId = newId()
  const posted = tx.run(insertComment({ isChangeRequest: true }), {
    ...said,
    commentId,
    placeId: said.changeRequestId,
    pageId: null,
    node: null,
    cellRecord: null,
    cellDefinition: null,
    postedBy: context.caller.userId,
  })
  commentPosted(tx, context, { ...said, commentId })
  return { commentId, posted }
}
