import type { Services } from '#/platform/services.ts'

import { deletePendingFile } from './file-queries.ts'
import { giveRoomBack } from './file-room.ts'

const filesAtOnce = 8

interface DroppedFiles {
  readonly organizationId: string
  readonly keys: readonly string[]
}

/**
 * Removes stored files that no change will name; one that was kept stays. What cannot be removed
 * now is swept later, so that the caller can report the failure that came first.
 */
export async function dropFiles(
  services: Pick<Services, 'db' | 'storage'>,
  { organizationId, keys }: DroppedFiles,
): Promise<void> {
  for (let start = 0; start < keys.length; start += filesAtOnce) {
    const some = keys.slice(start, start + filesAtOnce)
    await Promise.allSettled(
      some.map(async (key) => dropFile(services, { organizationId, key })),
    )
  }
}

/**
 * The outcomes of storing several files at once: when one fails, the others are removed and its
 * failure is thrown, once none is under way any more.
 */
export async function allOrNone<Stored extends { readonly key: string }>(
  services: Pick<Services, 'db' | 'storage'>,
  organizationId: string,
  storing: readonly Promise<Stored>[],
): Promise<readonly Stored[]> {
  const outcomes = await Promise.allSettled(storing)
  const stored = outcomes.flatMap((each) =>
    each.status === 'fulfilled' ? [each.value] : [],
  )
  const failed = outcomes.find((each) => each.status === 'rejected')
  if (failed === undefined) return stored
  await dropFiles(services, { organizationId, keys: stored.map(({ key }) => key) })
  throw failed.reason
}

/** Removes one stored file, unless a committed version names it. */
export async function dropFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  file: { readonly organizationId: string; readonly key: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The row stays locked until the bytes are gone, so that nobody can begin to name them.
    const pending = await tx.first(deletePendingFile, file)
    if (pending === undefined) return
    await storage.delete(file.key)
    giveRoomBack(tx, { ...file, ...pending })
  })
}
