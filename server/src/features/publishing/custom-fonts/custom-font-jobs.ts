import { giveRoomBack } from '#/features/writing/files/public.ts'
import { job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { deleteFontFile } from './custom-font-queries.ts'
import { fontKey, type OfFontFile } from './font-url.ts'

/** Long after the last change that could still give the file to a font. */
export const sweepAfterSeconds = 24 * 60 * 60

/** Deletes a file that no font has: one that was replaced, or that no change came to use. */
export const sweepFontFile = job<OfFontFile>(
  'custom-fonts.sweep-file',
  // Storage may be away for a while, and a file whose job gives up stays for ever.
  { retriesMax: 20 },
  async (file, services) => dropFontFile(services, file),
)

export async function dropFontFile(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  file: OfFontFile,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The row stays locked until the bytes are gone, so that no font can be given the file.
    const deleted = await tx.first(deleteFontFile, file)
    if (deleted === undefined) return
    await storage.delete(fontKey(file))
    giveRoomBack(tx, { ...file, ...deleted })
  })
}
