import { job } from '#/platform/jobs/job.ts'

import { deleteExpiredTokens } from './published-queries.ts'

export const sweepSiteTokens = job(
  'site-tokens.sweep',
  { schedule: '17 * * * *' },
  async (_payload, { db }) => {
    await db.transaction(async (tx) => tx.run(deleteExpiredTokens, {}))
  },
)
