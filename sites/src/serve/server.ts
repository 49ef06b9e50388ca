import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'

import type { Config } from './config/config.ts'
import type { Metrics } from './metrics.ts'
import { addPrintRoutes, type PrintOptions } from './print/print-routes.ts'

const formBytesMax = 8192
const requestTimeoutMs = 15_000

export interface ServerOptions {
  readonly config: Pick<Config, 'TRUSTED_PROXIES'>
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly isDraining: () => boolean
  readonly print: PrintOptions
}

/** The server of sites: every path belongs to them, except the health checks and the prints. */
export function buildServer({
  config,
  serve,
  isDraining,
  print,
}: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: formBytesMax,
    requestTimeout: requestTimeoutMs,
    // The router only tells health checks and prints from sites; `serve` checks paths itself.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 8192 },
    exposeHeadRoutes: true,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  server.get('/~healthz', () => ({ status: 'ok' }))
  server.get('/~readyz', async (_request, reply) =>
    isDraining() ? reply.status(503).send({ status: 'draining' }) : { status: 'ok' },
  )
  addPrintRoutes(server, print)
  server.get('/*', serve)
  server.post('/*', serve)
  // All paths have a route for GET, HEAD and POST, so this answers other methods.
  server.setNotFoundHandler(async (_request, reply) =>
    reply
      .status(405)
      .header('allow', 'GET, HEAD, POST')
      .type('text/plain')
      .send('Use GET.\n'),
  )
  return server
}

/** The server of metrics, a separate one, so that no host of a site exposes these. */
export function buildMetricsServer({
  contentType,
  text,
}: Pick<Metrics, 'contentType' | 'text'>): FastifyInstance {
  const server = Fastify({ logger: false })
  server.get('/~metrics', async (_request, reply) =>
    reply.type(contentType).send(await text()),
  )
  return server
}
