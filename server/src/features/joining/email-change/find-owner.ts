import type { FastifyRequest } from 'fastify'

import { createFindSignedIn } from '#/features/joining/sign-in/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type {
  AuthenticateSession,
  Caller,
  SessionOfCaller,
} from '#/platform/http/caller.ts'

/** Somebody who is signed in to the whole of their account. */
export type Owner = Caller & { readonly session: SessionOfCaller }

export type FindOwner = (request: FastifyRequest) => Promise<Owner | undefined>

/** Finds who a browser is signed in as; a session of one organization is nobody's here. */
export function createFindOwner(
  config: Pick<Config, 'PUBLIC_URL'>,
  authenticateSession: AuthenticateSession,
): FindOwner {
  const findSignedIn = createFindSignedIn(config, authenticateSession)
  return async (request) => {
    const caller = await findSignedIn(request)
    if (caller?.session === undefined || caller.organizationId !== undefined) {
      return undefined
    }
    return { ...caller, session: caller.session }
  }
}
