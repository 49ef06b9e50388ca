import { job } from '#/platform/jobs/job.ts'
import { sweepRows } from '#/platform/jobs/sweep.ts'

import { deleteEndedSessions, selectEndedSessions } from './session-queries.ts'

export const sweepSessions = job(
  'sessions.sweep',
  { schedule: '41 * * * *' },
  async (_payload, { config, db }) => {
    const idleHours = config.SESSION_IDLE_HOURS
    return sweepRows(db, {
      select: selectEndedSessions,
      given: { idleHours },
      remove: async (tx, rows) =>
        tx.run(deleteEndedSessions, { idleHours, hashes: rows.map(({ hash }) => hash) }),
    })
  },
)
