import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import {
  deleteEndedSessions,
  deleteOldFormer,
  selectEndedSessions,
  selectOldFormer,
} from './session-queries.ts'

export const sweepSessions = job(
  'sessions.sweep',
  { schedule: '41 * * * *' },
  async (_payload, { config, db }) => {
    const idleHours = config.SESSION_IDLE_HOURS
    await sweepRows(db, {
      select: selectEndedSessions,
      given: { idleHours },
      remove: async (tx, rows) =>
        tx.run(deleteEndedSessions, { idleHours, hashes: rows.map(({ hash }) => hash) }),
    })
    await sweepRows(db, {
      select: selectOldFormer,
      given: {},
      remove: async (tx, rows) =>
        tx.run(deleteOldFormer, { hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
