import { job } from '#/platform/jobs/job.ts'

import { refreshSearchText } from './search-text.ts'
import { selectMemberships } from './user-queries.ts'

const organizationsPerRead = 100

/**
 * Refreshes the search texts of a person after a change of name: each of their organizations then
 * finds them by the new name.
 */
export const refreshSearchTexts = job<{ userId: string }>(
  'users.refresh-search-text',
  {},
  async ({ userId }, { db }) => {
    const rowsMax = organizationsPerRead
    let afterId = ''
    for (;;) {
      const rows = await db.many(selectMemberships, { userId, afterId, rowsMax })
      // Each organization has a transaction of its own, as none may span two organizations.
      for (const { organization_id: organizationId } of rows) {
        const member = { organizationId, userId }
        await db.transaction(async (tx) => refreshSearchText(tx, member))
        afterId = organizationId
      }
      if (rows.length < rowsMax) return
    }
  },
)
