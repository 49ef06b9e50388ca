import { documentForm } from '@lectern/content/document/form.ts'

import { authorize } from '#/access/actor.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { commentPolicy } from './comment-policy.ts'
import { type ReplyParams, resolveReply } from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import type { TextFormat } from './comment-text.ts'
import { viewReply } from './comment-view.ts'

interface Get {
  readonly params: ReplyParams
  readonly query: { readonly format?: Exclude<TextFormat, undefined> }
}

async function getReply({ params, query: { format } }: Get, context: Context) {
  const { place, reply } = await resolveReply(context.db, context, params)
  authorize(commentPolicy.view(place.actor), 'read this reply', 'the read role')

  const { commentId } = params
  const seenAs = [place.actor.role, format, JSON.stringify(reply), documentForm]
  return versioned(reply.version, seenAs, async () => {
    const scene = await sceneOf(context, place, { texts: [reply.body], format })
    return viewReply(reply, { ...scene, commentId })
  })
}

export const getCommentReplyInSpace = operation('getCommentReplyInSpace', getReply)
export const getCommentReplyInChangeRequest = operation(
  'getCommentReplyInChangeRequest',
  getReply,
)
