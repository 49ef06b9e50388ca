import { Type } from 'typebox'

import {
  comment,
  commentBodyInput,
  commenterList,
  commentList,
  commentReply,
  commentReplyList,
  tableCellTarget,
} from './comments.ts'
import {
  entriesMax,
  enumeration,
  id,
  identifier,
  order,
  paging,
  emoji,
  emojiInput,
} from './common.ts'
import { defineOperations, type OperationDefinition } from './operation.ts'
import { inChangeRequest, inSpace } from './parameters.ts'

const ofComment = { commentId: id('The comment.') }
const ofReply = { ...ofComment, commentReplyId: id('The reply.') }

const format = {
  format: Type.Optional(
    enumeration(['document', 'markdown'], {
      description: 'The form of the text; both when left out.',
    }),
  ),
}

const listQuery = {
  ...paging,
  order: Type.Optional(order),
  ...format,
  status: Type.Optional(enumeration(['all', 'open', 'resolved'], { default: 'all' })),
  targetPage: Type.Optional(id('Only comments on this page.')),
  authors: Type.Optional(
    Type.Array(identifier, {
      maxItems: entriesMax,
      description: 'Only comments by these users.',
    }),
  ),
}

const postBody = Type.Object({
  node: Type.Optional(id('The block to comment on, by its key.')),
  page: Type.Optional(id('The page to comment on.')),
  body: commentBodyInput,
  tableCell: Type.Optional(tableCellTarget),
})

const reacting = {
  addedReactions: Type.Optional(
    Type.Array(emojiInput, { maxItems: entriesMax, description: 'As yourself.' }),
  ),
  removedReactions: Type.Optional(
    Type.Array(emoji, {
      maxItems: entriesMax,
      description: 'Your own. What is in both lists is removed.',
    }),
  ),
}

const updateBody = Type.Object({
  resolved: Type.Optional(Type.Boolean()),
  body: Type.Optional(commentBodyInput),
  ...reacting,
})

const replyBody = Type.Object({ body: commentBodyInput })
const updateReplyBody = Type.Object({
  body: Type.Optional(commentBodyInput),
  ...reacting,
})

/** The properties that all comment operations have in common. */
const shared = {
  tag: 'comments',
  caller: 'user',
  reach: 'organization',
} as const satisfies Partial<OperationDefinition>

const read = { ...shared, method: 'GET', status: 200, errors: [403, 404] } as const
const post = { ...shared, method: 'POST', status: 200, errors: [400, 403, 404] } as const
const put = {
  ...shared,
  method: 'PUT',
  status: 200,
  conditional: true,
  errors: [400, 403, 404, 409],
} as const
const remove = {
  ...shared,
  method: 'DELETE',
  status: 204,
  conditional: true,
  errors: [403],
} as const

const postingRule =
  'Needs the comment role. A page must be there now; a block need not, and a comment whose block is deleted says `orphaned`.'
const changingRule =
  'Changes what is given. Only the author changes the text; everybody with the comment role may resolve, open again and react.'
const removingRule =
  'Removes it for good. Open to its author and to admins of the space; removing what is already gone succeeds.'

export const commentOperations = defineOperations({
  listCommentsInSpace: {
    ...read,
    path: '/spaces/{spaceId}/comments',
    summary: 'List the comments on a space',
    description:
      'Answers the comments on the space itself, the latest first. Those on its change requests are listed there.',
    params: inSpace,
    query: listQuery,
    reply: commentList,
  },
  postCommentInSpace: {
    ...post,
    path: '/spaces/{spaceId}/comments',
    summary: 'Comment on a space',
    description: postingRule,
    params: inSpace,
    body: postBody,
    reply: comment,
  },
  getCommentInSpace: {
    ...read,
    path: '/spaces/{spaceId}/comments/{commentId}',
    summary: 'Get a comment on a space',
    description: 'Answers one comment with its reactions and who replied to it.',
    params: { ...inSpace, ...ofComment },
    query: format,
    reply: comment,
    versioned: true,
  },
  updateCommentInSpace: {
    ...put,
    path: '/spaces/{spaceId}/comments/{commentId}',
    summary: 'Change, resolve or react to a comment on a space',
    description: changingRule,
    params: { ...inSpace, ...ofComment },
    body: updateBody,
    reply: comment,
  },
  deleteCommentInSpace: {
    ...remove,
    path: '/spaces/{spaceId}/comments/{commentId}',
    summary: 'Delete a comment on a space and its replies',
    description: removingRule,
    params: { ...inSpace, ...ofComment },
  },
  listCommentRepliesInSpace: {
    ...read,
    path: '/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a space',
    description: 'Answers the replies in the order they were posted.',
    params: { ...inSpace, ...ofComment },
    query: { ...paging, ...format },
    reply: commentReplyList,
  },
  postCommentReplyInSpace: {
    ...post,
    path: '/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a space',
    description: 'Needs the comment role. A comment takes up to 1000 replies.',
    params: { ...inSpace, ...ofComment },
    body: replyBody,
    reply: commentReply,
    errors: [400, 403, 404, 409],
  },
  getCommentReplyInSpace: {
    ...read,
    path: '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a space',
    description: 'Answers one reply with its reactions.',
    params: { ...inSpace, ...ofReply },
    query: format,
    reply: commentReply,
    versioned: true,
  },
  updateCommentReplyInSpace: {
    ...put,
    path: '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Change a reply to a comment on a space or react to it',
    description: changingRule,
    params: { ...inSpace, ...ofReply },
    body: updateReplyBody,
    reply: commentReply,
  },
  deleteCommentReplyInSpace: {
    ...remove,
    path: '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a space',
    description: removingRule,
    params: { ...inSpace, ...ofReply },
  },
  listCommentersInSpace: {
    ...read,
    path: '/spaces/{spaceId}/commenters',
    summary: 'List who commented on a space',
    description:
      'Answers the members who posted a comment or a reply on the space itself, the latest first.',
    params: inSpace,
    query: paging,
    reply: commenterList,
  },
  listCommentsInChangeRequest: {
    ...read,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'List the comments on a change request',
    description: 'Answers the comments on a change request, the latest first.',
    params: inChangeRequest,
    query: listQuery,
    reply: commentList,
  },
  postCommentInChangeRequest: {
    ...post,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'Comment on a change request',
    description: postingRule,
    params: inChangeRequest,
    body: postBody,
    reply: comment,
  },
  getCommentInChangeRequest: {
    ...read,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Get a comment on a change request',
    description: 'Answers one comment with its reactions and who replied to it.',
    params: { ...inChangeRequest, ...ofComment },
    query: format,
    reply: comment,
    versioned: true,
  },
  updateCommentInChangeRequest: {
    ...put,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Change, resolve or react to a comment on a change request',
    description: changingRule,
    params: { ...inChangeRequest, ...ofComment },
    body: updateBody,
    reply: comment,
  },
  deleteCommentInChangeRequest: {
    ...remove,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Delete a comment on a change request and its replies',
    description: removingRule,
    params: { ...inChangeRequest, ...ofComment },
  },
  listCommentRepliesInChangeRequest: {
    ...read,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a change request',
    description: 'Answers the replies in the order they were posted.',
    params: { ...inChangeRequest, ...ofComment },
    query: { ...paging, ...format },
    reply: commentReplyList,
  },
  postCommentReplyInChangeRequest: {
    ...post,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a change request',
    description: 'Needs the comment role. A comment takes up to 1000 replies.',
    params: { ...inChangeRequest, ...ofComment },
    query: format,
    body: replyBody,
    reply: commentReply,
    errors: [400, 403, 404, 409],
  },
  getCommentReplyInChangeRequest: {
    ...read,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a change request',
    description: 'Answers one reply with its reactions.',
    params: { ...inChangeRequest, ...ofReply },
    query: format,
    reply: commentReply,
    versioned: true,
  },
  updateCommentReplyInChangeRequest: {
    ...put,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Change a reply on a change request or react to it',
    description: changingRule,
    params: { ...inChangeRequest, ...ofReply },
    body: updateReplyBody,
    reply: commentReply,
  },
  deleteCommentReplyInChangeRequest: {
    ...remove,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a change request',
    description: removingRule,
    params: { ...inChangeRequest, ...ofReply },
  },
  listCommentersInChangeRequest: {
    ...read,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
    summary: 'List who commented on a change request',
    description:
      'Answers the members who posted a comment or a reply there, the latest first.',
    params: inChangeRequest,
    query: paging,
    reply: commenterList,
  },
})
