import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  ApiError,
  tokenTooNarrow,
  unauthenticated,
  visitorToken,
} from '#/platform/errors/api-error.ts'

import { type Authenticate, isVisitor } from './caller.ts'

/**
 * Identifies the caller before anything else is read. A refusal is only thrown after the rate
 * limiter has counted the request, so that guessing tokens is limited like everything else.
 */
export function addAuthentication(
  server: FastifyInstance,
  authenticate: Authenticate,
  isRenderer: (authorization: string | undefined) => boolean,
): void {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('isRenderer', false)
  server.decorateRequest('refusal', undefined)

  server.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    request.isRenderer = isRenderer(authorization)
    if (authorization === undefined || request.isRenderer) {
      request.refusal = refusalWithoutToken(request)
      return
    }
    try {
      request.caller = await authenticate(authorization)
      request.refusal = narrowness(request)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      request.refusal = error
    }
  })

  server.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.refusal !== undefined) done(request.refusal)
    else done()
  })
}

function refusalWithoutToken(request: FastifyRequest): ApiError | undefined {
  if (request.routeOptions.config.definition?.caller === 'anyone') return undefined
  return unauthenticated(
    'This operation needs an API token. Send it as "Authorization: Bearer <token>".',
  )
}

/** The error when the token itself forbids the request, whatever its owner may do. */
function narrowness(request: FastifyRequest): ApiError | undefined {
  const { definition } = request.routeOptions.config
  const { caller } = request
  if (definition === undefined || caller === undefined) return undefined
  if (isVisitor(caller)) return definition.visitor === true ? undefined : visitorToken()
  const writes = definition.method !== 'GET' && definition.isRead !== true
  if (!caller.mayWrite && writes) {
    return tokenTooNarrow('This token may only read. Use a token with the "write" scope.')
  }
  if (!caller.mayWrite && definition.revealsSecret === 'refused') {
    return tokenTooNarrow(
      'This token may only read, and the answer holds a secret that gives more than that. Use a token with the "write" scope.',
    )
  }
  if (caller.organizationId !== undefined && definition.reach === 'account-write') {
    return tokenTooNarrow(
      'This token is restricted to one organization and cannot change the account behind it. Use a token with the "write" scope that is for no single organization.',
    )
  }
  return undefined
}
