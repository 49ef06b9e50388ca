import { operations } from '@lectern/contract/operations.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'

import { methodNotAllowed } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { addAuthentication } from './authentication.ts'
import { boundClose } from './bounded-close.ts'
import { queueCallers } from './caller-lines.ts'
import { type Authenticate, type AuthenticateSession, isVisitor } from './caller.ts'
import { answerError, answerUnreadable, operationOf } from './error-handler.ts'
import { HeldBodies } from './held-bodies.ts'
import type { FindRole } from './idempotency.ts'
import { bodyBytesMax } from './large-requests.ts'
import type { Operation } from './operation.ts'
import { addRateLimits, limitCallers, limitReaders } from './rate-limits.ts'
import { rendererCheck } from './renderer-secret.ts'
import { routeOf, urlsOf } from './route.ts'
import { boundBodies, idleMsMax, lookEveryMs } from './slow-requests.ts'
import {
  addJsonBodies,
  addWireHeaders,
  addWireRules,
  refuseUnreadableQueries,
  requestIdOf,
  unknownRoute,
} from './wire-rules.ts'

export interface ServerParts {
  readonly operations: readonly Operation[]
  readonly authenticate: Authenticate
  readonly authenticateSession: AuthenticateSession
  readonly findRole: FindRole
  readonly isDraining: () => boolean
  /** Routes outside /v1 that count for nobody: health, and what the renderer asks with its secret. */
  readonly uncounted: readonly AddRoutes[]
  /** Routes outside /v1 that know their callers by themselves, and count for these. */
  readonly identified: readonly AddRoutes[]
  /** Routes outside /v1 that anybody may ask for: pages, files, questions of proxies. */
  readonly counted: readonly AddRoutes[]
}

type AddRoutes = (server: FastifyInstance, services: Services) => void | Promise<void>

export async function buildServer(
  services: Services,
  parts: ServerParts,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = services.log
  const server = Fastify({
    loggerInstance,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // From the server's side: the nearest proxy is number 0.
    trustProxy: (_address, hop) => hop < services.config.TRUST_PROXY,
    bodyLimit: bodyBytesMax,
    requestIdHeader: false,
    genReqId: (request) => requestIdOf(request.headers),
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: services.config.REQUEST_SECONDS * 1000,
      connectionsCheckingInterval: lookEveryMs,
    },
    connectionTimeout: idleMsMax,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => {
      addWireHeaders(request, reply)
      void answerError(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
  })
  boundClose(server)
  boundBodies(server.server, {
    seconds: services.config.REQUEST_SECONDS,
    bytesPerSecond: services.config.REQUEST_BYTES_PER_SECOND,
  })
  server.setErrorHandler(answerError)
  await addWireRules(server)
  server.addHook('onSend', (_request, reply, payload, done) => {
    // A connection that stays open would send its next request to a process that is stopping.
    if (parts.isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
  addAccessLog(server, services)
  await addRateLimits(server, services)
  for (const add of [...parts.uncounted, ...parts.identified]) {
    await server.register(async (scope) => add(scope, services))
  }
  for (const add of parts.counted) {
    await server.register(async (scope) => {
      limitReaders(scope)
      await add(scope, services)
    })
  }
  await server.register(async (api) => addApi(api, services, parts), { prefix: '/v1' })
  server.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
  return server
}

async function addApi(
  api: FastifyInstance,
  services: Services,
  { operations: implemented, findRole, ...authenticators }: ServerParts,
): Promise<void> {
  const isRenderer = rendererCheck(services.config)
  addAuthentication(api, { ...authenticators, isRenderer }, services.config)
  limitCallers(api)
  queueCallers(api)
  api.decorate('heldBodies', new HeldBodies())
  addJsonBodies(api)
  refuseUnreadableQueries(api)
  const placed = implemented.flatMap((operation) =>
    urlsOf(operations[operation.id]).map((url) => ({ url, operation })),
  )
  for (const [url, places] of Map.groupBy(placed, (place) => place.url)) {
    const here = places.map(({ operation }) => operation)
    for (const operation of here) {
      api.route({ ...routeOf(services, operation, findRole), url })
    }
    refuseOtherMethods(api, url, here)
  }
  // A separate handler, so that unknown routes of the API need a token too.
  api.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
}

function refuseOtherMethods(
  api: FastifyInstance,
  url: string,
  here: readonly Operation[],
): void {
  const taken = new Set<string>(here.map(({ id }) => operations[id].method))
  if (taken.has('GET')) taken.add('HEAD')
  const allowed = [...taken, 'OPTIONS']
  const refusal = (request: FastifyRequest) =>
    methodNotAllowed(request.method, request.url, allowed)
  api.route({
    method: api.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    config: { allowed },
    exposeHeadRoute: false,
    preParsing: (request, _reply, _payload, done) => done(refusal(request)),
    handler: (request) => {
      throw refusal(request)
    },
  })
}

/** Logs one line and records one measurement per request. */
function addAccessLog(server: FastifyInstance, { log, metrics }: Services): void {
  server.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)
    const seconds = reply.elapsedTime / 1000
    metrics.httpRequest(operation, reply.statusCode, seconds)
    log.info(
      {
        requestId: request.id,
        operation,
        method: request.method,
        status: reply.statusCode,
        seconds,
        actor: actorOf(request),
      },
      'request',
    )
    done()
  })
}

function actorOf({ caller }: FastifyRequest): string | undefined {
  return caller !== undefined && isVisitor(caller)
    ? `site ${caller.siteId}`
    : caller?.userId
}
