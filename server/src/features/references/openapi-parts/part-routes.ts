import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { FileReaders } from '#/features/writing/files/public.ts'
import { invalidRequest, notFound, unauthenticated } from '#/platform/errors/api-error.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { filePartsAsJson, openFileParts } from './file-parts.ts'
import { type AskedPart, partsInPieces } from './read-parts.ts'

interface AskRoute {
  readonly Params: Record<'organizationId' | 'specSlug', string>
}

const askBytesMax = 2 * 1024 * 1024
/** As the operation for members and visitors bounds them. */
const partsMax = 500
const nameLengthMax = 2000
const kinds = new Set<unknown>(['operation', 'webhook', 'schema'])

/**
 * Serves the installation's renderer what a print shows of a specification: the one who asked for the
 * print may see its pages, and these show it. And what pages show of files that are specifications.
 */
export function addPartRoutes(
  server: FastifyInstance,
  services: Services,
  readers: FileReaders,
): void {
  const isRenderer = rendererCheck(services.config)
  const forRenderer = {
    bodyLimit: askBytesMax,
    async onRequest({ headers }: FastifyRequest) {
      if (isRenderer(headers.authorization)) return
      throw unauthenticated(
        'This is for the renderer, which sends RENDERER_SECRET as its token.',
      )
    },
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  server.post<AskRoute>(
    '/~render/orgs/:organizationId/openapi/:specSlug/parts',
    forRenderer,
    async ({ params, body }, reply) => {
      const pieces = await partsInPieces(services.db, params, partsIn(body))
      if (pieces === undefined) throw notFound('OpenAPI specification', params.specSlug)
      return reply.headers(headers).send(Readable.from(pieces))
    },
  )

  const partsOfFile = openFileParts(services, readers)
  server.post('/~render/openapi-file-parts', forRenderer, async ({ body }, reply) => {
    const { url, isPrinted } = fileIn(body)
    const asked = partsIn(body)
    const found = await partsOfFile(url, isPrinted)
    if (found === undefined) throw notFound('file', url)
    return reply.headers(headers).send(filePartsAsJson(found, asked))
  })
}

const urlLengthMax = 4000

function fileIn(body: unknown): { readonly url: string; readonly isPrinted: boolean } {
  const url = typeof body === 'object' && body !== null && 'url' in body && body.url
  if (typeof url !== 'string' || url.length > urlLengthMax) {
    throw invalidRequest('body.url must be the download URL of a file.')
  }
  const isPrinted = typeof body === 'object' && body !== null && 'isPrinted' in body
  return { url, isPrinted: isPrinted && body.isPrinted === true }
}

function partsIn(body: unknown): readonly AskedPart[] {
  const parts: unknown =
    typeof body === 'object' && body !== null && 'parts' in body ? body.parts : undefined
  if (!Array.isArray(parts) || parts.length > partsMax || !parts.every(isAsked)) {
    throw invalidRequest(`body.parts must have at most ${partsMax} names of parts.`)
  }
  return parts
}

function isAsked(part: unknown): part is AskedPart {
  if (typeof part !== 'object' || part === null) return false
  if (!('kind' in part) || !('name' in part)) return false
  const { kind, name } = part
  return typeof name === 'string' && name.length <= nameLengthMax && kinds.has(kind)
}
