import { buffer } from 'node:stream/consumers'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { invalidRequest, notFound, unauthenticated } from '#/platform/errors/api-error.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { askForDiagrams, diagramsAskedMax } from './ask-for-diagrams.ts'
import { diagramThemes, drawingKey, sourceLengthMax } from './diagram-key.ts'
import { type OfSpace, renewDiagrams, selectDiagrams } from './diagram-queries.ts'

interface AskRoute {
  readonly Params: OfSpace
}

interface DrawingRoute {
  readonly Params: OfSpace & { readonly diagramId: string; readonly theme: string }
}

const askBytesMax = 4 * 1024 * 1024

/**
 * Serves the installation's renderer: whether the diagrams of a page are drawn, and the drawings.
 * Only sources that the renderer has read from content are drawn, so no reader can ask for one.
 */
export function addDiagramRoutes(server: FastifyInstance, services: Services): void {
  const isRenderer = rendererCheck(services.config)
  const requireRenderer = ({ headers }: FastifyRequest): void => {
    if (!isRenderer(headers.authorization)) {
      throw unauthenticated(
        'This is for the renderer, which sends RENDERER_SECRET as its token.',
      )
    }
  }
  const path = '/~render/orgs/:organizationId/spaces/:spaceId/diagrams'

  server.post<AskRoute>(
    path,
    { bodyLimit: askBytesMax, onRequest: async (request) => requireRenderer(request) },
    async (request, reply) => {
      const diagrams = await askForDiagrams(
        services,
        request.params,
        sourcesIn(request.body),
      )
      if (diagrams === undefined) throw notFound('space', request.params.spaceId)
      return reply.header('cache-control', 'no-store').send({ diagrams })
    },
  )

  server.get<DrawingRoute>(
    `${path}/:diagramId/:theme`,
    { exposeHeadRoute: false, onRequest: async (request) => requireRenderer(request) },
    async (request, reply) => {
      const svg = await readDrawing(services, request.params)
      if (svg === undefined) throw notFound('diagram', request.params.diagramId)
      return reply
        .headers({
          'content-type': 'image/svg+xml',
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=86400',
        })
        .send(svg)
    },
  )
}

function sourcesIn(body: unknown): readonly string[] {
  const sources =
    typeof body === 'object' && body !== null && 'sources' in body && body.sources
  const isGood =
    Array.isArray(sources) &&
    sources.length <= diagramsAskedMax &&
    sources.every(
      (source): source is string =>
        typeof source === 'string' && source.length <= sourceLengthMax,
    )
  if (!isGood) {
    throw invalidRequest(
      `Send \`sources\`: up to ${diagramsAskedMax} texts of up to ${sourceLengthMax} characters.`,
    )
  }
  return sources
}

async function readDrawing(
  { db, storage, log }: Services,
  { organizationId, spaceId, diagramId, theme: asked }: DrawingRoute['Params'],
): Promise<Buffer | undefined> {
  const theme = diagramThemes.find((known) => known === asked)
  const of = { organizationId, spaceId }
  const [row] = await db.many(selectDiagrams, { ...of, ids: [diagramId] })
  if (theme === undefined || row?.status !== 'drawn') return undefined
  if (row.is_forgotten) {
    await db.transaction(async (tx) => tx.run(renewDiagrams, { ...of, ids: [diagramId] }))
  }
  const stored = await storage.get(drawingKey({ spaceId, diagramId }, theme))
  if (stored === undefined) {
    log.error({ spaceId, diagramId }, 'a stored diagram is missing')
  }
  return stored && (await buffer(stored.body))
}
