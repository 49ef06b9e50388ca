import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { type ApiError, unauthenticated } from '#/platform/errors/api-error.ts'
import type { Caller, Reader } from '#/platform/http/caller.ts'

import { bearerIn } from './authenticate.ts'
import { createKnownCallers } from './known-callers.ts'
import { hashOfSecret, secretForm } from './secret-form.ts'

/** 43 characters of 62 are 256 bits. */
const form = secretForm('lec_i_', 43)

export const mintScimToken = form.mint

type OfToken = Readonly<{ organizationId: string; hash: string }>

const selectScimToken = statement('access.scim-token', (p: OfToken) =>
  sqlBuilder
    .selectFrom('scim_token')
    .select('id')
    .where('organization_id', '=', p.organizationId)
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]),
    ),
)

const touchScimToken = statement('access.touch-scim-token', (p: OfToken) =>
  sqlBuilder
    .updateTable('scim_token')
    .set({ last_used_at: sql`now()` })
    .where('organization_id', '=', p.organizationId)
    .where('hash', '=', p.hash)
    .where((eb) =>
      eb.or([
        eb('last_used_at', 'is', null),
        eb('last_used_at', '<', sql<string>`now() - interval '1 minute'`),
      ]),
    ),
)

/** Who sends a token to the SCIM address of an organization; throws the refusal for all others. */
export type AuthenticateScim = (
  organizationId: string,
  authorization: string | undefined,
) => Promise<Reader> | Reader

/**
 * Finds the token of a directory. Its id stands for the user, whom there is none of; one that is
 * deleted works for half a second more at most.
 */
export function createScimAuthenticator(
  db: Database,
  { nowMs = () => performance.now() }: { readonly nowMs?: () => number } = {},
): AuthenticateScim {
  const callerOf = createKnownCallers(nowMs)
  const lookup = {
    find: async (key: string) => findCaller(db, ofKey(key)),
    touch: async (key: string) =>
      db.transaction(async (tx) => tx.run(touchScimToken, ofKey(key))),
    refusal: badToken,
  }
  return (organizationId, authorization) => {
    const token = bearerIn(authorization ?? '')
    if (token === undefined || !form.isWellFormed(token)) throw badToken()
    return callerOf(`${hashOfSecret(token)} ${organizationId}`, lookup)
  }
}

/** One token is looked up for one organization: elsewhere it is nobody's. */
function ofKey(key: string): OfToken {
  const at = key.indexOf(' ')
  return { hash: key.slice(0, at), organizationId: key.slice(at + 1) }
}

async function findCaller(db: Database, of: OfToken): Promise<Caller | undefined> {
  const row = await db.first(selectScimToken, of)
  return (
    row && {
      userId: row.id,
      tokenId: row.id,
      mayWrite: true,
      organizationId: of.organizationId,
    }
  )
}

function badToken(): ApiError {
  return unauthenticated(
    'The Authorization header must read "Bearer <token>", with a SCIM token of this organization. It is unknown, expired or deleted, or was not copied whole.',
  )
}
