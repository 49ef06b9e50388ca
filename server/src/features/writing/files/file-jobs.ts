import { job } from '#/platform/jobs/job.ts'

import { deletePendingFile, deleteUpload } from './file-queries.ts'

type OfKey = Readonly<{ organizationId: string; key: string }>

/** Long after the last change that could still name what was stored. */
export const sweepAfterSeconds = 24 * 60 * 60

// Storage may be away for a while: what is given up on stays for ever.
const patient = { retriesMax: 20 }

/** What was uploaded goes away, used or not: a change that uses it makes a copy. */
export const sweepUpload = job<OfKey>(
  'files.sweep-upload',
  patient,
  async ({ organizationId, key }, { db, storage }) => {
    await storage.delete(key)
    await db.transaction(async (tx) => tx.run(deleteUpload, { organizationId, key }))
  },
)

/** Bytes that no committed version names go away. */
export const sweepPendingFile = job<OfKey>(
  'files.sweep-pending',
  patient,
  async ({ organizationId, key }, { db, storage }) =>
    db.transaction(async (tx) => {
      // The row stays locked until the bytes are gone, so that nobody can begin to name them.
      const isPending = await tx.run(deletePendingFile, { organizationId, key })
      if (isPending > 0) await storage.delete(key)
    }),
)
