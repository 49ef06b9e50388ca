export {
  moveCommentAnchors,
  prepareAnchorMoves,
  type PreparedAnchorMoves,
} from './move-comment-anchors.ts'
export {
  type OfDiscussion,
  discussionForCaller,
  type DiscussionColumns,
  readDiscussion,
} from './discussion.ts'
export { type OrNone, holdWriters } from './comment-queries.ts'
export { sceneOf } from './comment-scene.ts'
export { markdownOf } from './comment-text.ts'
export type { CommentScene } from './comment-view.ts'
export {
  type CommentJson,
  commentJson,
  postWithReview,
  viewCommentJson,
} from './review-comment.ts'
export { copyComments, momentOfComments, completeComments } from './transfer-comments.ts'
