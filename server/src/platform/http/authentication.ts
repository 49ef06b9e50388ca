import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '#/platform/config/config.ts'
import {
  ApiError,
  tokenTooNarrow,
  unauthenticated,
  visitorToken,
} from '#/platform/errors/api-error.ts'

import {
  type Authenticate,
  type AuthenticateSession,
  type Caller,
  isVisitor,
} from './caller.ts'
import { crossSiteRefusal, isForeign } from './cross-site.ts'
import { sessionSecretIn } from './session-cookie.ts'

export interface Authenticators {
  readonly authenticate: Authenticate
  readonly authenticateSession: AuthenticateSession
  readonly isRenderer: (authorization: string | undefined) => boolean
}

/**
 * Identifies the caller before anything else is read: by the Authorization header, or else by the
 * session of a browser. A refusal is only thrown after the rate limiter has counted the request, so
 * that guessing tokens is limited like everything else.
 */
export function addAuthentication(
  server: FastifyInstance,
  { authenticate, authenticateSession, isRenderer }: Authenticators,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): void {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('isRenderer', false)
  server.decorateRequest('refusal', undefined)

  server.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers
    request.isRenderer = isRenderer(authorization)
    try {
      request.refusal =
        authorization === undefined
          ? await refusalOfBrowser(request, reply)
          : await refusalOfToken(request, authorization)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      request.refusal = error
    }
  })

  server.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.refusal !== undefined) done(request.refusal)
    else done()
  })

  async function refusalOfToken(request: FastifyRequest, authorization: string) {
    if (request.isRenderer) return refusalWithoutToken(request)
    request.caller = await authenticate(authorization)
    return narrowness(request)
  }

  async function refusalOfBrowser(request: FastifyRequest, reply: FastifyReply) {
    const secret = sessionSecretIn(request, PUBLIC_URL)
    // What a page of another origin reads is nobody's: some reads are work, and all take time.
    const isOwn = secret !== undefined && !(isRead(request) && isForeign(request))
    if (!isOwn) return refusalWithoutToken(request)
    try {
      request.caller = await authenticateSession(secret)
    } catch (error) {
      // Where nobody needs to sign in, a session that has ended is like none.
      if (error instanceof ApiError && isForAnyone(request)) return undefined
      throw error
    }
    const refusal = crossSiteRefusal(request, PUBLIC_URL) ?? narrowness(request)
    if (refusal === undefined) await renewSession(request, reply)
    return refusal
  }
}

/** Gives the session of a browser another secret, where its person's rights have changed. */
async function renewSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { caller } = request
  if (caller === undefined || isVisitor(caller) || caller.session === undefined) return
  const { id, renew } = caller.session
  const renewed = await renew?.()
  if (renewed === undefined) return
  const { hash, cookie } = renewed
  request.caller = { ...caller, fileMark: `s${hash}`, session: { id, hash } }
  reply.header('set-cookie', cookie)
}

function refusalWithoutToken(request: FastifyRequest): ApiError | undefined {
  if (isForAnyone(request)) return undefined
  return unauthenticated(
    'This operation needs an API token. Send it as "Authorization: Bearer <token>".',
  )
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isForAnyone(request: FastifyRequest): boolean {
  return request.routeOptions.config.definition?.caller === 'anyone'
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
    return boundToOrganization(caller)
  }
  return undefined
}

function boundToOrganization({ session }: Caller): ApiError {
  return tokenTooNarrow(
    session === undefined
      ? 'This token is restricted to one organization, and this is about the account behind it. Use a token with the "write" scope that is for no single organization.'
      : 'You signed in through an organization, and this session is restricted to it: this is about the account behind it. Sign in with the account itself.',
  )
}
