import { PassThrough, type Readable } from 'node:stream'

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

import { notFound } from '#/platform/errors/api-error.ts'
import type { Signer } from '#/platform/secrets/signing.ts'
import { SizeMismatchError } from '#/platform/storage/exact-size.ts'
import type { FolderStorage } from '#/platform/storage/folder-storage.ts'
import { judgeFolderUrl, type Allowance } from '#/platform/storage/folder-url.ts'
import {
  alreadyUploaded,
  storageUrlAltered,
  storageUrlExpired,
  uploadInterrupted,
  uploadSizeMismatch,
  uploadTypeMismatch,
} from '#/platform/storage/storage-errors.ts'
import { isStorageKey } from '#/platform/storage/storage-limits.ts'

interface FolderStorageRoutesOptions {
  readonly storage: FolderStorage
  readonly signer: Signer
  /** How long an upload may send nothing before it is aborted. */
  readonly idleMsMax?: number
}

interface StorageRoute {
  readonly Params: { readonly '*': string }
}

const path = '/~storage/*'

// Stored files come from strangers: browsers must never run them, or guess another type for them.
const downloadHeaders = {
  'content-disposition': 'attachment',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
}

/** Serves a folder's signed URLs. The signature is the whole authorization. */
export const folderStorageRoutes: FastifyPluginAsync<FolderStorageRoutesOptions> = async (
  server,
  { storage, signer, idleMsMax = 60_000 },
) => {
  // The handler streams bodies to disk: nothing reads or limits them before.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })

  server.put<StorageRoute>(path, async (request, reply) => {
    const query = queryOf(request)
    const key = request.params['*']
    const contentType = query.get('type') ?? ''
    const sizeBytes = integerOf(query.get('size'))
    requireAllowed(signer, { method: 'PUT', key, contentType, sizeBytes }, query)

    requireSignedHeaders(request, contentType, sizeBytes)
    const existing = await storage.get(key)
    existing?.body.destroy()
    if (existing !== undefined) throw alreadyUploaded(key)
    const body = bodyOf(request, idleMsMax)
    const isNew = await storage
      .create(key, body, { contentType, sizeBytes })
      .catch((error: unknown) => {
        throw error instanceof SizeMismatchError ? uploadSizeMismatch(sizeBytes) : error
      })
    if (!isNew) throw alreadyUploaded(key)
    return await reply.send()
  })

  const read = { exposeHeadRoute: false, compress: false } as const
  server.get<StorageRoute>(path, read, async (request, reply) => {
    const key = request.params['*']
    requireAllowed(signer, { method: 'GET', key }, queryOf(request))

    const found = await storage.get(key)
    if (found === undefined) throw notFound('file', key)
    reply.headers({
      ...downloadHeaders,
      'content-type': found.contentType,
      'content-length': found.sizeBytes,
    })
    return await reply.send(found.body)
  })
}

function queryOf({ url }: FastifyRequest<StorageRoute>): URLSearchParams {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1))
}

/** The integer in a signed URL's own spelling, or NaN. */
function integerOf(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

function requireAllowed(signer: Signer, asked: Allowance, query: URLSearchParams): void {
  const expires = integerOf(query.get('expires'))
  const signature = query.get('signature') ?? ''
  if (!isStorageKey(asked.key)) throw storageUrlAltered()
  const verdict = judgeFolderUrl(signer, asked, expires, signature)
  if (verdict === 'altered') throw storageUrlAltered()
  if (verdict === 'expired') throw storageUrlExpired()
}

function requireSignedHeaders(
  { headers }: FastifyRequest<StorageRoute>,
  contentType: string,
  sizeBytes: number,
): void {
  if (headers['content-type'] !== contentType) {
    throw uploadTypeMismatch(headers['content-type'], contentType)
  }
  const length = headers['content-length']
  if (length !== undefined && Number(length) !== sizeBytes) {
    throw uploadSizeMismatch(sizeBytes)
  }
}

/** The body in a stream of its own: a refusal destroys it, and the request must be answered. */
function bodyOf({ raw }: FastifyRequest<StorageRoute>, idleMsMax: number): Readable {
  const body = new PassThrough()
  raw.setTimeout(idleMsMax, () => {
    body.destroy(uploadInterrupted())
  })
  raw.once('close', () => {
    if (!raw.complete) body.destroy(uploadInterrupted())
  })
  return raw.pipe(body)
}
