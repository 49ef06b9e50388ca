import { reactionsMax, repliesMax } from '@lectern/contract/comments.ts'

import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

/** The refusal of a document; `field` is where its text stands in the request. */
export function invalidDocument(
  problem: { readonly path: string; readonly message: string },
  field: string,
): ApiError {
  const path = `${field}.document${problem.path === '' ? '' : `.${problem.path}`}`
  return invalidRequest(`${path} ${problem.message}.`, [
    { path, message: problem.message },
  ])
}

export function textTooLong(lengthMax: number, field: string): ApiError {
  const path = `${field}.document`
  const message = `makes a text of more than ${lengthMax} characters of Markdown`
  return invalidRequest(`${path} ${message}. Shorten it and send it again.`, [
    { path, message },
  ])
}

export function tooManyReplies(commentId: string): ApiError {
  return new ApiError(
    409,
    'too_many_replies',
    `Comment "${commentId}" has ${repliesMax} replies, as many as it may have. Post a new comment instead.`,
  )
}

export function tooManyReactions(id: string): ApiError {
  return new ApiError(
    409,
    'too_many_reactions',
    `"${id}" would have more than ${reactionsMax} reactions. Nothing was changed; remove some of yours first.`,
  )
}
