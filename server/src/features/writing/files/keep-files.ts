import type { Transaction } from '#/platform/database/transaction.ts'

import { uploadUsed } from './file-errors.ts'
import { keepPendingFiles } from './file-queries.ts'
import { giveRoomBack } from './file-room.ts'

interface KeptFiles {
  readonly organizationId: string
  readonly spaceId: string
  /** The keys that `storeFile` and `copyFile` returned. */
  readonly keys: readonly string[]
}

/**
 * Makes stored files stay, in the transaction that writes the first version that names their keys:
 * bytes that are not kept are removed after a day. Uses up the uploads they came from, or refuses
 * when another change used these.
 */
export async function keepFiles(tx: Transaction, files: KeptFiles): Promise<void> {
  if (files.keys.length === 0) return
  const counts = await tx.first(keepPendingFiles, files)
  if (counts === undefined || counts.kept !== files.keys.length) {
    throw new Error('A stored file is not pending: it was kept before, or swept')
  }
  if (counts.used !== counts.uploads) throw uploadUsed()
  giveRoomBack(tx, { ...files, bytes: counts.released })
}
