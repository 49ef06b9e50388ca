/** Who makes the revisions in which pages follow their specification; no account has this id. */
export const systemUserId = 'lectern:openapi'
