import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import { deleteOldAttempts, selectOldAttempts } from './attempts.ts'
import { deleteUnusedDevices, selectUnusedDevices } from './devices.ts'
import { deleteExpiredPending, selectExpiredPending } from './pending-queries.ts'
import {
  deleteExpiredSignInMails,
  selectExpiredSignInMails,
} from './sign-in-mail-queries.ts'
import { deleteExpiredSignInLinks, selectExpiredSignInLinks } from './sign-in-queries.ts'

export const sweepSignInLinks = job(
  'sign-in.sweep-links',
  { schedule: '43 * * * *' },
  async (_payload, { db }) => {
    await sweepRows(db, {
      select: selectExpiredSignInLinks,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteExpiredSignInLinks, {
          secretHashes: rows.map((row) => row.secret_hash),
        }),
    })
    await sweepRows(db, {
      select: selectExpiredSignInMails,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteExpiredSignInMails, { ids: rows.map(({ id }) => id) }),
    })
    await sweepRows(db, {
      select: selectExpiredPending,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteExpiredPending, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)

export const sweepSignInAttempts = job(
  'sign-in.sweep-attempts',
  { schedule: '47 * * * *' },
  async (_payload, { db }) => {
    await sweepRows(db, {
      select: selectOldAttempts,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldAttempts, { subjects: rows.map(({ subject }) => subject) }),
    })
    await sweepRows(db, {
      select: selectUnusedDevices,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteUnusedDevices, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
