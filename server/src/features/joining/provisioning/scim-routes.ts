import type { FastifyInstance, FastifyRequest, RouteGenericInterface } from 'fastify'

import type { AuthenticateScim } from '#/access/scim-token.ts'
import { ApiError, notFound } from '#/platform/errors/api-error.ts'
import { queueCallers } from '#/platform/http/caller-lines.ts'
import { translate } from '#/platform/http/error-handler.ts'
import { limitCallers } from '#/platform/http/rate-limits.ts'
import {
  addJsonBodies,
  refuseUnreadableQueries,
  unknownRoute,
} from '#/platform/http/wire-rules.ts'
import type { Services } from '#/platform/services.ts'

import {
  findResourceType,
  findSchema,
  listResourceTypes,
  listSchemas,
  viewServiceProviderConfig,
} from './discovery.ts'
import { addGroupRoutes } from './group-routes.ts'
import { viewScimError } from './scim-errors.ts'
import { directoryOf, prefix, sendJson } from './scim-requests.ts'
import { addUserRoutes } from './user-routes.ts'

/** Where a directory such as Okta or Entra ID keeps the members and teams of an organization. */
export async function addScimRoutes(
  server: FastifyInstance,
  services: Services,
  authenticate: AuthenticateScim,
): Promise<void> {
  await server.register(
    (scope, _options, done) => {
      identify(scope, authenticate)
      limitCallers(scope)
      queueCallers(scope)
      addJsonBodies(scope)
      refuseUnreadableQueries(scope)
      answerInScim(scope)
      addUserRoutes(scope, services)
      addGroupRoutes(scope, services)
      addDiscovery(scope, services)
      done()
    },
    { prefix },
  )
}

/** As for the API: a refusal is thrown once the limiter has counted the request. */
function identify(scope: FastifyInstance, authenticate: AuthenticateScim): void {
  scope.decorateRequest('caller', undefined)
  scope.decorateRequest('isRenderer', false)
  scope.decorateRequest('refusal', undefined)
  scope.addHook('onRequest', async (request) => {
    const [, organizationId = ''] = /^\/scim\/v2\/(\w{1,64})/.exec(request.url) ?? []
    try {
      request.caller = await authenticate(organizationId, request.headers.authorization)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      request.refusal = error
    }
  })
  scope.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.refusal === undefined) done()
    else done(request.refusal)
  })
}

function answerInScim(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const known = translate(error, request)
    if (known.status >= 500) request.log.error({ err: error }, 'scim request failed')
    return sendJson(reply.headers(known.headers), known.status, viewScimError(known))
  })
  scope.setNotFoundHandler((request) => {
    throw unknownRoute(request)
  })
}

function addDiscovery(scope: FastifyInstance, services: Services): void {
  interface OfId extends RouteGenericInterface {
    readonly Params: { readonly id: string }
  }
  const organization = '/:organizationId'
  scope.get(`${organization}/ServiceProviderConfig`, async (request, reply) =>
    sendJson(reply, 200, viewServiceProviderConfig(baseUrlOf(services, request))),
  )
  scope.get(`${organization}/ResourceTypes`, async (request, reply) =>
    sendJson(reply, 200, listResourceTypes(baseUrlOf(services, request))),
  )
  scope.get(`${organization}/Schemas`, async (request, reply) =>
    sendJson(reply, 200, listSchemas(baseUrlOf(services, request))),
  )
  scope.get<OfId>(`${organization}/ResourceTypes/:id`, async (request, reply) => {
    const { id } = request.params
    const found = findResourceType(id, baseUrlOf(services, request))
    if (found === undefined) throw notFound('resource type', id)
    return sendJson(reply, 200, found)
  })
  scope.get<OfId>(`${organization}/Schemas/:id`, async (request, reply) => {
    const { id } = request.params
    const found = findSchema(id, baseUrlOf(services, request))
    if (found === undefined) throw notFound('schema', id)
    return sendJson(reply, 200, found)
  })
}

function baseUrlOf(services: Services, request: FastifyRequest): string {
  return directoryOf(services, request).baseUrl
}
