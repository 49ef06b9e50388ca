import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'

import type { Config } from './config/config.ts'
import { addPrintRoutes, type PrintOptions } from './print/print-routes.ts'

const formBytesMax = 8192
const requestTimeoutMs = 15_000

export interface ServerOptions {
  readonly config: Pick<Config, 'TRUSTED_PROXIES'>
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly isDraining: () => boolean
  readonly print: PrintOptions
}

/** Every path but those of health belongs to sites; which one decides the host. */
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
    // Paths are judged by us: the router only tells health from sites.
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
  // Also for paths that cannot be decoded, which the router refuses.
  server.setNotFoundHandler(async (_request, reply) =>
    reply
      .status(405)
      .header('allow', 'GET, HEAD, POST')
      .type('text/plain')
      .send('Use GET.\n'),
  )
  return server
}

/** Apart from the sites, so that no host of theirs leads to the figures. */
export function buildMetricsServer(text: () => string): FastifyInstance {
  const server = Fastify({ logger: false })
  server.get('/~metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(text()),
  )
  return server
}
