import type { FastifyRequest } from 'fastify'

import type { Config } from '#/platform/config/config.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

import type { Authenticate, AuthenticateSession, Reader } from './caller.ts'
import { isForeign } from './cross-site.ts'
import { sessionSecretIn } from './session-cookie.ts'

type Asking = Pick<FastifyRequest, 'headers' | 'host'>

/** Who asks for a page outside the API; undefined for nobody. A bad token is refused. */
export type FindReader = (request: Asking) => Promise<Reader | undefined>

/** Finds readers by their token, or without one by the session of their browser, for reads alone. */
export function createFindReader(
  {
    authenticate,
    authenticateSession,
  }: Readonly<{ authenticate: Authenticate; authenticateSession: AuthenticateSession }>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): FindReader {
  return async (request) => {
    const { authorization } = request.headers
    if (authorization !== undefined) return authenticate(authorization)
    const secret = sessionSecretIn(request, PUBLIC_URL)
    // Whether a file or a page comes of it can be told by whoever opened the window.
    if (secret === undefined || isForeign(request)) return undefined
    try {
      return await authenticateSession(secret)
    } catch (error) {
      // A session that has ended is like none.
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}
