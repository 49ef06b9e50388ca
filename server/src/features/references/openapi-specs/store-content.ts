import { giveRoomBack, takeRoom } from '#/features/writing/files/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { bundleKey, filesKey, type OfContent, type PackedSpec } from './spec-content.ts'
import { deleteContent, insertContent, updateBundle } from './spec-content-queries.ts'

type Storing = Pick<Services, 'config' | 'db' | 'storage'>

/** Long after the last change that could still come to name the content. */
const sweepAfterSeconds = 24 * 60 * 60

/** Deletes content that nothing names: of versions that went, or of a change that failed. */
export const sweepSpecContent = job<OfContent>(
  'openapi.sweep-content',
  // Storage may be away for a while, and content whose job gives up stays for ever.
  { retriesMax: 20 },
  async (content, services) => dropContent(services, content),
)

export function sweepSoon(
  tx: Transaction,
  organizationId: string,
  hashes: Iterable<string>,
): void {
  for (const hash of new Set(hashes)) {
    enqueue(tx, sweepSpecContent, { organizationId, hash })
  }
}

/**
 * Stores the files of a specification under their digest, before the change that names them. Takes
 * as long as the storage does, so it is never called inside a transaction.
 */
export async function storeFiles(
  services: Storing,
  organizationId: string,
  { bytes, hash, ...about }: PackedSpec,
): Promise<void> {
  const content = { organizationId, hash }
  await services.db.transaction(async (tx) => {
    const size = bytes.length
    const inserted = await tx.first(insertContent, { ...content, ...about, size })
    if (inserted === undefined) return
    enqueue(tx, sweepSpecContent, content, { startAfterSeconds: sweepAfterSeconds })
    await takeRoom(tx, services, { organizationId, bytes: size })
  })
  // Also when it is known: whoever noted it may not have come to store it.
  await put(services, filesKey(content), bytes)
}

/** Stores what was made of the files of a specification: all of it as one JSON document. */
export async function storeBundle(
  services: Storing,
  content: OfContent,
  bytes: Buffer,
): Promise<void> {
  const { organizationId } = content
  await services.db.transaction(async (tx) => {
    const size = bytes.length
    if ((await tx.first(updateBundle, { ...content, size })) === undefined) return
    await takeRoom(tx, services, { organizationId, bytes: size })
  })
  await put(services, bundleKey(content), bytes)
}

/** Removes content unless something names it. */
export async function dropContent(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  content: OfContent,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The row stays locked until the bytes are gone, so that nothing can come to name it.
    const deleted = await tx.first(deleteContent, content)
    if (deleted === undefined) return
    await storage.delete(filesKey(content))
    await storage.delete(bundleKey(content))
    giveRoomBack(tx, { ...content, ...deleted })
  })
}

async function put(
  { storage }: Pick<Services, 'storage'>,
  key: string,
  bytes: Buffer,
): Promise<void> {
  const about = { contentType: 'application/json', sizeBytes: bytes.length }
  await storage.put(key, bytes, about)
}
