import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  type ApiError,
  routeNotFound,
  unauthenticated,
} from '#/platform/errors/api-error.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { bodyChanges } from './body-changes.ts'
import { siteIdAt } from './resolve-url.ts'
import { siteNow, watchHeads } from './watch-heads.ts'

const stillHereMs = 10_000
const unreadBytesMax = 16 * 1024 * 1024

/**
 * Serves the stream for the installation's renderer: every published site, and each change of one.
 */
export function addRenderStream(server: FastifyInstance, services: Services): void {
  const isRenderer = rendererCheck(services.config)
  const heads = watchHeads(services)
  const open = new Set<() => void>()

  function requireRenderer({ url, headers }: FastifyRequest): void {
    if (!isRenderer(headers.authorization)) throw refusalOf(services, url)
  }

  server.get('/~render/stream', (request, reply) => {
    requireRenderer(request)
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that buffer answers would delay every event.
      'x-accel-buffering': 'no',
    })
    raw.flushHeaders()
    const timer = setInterval(() => raw.write(': still here\n\n'), stillHereMs)
    const leave = heads.join(({ name, data }) => {
      raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      // A reader that falls too far behind is disconnected; its next stream starts with the present
      // state.
      if (raw.writableLength > unreadBytesMax) end()
    }, end)
    function end(): void {
      clearInterval(timer)
      leave()
      open.delete(end)
      raw.end()
    }
    open.add(end)
    raw.on('close', end)
  })

  /**
   * The state of one site, for a renderer that cannot wait for the stream, such as after a merge.
   */
  server.get<{ Params: { organizationId: string; siteId: string } }>(
    '/~render/orgs/:organizationId/sites/:siteId',
    async (request, reply) => {
      requireRenderer(request)
      reply.header('cache-control', 'no-store')
      return siteNow(services, request.params)
    },
  )

  /** The site that a URL names, so that the renderer tries no visitor's cookie of another. */
  server.get<{ Querystring: { url?: unknown } }>(
    '/~render/site-at',
    async (request, reply) => {
      requireRenderer(request)
      const { url } = request.query
      const site = typeof url === 'string' ? await siteIdAt(services, url) : undefined
      reply.header('cache-control', 'no-store')
      return { site: site ?? null }
    },
  )

  /** The documents that changed between two revisions, if nothing else did. */
  server.get<{
    Params: { organizationId: string; spaceId: string; from: string; to: string }
  }>(
    '/~render/orgs/:organizationId/spaces/:spaceId/bodies/:from/:to',
    async (request, reply) => {
      requireRenderer(request)
      const changes = await bodyChanges(services.db, request.params)
      if (changes === undefined) throw routeNotFound('GET', request.url)
      // Revisions never change, so neither does their difference.
      reply.header('cache-control', 'private, max-age=31536000, immutable')
      return changes
    },
  )

  // An open stream would keep the process alive; its reader reconnects to another at once.
  server.addHook('preClose', async () => {
    for (const end of open) end()
    await heads.stop()
  })
}

function refusalOf({ config }: Pick<Services, 'config'>, path: string): ApiError {
  return config.RENDERER_SECRET === undefined
    ? routeNotFound('GET', path)
    : unauthenticated(
        'This is for the renderer, which sends RENDERER_SECRET as its token.',
      )
}
