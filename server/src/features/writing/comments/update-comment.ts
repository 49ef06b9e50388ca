import type { Comment, CommentBodyInput } from '@lectern/contract/comments.ts'

import { authorize, requireVersion } from '#/access/actor.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { commentResolved, commentUpdated } from './comment-events.ts'
import { commentPolicy } from './comment-policy.ts'
import {
  type CommentParams,
  type FoundComment,
  resolveComment,
  resolveCommentToChange,
} from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import { markdownOf } from './comment-text.ts'
import { viewComment } from './comment-view.ts'
import { countComments, updateComment } from './comment-writes.ts'
import { changedReactions, type Reacting } from './reactions.ts'

interface Update {
  readonly params: CommentParams
  readonly body: Reacting & {
    readonly resolved?: boolean
    readonly body?: CommentBodyInput
  }
}

async function updateOneComment({ params, body }: Update, context: Context) {
  const text = body.body === undefined ? null : await markdownOf(context, body.body)
  return change(context, async (tx): Promise<Comment> => {
    const counts = body.resolved !== undefined
    const before = await resolveCommentToChange(tx, context, params, { counts })
    const { place, comment } = before
    authorize(commentPolicy.reply(place.actor), 'change this comment', 'the comment role')
    if (text !== null) {
      const of = { postedBy: comment.posted_by }
      const isAuthor = commentPolicy.edit(place.actor, of)
      authorize(isAuthor, 'change what this comment says', 'to be its author')
    }
    requireVersion(context, comment.version, 'comment')

    const changes = {
      body: text === comment.body ? null : text,
      resolved: differing(body.resolved, comment.is_resolved),
      ...changedReactions(comment, body, place.actor),
    }
    const found = await write(tx, context, { before, changes })
    const scene = await sceneOf(context, found.place, { texts: [found.comment.body] })
    return viewComment(found.comment, scene)
  })
}

interface Changes {
  readonly body: string | null
  readonly resolved: boolean | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Writes the changes and gives the comment as it is after them. */
async function write(
  tx: Transaction,
  context: Context,
  { before, changes }: { readonly before: FoundComment; readonly changes: Changes },
): Promise<FoundComment> {
  const { place, comment } = before
  const changed = changedIn(changes)
  const { resolved } = changes
  if (changed.length === 0 && resolved === null) return before
  const { organizationId, spaceId, changeRequestId } = place
  const of = { organizationId, spaceId, changeRequestId, commentId: comment.id }
  const sent = [
    tx.run(updateComment, { ...of, ...changes, callerId: place.actor.userId }),
  ]
  if (resolved !== null) {
    const shape = { isChangeRequest: changeRequestId !== undefined }
    const open = resolved ? -1 : 1
    const counted = { ...of, placeId: place.first.place_id, open, all: 0 }
    sent.push(tx.run(countComments(shape), counted))
  }
  const params = {
    spaceId,
    commentId: comment.id,
    ...(changeRequestId && { changeRequestId }),
  }
  const [after] = await Promise.all([resolveComment(tx, context, params), ...sent])
  if (changed.length > 0) commentUpdated(tx, context, { ...of, changed })
  if (resolved !== null) commentResolved(tx, context, { ...of, isResolved: resolved })
  return after
}

/** The wanted value, or null when the current one stays as it is. */
function differing(wanted: boolean | undefined, current: boolean): boolean | null {
  return wanted === undefined || wanted === current ? null : wanted
}

function changedIn({ body, added, removed }: Changes): string[] {
  return [
    ...(body === null ? [] : ['body']),
    ...(added.length + removed.length === 0 ? [] : ['reactions']),
  ]
}

export const updateCommentInSpace = operation('updateCommentInSpace', updateOneComment)
export const updateCommentInChangeRequest = operation(
  'updateCommentInChangeRequest',
  updateOneComment,
)
