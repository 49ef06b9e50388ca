import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import { deleteExpiredTokens, selectExpiredTokens } from './published-queries.ts'

export const sweepSiteTokens = job(
  'site-tokens.sweep',
  { schedule: '17 * * * *' },
  async (_payload, { db }) =>
    sweepRows(db, {
      select: selectExpiredTokens,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteExpiredTokens, { hashes: rows.map(({ hash }) => hash) }),
    }),
)
