import { documentForm } from '@lectern/content/document/form.ts'

import { authorize } from '#/access/actor.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { commentPolicy } from './comment-policy.ts'
import { type CommentParams, resolveComment } from './comment-resolve.ts'
import { sceneOf } from './comment-scene.ts'
import type { TextFormat } from './comment-text.ts'
import { viewComment } from './comment-view.ts'

interface Get {
  readonly params: CommentParams
  readonly query: { readonly format?: Exclude<TextFormat, undefined> }
}

async function getComment({ params, query: { format } }: Get, context: Context) {
  const { place, comment } = await resolveComment(context.db, context, params)
  authorize(commentPolicy.view(place.actor), 'read this comment', 'the read role')

  // The answer shows people, replies and reactions too, so the whole row decides its ETag.
  const seenAs = [place.actor.role, format, JSON.stringify(comment), documentForm]
  return versioned(comment.version, seenAs, async () =>
    viewComment(
      comment,
      await sceneOf(context, place, { texts: [comment.body], format }),
    ),
  )
}

export const getCommentInSpace = operation('getCommentInSpace', getComment)
export const getCommentInChangeRequest = operation(
  'getCommentInChangeRequest',
  getComment,
)
