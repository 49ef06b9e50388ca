/**
 * Ids of elements around a page. They begin with `~`, as internal paths do, and no id of a page's
 * content does: `blocks/plan.ts` strips that sign from the beginning of ids.
 */
export const contentId = '~content'
export const menuId = '~menu'
export const searchId = '~search'
export const searchResultsId = '~search-results'
export const suggestionsId = '~suggestions'
/** The ids that a redirect after a rating, or after a comment, puts into the URL. */
export const feedbackSentId = '~feedback-sent'
export const feedbackThanksId = '~feedback-thanks'
export const feedbackCommentId = '~feedback-comment'
export const feedbackQuestionId = '~feedback-question'
