import { randomBytes } from 'node:crypto'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import type { Context } from '#/platform/http/context.ts'
import { signJwt } from '#/platform/secrets/jwt.ts'
import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'

export const visitorClaimsKey = 'visitor-claims'
const keyBytes = 32
const lifetimeSeconds = 3600

interface Visitor {
  readonly organizationId: string
  readonly userId: string
  /** The organization's key, sealed; null until its first use. */
  readonly sealed: string | null
  /** The present time, by the clock of the database. */
  readonly nowSeconds: number
}

type Secret = Readonly<{ organizationId: string; name: string }>

const insertSecret = statement('member.insert-key', (p: Secret & { sealed: string }) =>
  sqlBuilder
    .insertInto('organization_secret')
    .values({ organization_id: p.organizationId, name: p.name, sealed: p.sealed })
    .onConflict((conflict) => conflict.doNothing()),
)

const selectSecret = statement('member.select-key', (p: Secret) =>
  sqlBuilder
    .selectFrom('organization_secret')
    .select('sealed')
    .where('organization_id', '=', p.organizationId)
    .where('name', '=', p.name),
)

/** A token by which published sites of the organization know the member for an hour. */
export async function signVisitorClaims(
  tx: Transaction,
  context: Pick<Context, 'sealer'>,
  { organizationId, userId, sealed, nowSeconds }: Visitor,
): Promise<string> {
  const key = context.sealer.unseal(
    sealed ?? (await createKey(tx, context, organizationId)),
    organizationSecretScope(organizationId, visitorClaimsKey),
  )
  return signJwt(key, {
    sub: userId,
    org: organizationId,
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  })
}

/**
 * Gives the sealed key of an organization without one: the first of several concurrent requests
 * stores its key, and all of them use that key.
 */
async function createKey(
  tx: Transaction,
  { sealer }: Pick<Context, 'sealer'>,
  organizationId: string,
): Promise<string> {
  const secret = { organizationId, name: visitorClaimsKey }
  const sealed = sealer.seal(
    randomBytes(keyBytes),
    organizationSecretScope(organizationId, visitorClaimsKey),
  )
  const [, kept] = await Promise.all([
    tx.run(insertSecret, { ...secret, sealed }),
    tx.first(selectSecret, secret),
  ])
  return written(kept).sealed
}
