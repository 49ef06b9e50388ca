import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import {
  deleteOldAnswers,
  deleteOldLinks,
  deleteOldRequests,
  selectOldAnswers,
  selectOldLinks,
  selectOldRequests,
} from './saml-sign-in-queries.ts'

/** Deletes what was kept of sign-ins with identity providers, once nothing can come of it. */
export const sweepSamlSignIns = job(
  'saml-sign-in.sweep',
  { schedule: '47 * * * *' },
  async (_payload, { db }) => {
    await sweepRows(db, {
      select: selectOldRequests,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldRequests, { ids: rows.map(({ id }) => id) }),
    })
    await sweepRows(db, {
      select: selectOldAnswers,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldAnswers, { hashes: rows.map(({ hash }) => hash) }),
    })
    await sweepRows(db, {
      select: selectOldLinks,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldLinks, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
