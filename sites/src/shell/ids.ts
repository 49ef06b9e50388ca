/**
 * Ids of what stands around a page. They begin with `~`, as names of ours do in addresses, and no id in a
 * page does: anchors have no such sign, and one that an author chose loses it (`blocks/plan.ts`).
 */
export const contentId = '~content'
export const menuId = '~menu'
export const searchId = '~search'
export const searchResultsId = '~search-results'
export const suggestionsId = '~suggestions'
/** In addresses too: to where a reader is sent after a rating, and after a comment. */
export const feedbackSentId = '~feedback-sent'
export const feedbackThanksId = '~feedback-thanks'
export const feedbackCommentId = '~feedback-comment'
export const feedbackQuestionId = '~feedback-question'
