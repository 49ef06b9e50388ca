import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import {
  deleteEndedCodes,
  deleteEndedVisits,
  selectEndedCodes,
  selectEndedVisits,
} from './visit-queries.ts'

/** Deletes what members read sites with, once nobody can read with it any more. */
export const sweepSiteVisits = job(
  'site-visits.sweep',
  { schedule: '37 * * * *' },
  async (_payload, { db }) => {
    await sweepRows(db, {
      select: selectEndedVisits,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteEndedVisits, { hashes: rows.map(({ hash }) => hash) }),
    })
    await sweepRows(db, {
      select: selectEndedCodes,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteEndedCodes, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
