import { job } from '#/platform/jobs/job.ts'

import { deletePendingFile, deleteUpload } from './file-queries.ts'

type OfKey = Readonly<{ organizationId: string; key: string }>

/** A delay that ends long after the last change that could still name a stored file. */
export const sweepAfterSeconds = 24 * 60 * 60

// Makes a job retry for long: storage may be away for a while, and a file whose job gives up stays
// for ever.
const patient = { retriesMax: 20 }

/** Deletes an upload, used or not: a change that uses an upload copies its bytes. */
export const sweepUpload = job<OfKey>(
  'files.sweep-upload',
  patient,
  async ({ organizationId, key }, { db, storage }) => {
    await storage.delete(key)
    await db.transaction(async (tx) => tx.run(deleteUpload, { organizationId, key }))
  },
)

/** Deletes bytes that no committed version names. */
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
