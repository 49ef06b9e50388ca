import { buffer } from 'node:stream/consumers'

import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { contentTypeOf } from './content-type.ts'
import { fetchFile } from './fetch-file.ts'
import { invalidBase64, uploadIncomplete } from './file-errors.ts'
import { sweepAfterSeconds, sweepPendingFile } from './file-jobs.ts'
import { insertPendingFile } from './file-queries.ts'
import { headBytesMax, imageDimensions } from './image-dimensions.ts'
import { findUpload } from './uploads.ts'

export type FileSource =
  | { readonly key: string }
  | { readonly url: string }
  | { readonly base64: string }
  | { readonly bytes: Buffer }

interface FileToStore {
  readonly organizationId: string
  readonly spaceId: string
  readonly source: FileSource
  readonly name: string
  readonly contentType?: string | undefined
}

/** The attributes of a file's version that describe its bytes. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly contentType: string
  readonly width?: number
  readonly height?: number
}

type Storing = Pick<Context, 'db' | 'storage' | 'egress' | 'caller'>

/**
 * Stores bytes in a space before the change that names them; `keepFiles` in that change makes them
 * stay. Takes as long as the source does, so it is never called inside a transaction.
 */
export async function storeFile(
  context: Storing,
  { source, ...file }: FileToStore,
): Promise<StoredObject> {
  if ('key' in source) return await storeUpload(context, source.key, file)
  if ('url' in source) {
    const { bytes, sentType } = await fetchFile(context, source.url, file.name)
    return await storeBytes(context, bytes, { ...file, sentType })
  }
  const bytes = 'bytes' in source ? source.bytes : decode(source.base64, file.name)
  return await storeBytes(context, bytes, file)
}

/** Copies bytes to a key of the given space; the copy stays whatever becomes of the original. */
export async function copyFile(
  context: Pick<Storing, 'db' | 'storage'>,
  { key: from, ...place }: { organizationId: string; spaceId: string; key: string },
): Promise<string> {
  const key = await reserveKey(context, place)
  if (!(await context.storage.copy(from, key))) {
    throw new Error(`The stored file ${from} is missing. Restore it from a backup.`)
  }
  return key
}

type Described = Omit<FileToStore, 'source'>

async function storeUpload(
  context: Storing,
  uploadKey: string,
  file: Described,
): Promise<StoredObject> {
  const { organizationId, spaceId, name, contentType: declared } = file
  const upload = await findUpload(context, {
    organizationId,
    key: uploadKey,
    kind: 'content_file',
  })
  const head = await buffer(await upload.read(headBytesMax))
  const contentType = contentTypeOf(head, { name, declared, sent: upload.contentType })
  const key = await reserveKey(context, { organizationId, spaceId, uploadKey })
  if (!(await context.storage.copy(uploadKey, key))) throw uploadIncomplete(uploadKey)
  return {
    key,
    size: upload.sizeBytes,
    contentType,
    ...imageDimensions(contentType, head),
  }
}

async function storeBytes(
  context: Storing,
  bytes: Buffer,
  file: Described & { readonly sentType?: string | undefined },
): Promise<StoredObject> {
  const { organizationId, spaceId, name, contentType: declared, sentType: sent } = file
  const head = bytes.subarray(0, headBytesMax)
  const contentType = contentTypeOf(head, { name, declared, sent })
  const key = await reserveKey(context, { organizationId, spaceId })
  await context.storage.put(key, bytes, { contentType, sizeBytes: bytes.length })
  return { key, size: bytes.length, contentType, ...imageDimensions(contentType, head) }
}

/**
 * Makes a key and records it before the first byte is stored, so that no bytes are stored and
 * forgotten.
 */
async function reserveKey(
  { db }: Pick<Storing, 'db'>,
  place: { organizationId: string; spaceId: string; uploadKey?: string },
): Promise<string> {
  const { organizationId, spaceId, uploadKey = null } = place
  const key = `spaces/${spaceId}/${newId()}`
  await db.transaction(async (tx) => {
    const startAfterSeconds = sweepAfterSeconds
    enqueue(tx, sweepPendingFile, { organizationId, key }, { startAfterSeconds })
    await tx.run(insertPendingFile, { organizationId, spaceId, key, uploadKey })
  })
  return key
}

/**
 * Decodes base64, or refuses it: decoding skips characters that are no base64, and only encoding
 * again shows that there were any.
 */
function decode(base64: string, name: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') !== base64) throw invalidBase64(name)
  return bytes
}
