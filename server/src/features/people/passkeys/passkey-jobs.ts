import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import { deleteExpiredChallenges, selectExpiredChallenges } from './passkey-queries.ts'

export const sweepPasskeyChallenges = job(
  'passkeys.sweep-challenges',
  { schedule: '49 * * * *' },
  async (_payload, { db }) =>
    sweepRows(db, {
      select: selectExpiredChallenges,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteExpiredChallenges, { hashes: rows.map(({ hash }) => hash) }),
    }),
)
