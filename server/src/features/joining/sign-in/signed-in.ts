import type { FastifyRequest } from 'fastify'

import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import {
  type AuthenticateSession,
  type Caller,
  isVisitor,
} from '#/platform/http/caller.ts'
import { sessionSecretIn } from '#/platform/http/session-cookie.ts'

import { selectPerson } from './sign-in-queries.ts'
import type { Person } from './sign-in-links.ts'

/** Who a browser is signed in as; undefined for nobody. */
export type FindSignedIn = (
  request: Pick<FastifyRequest, 'headers' | 'host'>,
) => Promise<Caller | undefined>

export function createFindSignedIn(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  authenticateSession: AuthenticateSession,
): FindSignedIn {
  return async (request) => {
    const secret = sessionSecretIn(request, PUBLIC_URL)
    if (secret === undefined) return undefined
    try {
      const caller = await authenticateSession(secret)
      return isVisitor(caller) ? undefined : caller
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}

/** The person whom a caller is; undefined for nobody. */
export async function findPerson(
  db: Queryable,
  caller: Caller | undefined,
): Promise<Person | undefined> {
  if (caller === undefined) return undefined
  const row = await db.first(selectPerson, { accountId: caller.userId })
  return row && { displayName: row.display_name, email: row.email }
}
