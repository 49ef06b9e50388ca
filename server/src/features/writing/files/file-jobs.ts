import { job } from '#/platform/jobs/job.ts'

import { dropFile } from './drop-files.ts'
import { deleteUpload } from './file-queries.ts'
import { giveRoomBack } from './file-room.ts'

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
    await db.transaction(async (tx) => {
      const deleted = await tx.first(deleteUpload, { organizationId, key })
      if (deleted !== undefined) giveRoomBack(tx, { organizationId, ...deleted })
    })
  },
)

/** Deletes bytes that no committed version names. */
export const sweepPendingFile = job<OfKey>(
  'files.sweep-pending',
  patient,
  async (file, services) => dropFile(services, file),
)
