export { carryComments, prepareCarry, type PreparedCarry } from './carry-comments.ts'
export {
  type OfPlace,
  placeForCaller,
  type PlaceColumns,
  readInPlace,
} from './comment-place.ts'
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
export { bringComments, momentOfComments, settleComments } from './transfer-comments.ts'
