import { deleteCommentInChangeRequest, deleteCommentInSpace } from './delete-comment.ts'
import {
  deleteCommentReplyInChangeRequest,
  deleteCommentReplyInSpace,
} from './delete-reply.ts'
import { getCommentInChangeRequest, getCommentInSpace } from './get-comment.ts'
import { getCommentReplyInChangeRequest, getCommentReplyInSpace } from './get-reply.ts'
import {
  listCommentersInChangeRequest,
  listCommentersInSpace,
} from './list-commenters.ts'
import { listCommentsInChangeRequest, listCommentsInSpace } from './list-comments.ts'
import {
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
} from './list-replies.ts'
import { postCommentInChangeRequest, postCommentInSpace } from './post-comment.ts'
import { postCommentReplyInChangeRequest, postCommentReplyInSpace } from './post-reply.ts'
import { updateCommentInChangeRequest, updateCommentInSpace } from './update-comment.ts'
import {
  updateCommentReplyInChangeRequest,
  updateCommentReplyInSpace,
} from './update-reply.ts'

export const commentOperations = [
  listCommentsInSpace,
  postCommentInSpace,
  getCommentInSpace,
  updateCommentInSpace,
  deleteCommentInSpace,
  listCommentRepliesInSpace,
  postCommentReplyInSpace,
  getCommentReplyInSpace,
  updateCommentReplyInSpace,
  deleteCommentReplyInSpace,
  listCommentersInSpace,
  listCommentsInChangeRequest,
  postCommentInChangeRequest,
  getCommentInChangeRequest,
  updateCommentInChangeRequest,
  deleteCommentInChangeRequest,
  listCommentRepliesInChangeRequest,
  postCommentReplyInChangeRequest,
  getCommentReplyInChangeRequest,
  updateCommentReplyInChangeRequest,
  deleteCommentReplyInChangeRequest,
  listCommentersInChangeRequest,
]
