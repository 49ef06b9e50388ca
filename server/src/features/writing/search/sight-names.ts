/** The name of what everybody sees. */
export const openSight = ''
/** The name of what only members see. */
export const memberSight = '-'
