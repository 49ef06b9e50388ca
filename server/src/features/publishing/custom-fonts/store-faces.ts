import { buffer } from 'node:stream/consumers'

import {
  findUpload,
  takeRoom,
  uploadEmptied,
  useUpload,
} from '#/features/writing/files/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { formatOfFont } from './check-font.ts'
import { fontTooLarge, notAFont } from './custom-font-errors.ts'
import { dropFontFile, sweepAfterSeconds, sweepFontFile } from './custom-font-jobs.ts'
import { attachFontFile, insertFontFile } from './custom-font-queries.ts'
import { fontKey } from './font-url.ts'

/** The bytes that a face may have. */
const fileMegabytesMax = 5

export interface GivenFace {
  readonly weight: number
  readonly storageKey: string | null
}

export interface StoredFace {
  readonly weight: number
  readonly fileId: string
  readonly uploadKey: string
}

/** Refuses two faces of one weight, of which only one could be meant. */
export function requireDistinctWeights(given: readonly GivenFace[]): void {
  const seen = new Set<number>()
  for (const [index, { weight }] of given.entries()) {
    const path = `body.fontFaces[${index}].weight`
    if (seen.has(weight)) {
      const message = `is ${weight}, which another face has too`
      throw invalidRequest(`${path} ${message}.`, [{ path, message }])
    }
    seen.add(weight)
  }
}

/**
 * Checks that uploads are fonts and stores them, before the change that gives them to a font. Takes
 * as long as the storage does, so it is never called inside a transaction.
 */
export async function storeFaces(
  context: Context,
  organizationId: string,
  given: readonly GivenFace[],
): Promise<readonly StoredFace[]> {
  const stored: StoredFace[] = []
  try {
    // One after the other: each is in memory while it is checked.
    for (const [index, { weight, storageKey }] of given.entries()) {
      if (storageKey === null) continue
      const path = `body.fontFaces[${index}].storageKey`
      const fileId = await storeFace(context, { organizationId, key: storageKey, path })
      stored.push({ weight, fileId, uploadKey: storageKey })
    }
    return stored
  } catch (error) {
    await dropFaces(context, organizationId, stored)
    throw error
  }
}

/** Removes stored files that a failed change did not use; what stays is swept later. */
export async function dropFaces(
  context: Pick<Context, 'db' | 'storage'>,
  organizationId: string,
  stored: readonly StoredFace[],
): Promise<void> {
  await Promise.allSettled(
    stored.map(async ({ fileId }) => dropFontFile(context, { organizationId, fileId })),
  )
}

/** Gives stored files to a font, in the change that uses up their uploads. */
export async function attachFaces(
  tx: Transaction,
  { organizationId, fontId }: { organizationId: string; fontId: string },
  stored: readonly StoredFace[],
): Promise<void> {
  for (const { weight, fileId, uploadKey: key } of stored) {
    await useUpload(tx, { organizationId, key })
    await uploadEmptied(tx, { organizationId, key })
    const file = { organizationId, fileId, fontId, weight }
    if ((await tx.count(attachFontFile, file)) === 0) {
      throw new Error('A stored font file is gone before it was used')
    }
  }
}

interface Uploaded {
  readonly organizationId: string
  readonly key: string
  readonly path: string
}

async function storeFace(
  context: Context,
  { organizationId, key, path }: Uploaded,
): Promise<string> {
  const kind = 'customization_font'
  const upload = await findUpload(context, { organizationId, key, kind })
  if (upload.sizeBytes > fileMegabytesMax * 1024 * 1024) {
    throw fontTooLarge(path, fileMegabytesMax)
  }
  const bytes = await buffer(await upload.read())
  const format = await formatOfFont(bytes)
  if (format === undefined) throw notAFont(path)

  const file = { organizationId, fileId: newId() }
  await context.db.transaction(async (tx) => {
    const startAfterSeconds = sweepAfterSeconds
    enqueue(tx, sweepFontFile, file, { startAfterSeconds })
    await tx.run(insertFontFile, { ...file, format, size: bytes.length })
    await takeRoom(tx, context, { organizationId, bytes: bytes.length })
  })
  try {
    // The bytes that were checked, not a copy: an upload can be replaced while its URL is valid.
    const about = { contentType: `font/${format}`, sizeBytes: bytes.length }
    await context.storage.put(fontKey(file), bytes, about)
  } catch (error) {
    await Promise.allSettled([dropFontFile(context, file)])
    throw error
  }
  return file.fileId
}
