import { buffer } from 'node:stream/consumers'

import { giveRoomBack, takeRoom } from '#/features/writing/files/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { type ApiError, busy } from '#/platform/errors/api-error.ts'
import { enqueue, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { bundleKey, filesKey, type OfContent, type PackedSpec } from './spec-content.ts'
import {
  claimContent,
  deleteContent,
  holdContent,
  insertContent,
  selectBundleSize,
  updateBundle,
} from './spec-content-queries.ts'

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
  await put(services, content, filesKey(content), bytes)
}

/**
 * Stores what was made of the files of a specification: all of it as one JSON document. Answers
 * what is stored: a document that is there stays, since others have it by its size.
 */
export async function storeBundle(
  services: Storing,
  content: OfContent,
  bytes: Buffer,
): Promise<Buffer> {
  const { organizationId } = content
  const size = bytes.length
  const known = await services.db.first(selectBundleSize, content)
  const sizeKnown = known?.bundle_size ?? null
  const stored =
    sizeKnown === null
      ? undefined
      : await storedBundle(services, content, { bytes, sizeKnown })
  if (stored !== undefined) return stored
  await services.db.transaction(async (tx) => {
    const updated = await tx.first(updateBundle, { ...content, size })
    if (updated === undefined) throw removedMeanwhile()
    const added = size - (updated.before ?? 0)
    if (added > 0) await takeRoom(tx, services, { organizationId, bytes: added })
    else giveRoomBack(tx, { organizationId, bytes: -added })
  })
  await put(services, content, bundleKey(content), bytes)
  return bytes
}

/** The document that is stored, if it is the one that is noted; the given one where both are as long. */
async function storedBundle(
  { storage }: Pick<Services, 'storage'>,
  content: OfContent,
  { bytes, sizeKnown }: { readonly bytes: Buffer; readonly sizeKnown: number },
): Promise<Buffer | undefined> {
  const stored = await storage.get(bundleKey(content))
  if (stored?.sizeBytes === sizeKnown && sizeKnown !== bytes.length) {
    return buffer(stored.body)
  }
  stored?.body.destroy()
  return stored?.sizeBytes === sizeKnown ? bytes : undefined
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
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  content: OfContent,
  key: string,
  // oxlint-disable-next-line max-params -- where, what content, under which key, and its bytes
  bytes: Buffer,
): Promise<void> {
  const about = { contentType: 'application/json', sizeBytes: bytes.length }
  await storage.put(key, bytes, about)
  const isGone = await db.transaction(async (tx) => {
    if ((await tx.first(holdContent, content)) !== undefined) return false
    // The content went while it was stored. Nobody notes it anew until the bytes are gone.
    if ((await tx.first(claimContent, content)) === undefined) return false
    await storage.delete(filesKey(content))
    await storage.delete(bundleKey(content))
    await tx.run(deleteContent, content)
    return true
  })
  if (isGone) throw removedMeanwhile()
}

function removedMeanwhile(): ApiError {
  return busy(new Error('The specification was removed meanwhile'))
}
