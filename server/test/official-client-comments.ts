import type { OperationId } from '@lectern/contract/operations.ts'

import { type Calls, outsideOf } from './official-client-calls.ts'
import type { TestApi } from './test-api.ts'

/** A comment with a reply on the space of the scene, and another on its change request. */
export interface SceneComments {
  readonly onSpace: { readonly comment: string; readonly reply: string }
  readonly onRequest: { readonly comment: string; readonly reply: string }
}

export async function createSceneComments(
  api: TestApi,
  space: string,
  changeRequest: string,
): Promise<SceneComments> {
  const discuss = async (place: string) => {
    const text = { body: { markdown: 'Why?' } }
    const comment = await api.as('admin').post(`${place}/comments`, text)
    const replies = `${place}/comments/${comment.body.id}/replies`
    const reply = await api.as('admin').post(replies, text)
    return { comment: String(comment.body.id), reply: String(reply.body.id) }
  }
  return {
    onSpace: await discuss(`/spaces/${space}`),
    onRequest: await discuss(`/spaces/${space}/change-requests/${changeRequest}`),
  }
}

const text = { body: { markdown: 'From the client' } }

/** Answered to those who may see it; to everybody else it is as if it were gone already. */
const removal = (succeed: Calls['succeed']): Calls => ({
  succeed,
  refuse: succeed,
  refusedAs: 'read',
  status: 403,
})

const onSpace = {
  listCommentsInSpace: outsideOf(async (client, { space, content, users }) =>
    client.spaces.listCommentsInSpace(space, {
      limit: 5,
      status: 'open',
      order: 'asc',
      format: 'markdown',
      targetPage: content.page,
      authors: [users.admin, users.edit],
    }),
  ),
  postCommentInSpace: outsideOf(async (client, { space, content }) =>
    client.spaces.postCommentInSpace(space, { ...text, page: content.page }),
  ),
  getCommentInSpace: outsideOf(async (client, { space, comments }) =>
    client.spaces.getCommentInSpace(space, comments.onSpace.comment, {
      format: 'document',
    }),
  ),
  updateCommentInSpace: outsideOf(async (client, { space, comments }) =>
    client.spaces.updateCommentInSpace(space, comments.onSpace.comment, {
      resolved: true,
      addedReactions: ['2764'],
    }),
  ),
  listCommentRepliesInSpace: outsideOf(async (client, { space, comments }) =>
    client.spaces.listCommentRepliesInSpace(space, comments.onSpace.comment, {
      limit: 5,
    }),
  ),
  postCommentReplyInSpace: outsideOf(async (client, { space, comments }) =>
    client.spaces.postCommentReplyInSpace(space, comments.onSpace.comment, text),
  ),
  getCommentReplyInSpace: outsideOf(
    async (client, { space, comments: { onSpace: on } }) =>
      client.spaces.getCommentReplyInSpace(space, on.comment, on.reply),
  ),
  updateCommentReplyInSpace: outsideOf(
    async (client, { space, comments: { onSpace: on } }) =>
      client.spaces.updateCommentReplyInSpace(space, on.comment, on.reply, text),
  ),
  listCommentersInSpace: outsideOf(async (client, { space }) =>
    client.spaces.listCommentersInSpace(space, { limit: 5 }),
  ),
  deleteCommentReplyInSpace: removal(
    async (client, { space, comments: { onSpace: on } }) =>
      client.spaces.deleteCommentReplyInSpace(space, on.comment, on.reply),
  ),
  deleteCommentInSpace: removal(async (client, { space, comments: { onSpace: on } }) =>
    client.spaces.deleteCommentInSpace(space, on.comment),
  ),
}

const onRequest = {
  listCommentsInChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.listCommentsInChangeRequest(space, changeRequest, { limit: 5 }),
  ),
  postCommentInChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.postCommentInChangeRequest(space, changeRequest, text),
  ),
  getCommentInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.getCommentInChangeRequest(space, changeRequest, on.comment),
  ),
  updateCommentInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.updateCommentInChangeRequest(space, changeRequest, on.comment, text),
  ),
  listCommentRepliesInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.listCommentRepliesInChangeRequest(space, changeRequest, on.comment),
  ),
  postCommentReplyInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.postCommentReplyInChangeRequest(
        space,
        changeRequest,
        on.comment,
        text,
        { format: 'markdown' },
      ),
  ),
  getCommentReplyInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.getCommentReplyInChangeRequest(
        space,
        changeRequest,
        on.comment,
        on.reply,
      ),
  ),
  updateCommentReplyInChangeRequest: outsideOf(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.updateCommentReplyInChangeRequest(
        space,
        changeRequest,
        on.comment,
        on.reply,
        { ...text, resolved: true },
      ),
  ),
  listCommentersInChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.listCommentersInChangeRequest(space, changeRequest),
  ),
  deleteCommentReplyInChangeRequest: removal(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.deleteCommentReplyInChangeRequest(
        space,
        changeRequest,
        on.comment,
        on.reply,
      ),
  ),
  deleteCommentInChangeRequest: removal(
    async (client, { space, changeRequest, comments: { onRequest: on } }) =>
      client.spaces.deleteCommentInChangeRequest(space, changeRequest, on.comment),
  ),
}

export const commentCalls = { ...onSpace, ...onRequest } satisfies Partial<
  Record<OperationId, Calls>
>
