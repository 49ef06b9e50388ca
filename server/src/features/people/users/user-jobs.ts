import { job } from '#/platform/jobs/job.ts'

import { refreshSearchText } from './search-text.ts'
import { selectMemberships } from './user-queries.ts'

const organizationsPerRead = 100

/** For after a change of name: the person is found by the new one in each of their organizations. */
export const refreshSearchTexts = job<{ userId: string }>(
  'users.refresh-search-text',
  {},
  async ({ userId }, { db }) => {
    const rowsMax = organizationsPerRead
    let afterId = ''
    for (;;) {
      const rows = await db.many(selectMemberships, { userId, afterId, rowsMax })
      // One transaction each: none may span two organizations.
      for (const { organization_id: organizationId } of rows) {
        const member = { organizationId, userId }
        await db.transaction(async (tx) => refreshSearchText(tx, member))
        afterId = organizationId
      }
      if (rows.length < rowsMax) return
    }
  },
)
