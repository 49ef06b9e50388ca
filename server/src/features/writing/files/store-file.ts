import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { contentTypeOf } from './content-type.ts'
import { dropFiles } from './drop-files.ts'
import { withFetchedFile } from './fetch-file.ts'
import { invalidBase64, uploadIncomplete } from './file-errors.ts'
import { sweepAfterSeconds, sweepPendingFile } from './file-jobs.ts'
import { insertPendingFile } from './file-queries.ts'
import { takeRoom } from './file-room.ts'
import { headBytesMax, imageDimensions } from './image-dimensions.ts'
import { findUpload } from './uploads.ts'

export type FileSource =
  | { readonly key: string }
  | { readonly url: string }
  | { readonly base64: string }
  | { readonly bytes: Buffer }
  | { readonly body: AsyncIterable<Buffer>; readonly size: number }

interface FileToStore {
  readonly organizationId: string
  readonly spaceId: string
  readonly source: FileSource
  readonly name: string
  readonly contentType?: string | undefined
  /** The uploads that the bytes are a part of, which count for as much less from now on. */
  readonly partOf?: readonly string[]
}

/** The attributes of a file's version that describe its bytes. */
export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly contentType: string
  readonly width?: number
  readonly height?: number
}

type Storing = Pick<Context, 'config' | 'db' | 'storage' | 'egress' | 'caller'>

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
    return await withFetchedFile(
      context,
      { url: source.url, name: file.name },
      (fetched) =>
        storeBytes(context, fetched.bytes, { ...file, sentType: fetched.sentType }),
    )
  }
  if ('body' in source) return await storeStream(context, source, file)
  const bytes = 'bytes' in source ? source.bytes : decode(source.base64, file.name)
  return await storeBytes(context, bytes, file)
}

/** Copies bytes to a key of the given space; the copy stays whatever becomes of the original. */
export async function copyFile(
  context: Pick<Storing, 'config' | 'db' | 'storage'>,
  {
    key: from,
    ...place
  }: Omit<KeyToReserve, 'uploadKey' | 'partOf'> & { readonly key: string },
): Promise<string> {
  const key = await storeUnderKey(context, place, async (to) => {
    if (!(await context.storage.copy(from, to))) {
      throw new Error(`The stored file ${from} is missing. Restore it from a backup.`)
    }
  })
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
  const key = await storeUnderKey(
    context,
    { organizationId, spaceId, uploadKey, size: upload.sizeBytes },
    async (to) => {
      if (!(await context.storage.copy(uploadKey, to))) throw uploadIncomplete(uploadKey)
    },
  )
  return {
    key,
    size: upload.sizeBytes,
    contentType,
    ...imageDimensions(contentType, head),
  }
}

type Sent = Described & { readonly sentType?: string | undefined }

async function storeBytes(
  context: Storing,
  bytes: Buffer,
  file: Sent,
): Promise<StoredObject> {
  const head = bytes.subarray(0, headBytesMax)
  return await storeBody(context, { head, body: bytes, size: bytes.length }, file)
}

/** Stores bytes as they come; only the first of them are held. */
async function storeStream(
  context: Storing,
  { body, size }: { readonly body: AsyncIterable<Buffer>; readonly size: number },
  file: Described,
): Promise<StoredObject> {
  const chunks = body[Symbol.asyncIterator]()
  const first: Buffer[] = []
  for (let bytes = 0; bytes < Math.min(size, headBytesMax);) {
    const next = await chunks.next()
    if (next.done === true) break
    first.push(next.value)
    bytes += next.value.length
  }
  async function* whole() {
    yield* first
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const head = Buffer.concat(first).subarray(0, headBytesMax)
  const stream = Readable.from(whole(), { objectMode: false })
  return await storeBody(context, { head, body: stream, size }, file)
}

interface BodyToStore {
  /** The beginning of the body, which shows what it is. */
  readonly head: Buffer
  readonly body: Buffer | Readable
  readonly size: number
}

async function storeBody(
  context: Storing,
  { head, body, size }: BodyToStore,
  { contentType: declared, sentType: sent, name, ...place }: Sent,
): Promise<StoredObject> {
  const contentType = contentTypeOf(head, { name, declared, sent })
  const key = await storeUnderKey(context, { ...place, size }, async (to) =>
    context.storage.put(to, body, { contentType, sizeBytes: size }),
  )
  return { key, size, contentType, ...imageDimensions(contentType, head) }
}

interface KeyToReserve {
  readonly organizationId: string
  readonly spaceId: string
  readonly uploadKey?: string
  readonly partOf?: readonly string[]
  readonly size: number
}

/** Stores bytes under a new key; when that fails, nothing of it stays. */
async function storeUnderKey(
  context: Pick<Storing, 'config' | 'db' | 'storage'>,
  place: KeyToReserve,
  store: (key: string) => Promise<void>,
): Promise<string> {
  const key = await reserveKey(context, place)
  try {
    await store(key)
  } catch (error) {
    await dropFiles(context, { ...place, keys: [key] })
    throw error
  }
  return key
}

/**
 * Makes a key and records it before the first byte is stored, so that no bytes are stored and
 * forgotten.
 */
async function reserveKey(
  context: Pick<Storing, 'config' | 'db'>,
  { organizationId, spaceId, uploadKey, partOf, size }: KeyToReserve,
): Promise<string> {
  const key = `spaces/${spaceId}/${newId()}`
  await context.db.transaction(async (tx) => {
    const startAfterSeconds = sweepAfterSeconds
    enqueue(tx, sweepPendingFile, { organizationId, key }, { startAfterSeconds })
    await tx.run(insertPendingFile, {
      organizationId,
      spaceId,
      key,
      uploadKey: uploadKey ?? null,
      size,
    })
    const keys = uploadKey === undefined ? (partOf ?? []) : [uploadKey]
    await takeRoom(tx, context, { organizationId, bytes: size, insteadOf: keys })
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
