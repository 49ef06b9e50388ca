import { hash, randomUUID, timingSafeEqual } from 'node:crypto'

import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'

import type { Config } from './config/config.ts'
import type { Metrics } from './metrics.ts'
import { createTryBodyReader } from './http/try-body.ts'
import { addPrintRoutes, type PrintOptions } from './print/print-routes.ts'

const formBytesMax = 8192
/** The interval at which Node looks for connections whose request does not come. */
const lookEveryMs = 1000
/** The time after which a connection on which nothing moves is closed, in either direction. */
const idleMsMax = 120_000

export interface ServerOptions {
  readonly config: Pick<Config, 'TRUSTED_PROXIES' | 'REQUEST_SECONDS' | 'OPENAPI_PROXY'>
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly isDraining: () => boolean
  readonly print: PrintOptions
  /** The headers of answers that no route gives. */
  readonly guards: Readonly<Record<string, string>>
}

const refusals: Readonly<Record<number, string>> = {
  400: 'This path is not valid.',
  403: 'Requests are taken from the pages of the site only.',
  405: 'Use GET.',
  413: 'This is too long.',
  415: 'Send the form as application/x-www-form-urlencoded.',
  429: 'Too many requests at once. Try again in a moment.',
  500: 'Something went wrong. Try again in a moment.',
}

/** The server of sites: every path belongs to them, except the health checks and the prints. */
export function buildServer({
  config,
  serve,
  isDraining,
  print,
  guards,
}: ServerOptions): FastifyInstance {
  const requestMsMax = config.REQUEST_SECONDS * 1000
  const refuse = async (reply: FastifyReply, status: number) =>
    reply
      .status(status)
      .headers({ ...guards, 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send(`${refusals[status] ?? 'This request is not valid.'}\n`)
  const server = Fastify({
    logger: false,
    // A reader quotes it, and it is looked for in the logs of all processes.
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: formBytesMax,
    requestTimeout: requestMsMax,
    http: { headersTimeout: requestMsMax, connectionsCheckingInterval: lookEveryMs },
    connectionTimeout: idleMsMax,
    // The router only tells health checks and prints from sites; `serve` checks paths itself.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 8192 },
    exposeHeadRoutes: true,
    // Fastify's own answers, such as to a path that cannot be decoded, have none of our headers.
    frameworkErrors: (error, _request, reply) => {
      void refuse(reply, error.statusCode ?? 400)
    },
  })
  server.setErrorHandler(async ({ statusCode = 500 }: FastifyError, _request, reply) =>
    refuse(reply, statusCode),
  )
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  if (config.OPENAPI_PROXY === 'on') {
    server.addContentTypeParser('application/json', createTryBodyReader())
  }
  server.get('/~healthz', () => ({ status: 'ok' }))
  server.get('/~readyz', async (_request, reply) =>
    isDraining() ? reply.status(503).send({ status: 'draining' }) : { status: 'ok' },
  )
  addSecretQuestion(server, print.rendererSecret)
  addPrintRoutes(server, print)
  server.get('/*', serve)
  server.post('/*', serve)
  // All paths have a route for GET, HEAD and POST, so this answers other methods.
  server.setNotFoundHandler(async (_request, reply) =>
    refuse(reply.header('allow', 'GET, HEAD, POST'), 405),
  )
  return server
}

/** Lets the operator's doctor ask whether api and renderer have the same secret. */
function addSecretQuestion(server: FastifyInstance, secret: string): void {
  const expected = hash('sha256', `Bearer ${secret}`, 'buffer')
  server.get('/~secret', async ({ headers: { authorization = '' } }, reply) => {
    const isSame = timingSafeEqual(hash('sha256', authorization, 'buffer'), expected)
    return reply
      .status(isSame ? 204 : 403)
      .header('cache-control', 'no-store')
      .send()
  })
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
