import type { CommentBodyInput, CommentReply } from '@lectern/contract/comments.ts'

import { authorize, requireVersion } from '#/access/actor.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { replyUpdated } from './comment-events.ts'
import { commentPolicy } from './comment-policy.ts'
import {
  type FoundReply,
  type ReplyParams,
  resolveReply,
  resolveReplyToChange,
} from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import { markdownOf } from './comment-text.ts'
import { viewReply } from './comment-view.ts'
import { updateReply } from './comment-writes.ts'
import { changedReactions, type Reacting } from './reactions.ts'

interface Update {
  readonly params: ReplyParams
  readonly body: Reacting & { readonly body?: CommentBodyInput }
}

async function updateOneReply({ params, body }: Update, context: Context) {
  const text = body.body === undefined ? null : await markdownOf(context, body.body)
  return change(context, async (tx): Promise<CommentReply> => {
    const before = await resolveReplyToChange(tx, context, params)
    const { place, reply } = before
    authorize(commentPolicy.reply(place.actor), 'change this reply', 'the comment role')
    if (text !== null) {
      const isAuthor = commentPolicy.edit(place.actor, { postedBy: reply.posted_by })
      authorize(isAuthor, 'change what this reply says', 'to be its author')
    }
    requireVersion(context, reply.version, 'reply')

    const changes = {
      body: text === reply.body ? null : text,
      ...changedReactions(reply, body, place.actor),
    }
    const found = await write(tx, context, params, { before, changes })
    const scene = await sceneOf(context, found.place, { texts: [found.reply.body] })
    return viewReply(found.reply, { ...scene, commentId: params.commentId })
  })
}

interface Changes {
  readonly body: string | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Writes the changes and gives the reply as it is after them. */
async function write(
  tx: Transaction,
  context: Context,
  params: ReplyParams,
  { before, changes }: { readonly before: FoundReply; readonly changes: Changes },
): Promise<FoundReply> {
  const { body, added, removed } = changes
  const changed = [
    ...(body === null ? [] : ['body']),
    ...(added.length + removed.length === 0 ? [] : ['reactions']),
  ]
  if (changed.length === 0) return before
  const { organizationId, spaceId, changeRequestId, actor } = before.place
  const of = {
    organizationId,
    spaceId,
    changeRequestId,
    commentId: params.commentId,
    replyId: before.reply.id,
  }
  const sent = tx.run(updateReply, { ...of, ...changes, callerId: actor.userId })
  const [after] = await Promise.all([resolveReply(tx, context, params), sent])
  replyUpdated(tx, context, { ...of, changed })
  return after
}

export const updateCommentReplyInSpace = operation(
  'updateCommentReplyInSpace',
  updateOneReply,
)
export const updateCommentReplyInChangeRequest = operation(
  'updateCommentReplyInChangeRequest',
  updateOneReply,
)
