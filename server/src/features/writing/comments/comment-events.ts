import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { audit, emit } from '#/platform/outbox/outbox.ts'

interface OfComment {
  readonly organizationId: string
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  readonly commentId: string
  /** The review that it was said with. */
  readonly reviewId?: string | null
}
type OfReply = OfComment & { readonly replyId: string }
type Recording = Pick<Context, 'caller' | 'requestId'>

export function commentPosted(tx: Transaction, context: Recording, of: OfComment) {
  record(tx, context, { of, type: 'comment_posted' })
}

export function commentUpdated(
  tx: Transaction,
  context: Recording,
  { changed, ...of }: OfComment & { readonly changed: readonly string[] },
) {
  record(tx, context, { of, type: 'comment_updated', details: { changed } })
}

export function commentResolved(
  tx: Transaction,
  context: Recording,
  { isResolved, ...of }: OfComment & { readonly isResolved: boolean },
) {
  record(tx, context, { of, type: isResolved ? 'comment_resolved' : 'comment_reopened' })
}

export function commentDeleted(tx: Transaction, context: Recording, of: OfComment) {
  record(tx, context, { of, type: 'comment_deleted' })
}

export function replyPosted(tx: Transaction, context: Recording, of: OfReply) {
  record(tx, context, { of, type: 'comment_reply_posted' })
}

export function replyUpdated(
  tx: Transaction,
  context: Recording,
  { changed, ...of }: OfReply & { readonly changed: readonly string[] },
) {
  record(tx, context, { of, type: 'comment_reply_updated', details: { changed } })
}

export function replyDeleted(tx: Transaction, context: Recording, of: OfReply) {
  record(tx, context, { of, type: 'comment_reply_deleted' })
}

interface Happening {
  readonly of: OfComment & { readonly replyId?: string }
  readonly type: string
  readonly details?: object
}

/** Never what was said: whoever may read it reads it there. */
function record(
  tx: Transaction,
  { caller, requestId }: Recording,
  { of, type, details = {} }: Happening,
): void {
  const { organizationId, commentId, replyId, reviewId = null } = of
  const place = {
    spaceId: of.spaceId,
    ...(of.changeRequestId !== undefined && { changeRequestId: of.changeRequestId }),
    commentId,
    ...(replyId !== undefined && { replyId }),
    ...(reviewId !== null && { reviewId }),
  }
  emit(tx, {
    organizationId,
    type,
    subject: `comment:${commentId}`,
    payload: { ...place, ...details },
  })
  audit(tx, {
    organizationId,
    action: type,
    actorId: caller.userId,
    targetKind: 'comment',
    targetId: commentId,
    requestId,
    details: { ...place, ...details },
  })
}
