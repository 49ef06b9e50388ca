import type { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { notFound } from '#/platform/errors/api-error.ts'
import { answerMissing } from '#/platform/http/answer-missing.ts'
import { matchesAny } from '#/platform/http/etag.ts'
import type { Services } from '#/platform/services.ts'
import type { ByteRange } from '#/platform/storage/storage.ts'

import { requestedRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import { audienceOfFile, type FileAudience, type FileReaders } from './file-access.ts'
import { fileOfUrl } from './file-url.ts'
import { type FileObject, findFile } from './find-file.ts'

interface DownloadRoute {
  readonly Params: {
    readonly spaceId: string
    readonly fileId: string
    readonly signature: string
  }
}

/**
 * How long caches keep a file without asking again: a file that was closed, replaced or deleted is
 * gone within a minute. Only what everybody may read is for caches that others share.
 */
const cacheControl: Record<FileAudience, string> = {
  everybody: 'public, max-age=60',
  bearer: 'private, max-age=60',
}

// Headers of downloads. Stored files come from strangers: a browser must never run them, nor guess
// a type that it runs.
const guards = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}

/**
 * Serves the URLs that `fileUrl` makes: the signature names the file and the token that the URL was
 * given to, `audienceOfFile` decides, the name only decorates. Bytes pass through this server
 * wherever they are stored, since no storage service sends these headers.
 */
export function addFileDownloads(
  server: FastifyInstance,
  services: Services,
  readers: FileReaders,
): void {
  server.route<DownloadRoute>({
    method: ['GET', 'HEAD'],
    url: '/~files/:spaceId/:fileId/:signature/*',
    // Ranges count the bytes of the file, not those of a compressed form of it.
    compress: false,
    errorHandler: answerMissing(
      'This file is not here',
      'It was deleted or replaced, is no longer published, or is not for everybody. Go back to the page that led here and load it again. If the link still fails, ask whoever gave it to you.',
    ),
    handler: async (request, reply) => {
      const { spaceId, fileId, signature } = request.params
      const asked = fileOfUrl(services.signer, { spaceId, fileId, signature })
      const file = asked && (await findFile(services, asked))
      const audience =
        asked && file && (await audienceOfFile(services, readers, asked, file))
      if (file === undefined || audience === undefined) throw notFound('file', fileId)
      return await answer(services, { ...file, audience }, request, reply)
    },
  })
}

interface ReadFile extends FileObject {
  readonly audience: FileAudience
}

async function answer(
  services: Services,
  file: ReadFile,
  request: FastifyRequest<DownloadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { key, contentType, sizeBytes } = file
  // Bytes under a key never change, so that its last part is a validator of them.
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`
  const cacheable = { ...guards, 'cache-control': cacheControl[file.audience] }
  const known = request.headers['if-none-match']
  if (known !== undefined && matchesAny(known, etag)) {
    return reply.status(304).headers(cacheable).header('etag', etag).send()
  }
  const range = rangeOf(request, etag, sizeBytes)
  if (range === 'outside') {
    const unsatisfied = { ...cacheable, 'content-range': `bytes */${sizeBytes}` }
    return reply.status(416).headers(unsatisfied).send()
  }
  const body =
    request.method === 'HEAD' ? undefined : await openBody(services, file, range, request)
  reply.headers({
    ...cacheable,
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType,
    'content-disposition': contentDisposition(contentType, file.name),
  })
  if (range === 'whole') return reply.header('content-length', sizeBytes).send(body)
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(body)
}

/** The part of the file to send: all of it when `If-Range` names other bytes than these. */
function rangeOf(
  { method, headers }: FastifyRequest<DownloadRoute>,
  etag: string,
  sizeBytes: number,
): ByteRange | 'whole' | 'outside' {
  const condition = headers['if-range']
  if (method === 'HEAD' || (condition !== undefined && condition !== etag)) return 'whole'
  return requestedRange(headers.range, sizeBytes)
}

async function openBody(
  { storage, log }: Services,
  { key, sizeBytes }: FileObject,
  range: ByteRange | 'whole',
  request: FastifyRequest<DownloadRoute>,
): Promise<Readable> {
  const found = await storage.get(key, range === 'whole' ? undefined : range)
  if (found?.sizeBytes === sizeBytes) return found.body
  found?.body.destroy()
  log.error(
    { requestId: request.id, key },
    'a stored file is missing or has another size',
  )
  throw notFound('file', request.params.fileId)
}
