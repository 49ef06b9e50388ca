import type { FastifyInstance } from 'fastify'

import { notFound, unauthenticated } from '#/platform/errors/api-error.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { exchangeVisitCode, isBrought } from './visit-codes.ts'

const askBytesMax = 4096

/** Lets the installation's renderer exchange the code that a browser brought to a site. */
export function addVisitRoutes(server: FastifyInstance, services: Services): void {
  const isRenderer = rendererCheck(services.config)
  const forRenderer = {
    bodyLimit: askBytesMax,
    async onRequest({ headers }: { headers: { authorization?: string | undefined } }) {
      if (isRenderer(headers.authorization)) return
      throw unauthenticated(
        'This is for the renderer, which sends RENDERER_SECRET as its token.',
      )
    },
  }
  server.post<{ Params: { siteId: string } }>(
    '/~render/sites/:siteId/visits',
    forRenderer,
    async ({ params: { siteId }, body }, reply) => {
      const brought = {
        siteId,
        code: fieldOf(body, 'code'),
        flowHash: fieldOf(body, 'flow'),
        host: fieldOf(body, 'host'),
      }
      const secret = isBrought(brought)
        ? await services.db.transaction(async (tx) =>
            exchangeVisitCode(tx, services.config, brought),
          )
        : undefined
      if (secret === undefined) throw notFound('code', 'for this site')
      return reply.header('cache-control', 'no-store').send({ secret })
    },
  )
}

function fieldOf(body: unknown, name: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}
