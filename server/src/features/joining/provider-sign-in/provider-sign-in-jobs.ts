import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import {
  deleteOldBegun,
  deleteOldWaiting,
  selectOldBegun,
  selectOldWaiting,
} from './provider-sign-in-queries.ts'

/** Deletes what was kept of sign-ins with providers of the installation, once nothing can come of it. */
export const sweepProviderSignIns = job(
  'provider-sign-in.sweep',
  { schedule: '53 * * * *' },
  async (_payload, { db }) => {
    await sweepRows(db, {
      select: selectOldBegun,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldBegun, { hashes: rows.map(({ hash }) => hash) }),
    })
    await sweepRows(db, {
      select: selectOldWaiting,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldWaiting, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
