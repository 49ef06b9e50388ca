import type { Transaction } from '#/platform/database/transaction.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

interface OfComment {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  readonly commentId: string
  /** The review that the comment was posted with. */
  readonly reviewId?: string | null
}
type OfReply = OfComment & { readonly replyId: string }

export function commentPosted(tx: Transaction, by: By, of: OfComment) {
  recordChange(tx, by, { of, type: 'comment_posted' })
}

export function commentUpdated(
  tx: Transaction,
  by: By,
  { changed, ...of }: OfComment & { readonly changed: readonly string[] },
) {
  recordChange(tx, by, { of, type: 'comment_updated', details: { changed } })
}

export function commentResolved(
  tx: Transaction,
  by: By,
  { isResolved, ...of }: OfComment & { readonly isResolved: boolean },
) {
  recordChange(tx, by, { of, type: isResolved ? 'comment_resolved' : 'comment_reopened' })
}

export function commentDeleted(tx: Transaction, by: By, of: OfComment) {
  recordChange(tx, by, { of, type: 'comment_deleted' })
}

export function replyPosted(tx: Transaction, by: By, of: OfReply) {
  recordChange(tx, by, { of, type: 'comment_reply_posted' })
}

export function replyUpdated(
  tx: Transaction,
  by: By,
  { changed, ...of }: OfReply & { readonly changed: readonly string[] },
) {
  recordChange(tx, by, { of, type: 'comment_reply_updated', details: { changed } })
}

export function replyDeleted(tx: Transaction, by: By, of: OfReply) {
  recordChange(tx, by, { of, type: 'comment_reply_deleted' })
}

interface CommentChange {
  readonly of: OfComment & { readonly replyId?: string }
  readonly type: string
  readonly details?: object
}

const record = recorder('comment', 'commentId')

/**
 * Records an event about a comment, never with its text: a receiver who may read it reads the
 * comment itself.
 */
function recordChange(
  tx: Transaction,
  by: By,
  { of, type, details = {} }: CommentChange,
): void {
  const { spaceId, changeRequestId, commentId, replyId, reviewId = null } = of
  const place = {
    spaceId,
    ...(changeRequestId !== undefined && { changeRequestId }),
    commentId,
    ...(replyId !== undefined && { replyId }),
    ...(reviewId !== null && { reviewId }),
  }
  record(tx, by, of, { type, details: { ...place, ...details } })
}
