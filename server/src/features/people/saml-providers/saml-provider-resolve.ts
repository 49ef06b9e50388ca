import { type Actor, actorIn } from '#/access/actor.ts'
import { lockMemberships } from '#/features/people/members/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import {
  type OfProvider,
  type ProviderRow,
  selectProvider,
} from './saml-provider-queries.ts'

interface ProviderForCaller {
  readonly actor: Actor
  readonly row: ProviderRow | undefined
}

/** The caller's role, and the provider if there is one; refuses who is no member. */
export async function findProvider(
  db: Queryable,
  context: Context,
  of: OfProvider,
): Promise<ProviderForCaller> {
  const [actor, row] = await Promise.all([
    actorIn(db, context, of.organizationId),
    db.first(selectProvider, { ...of, callerId: context.caller.userId }),
  ])
  return { actor, row }
}

/** The same in the transaction that changes it: other changes of providers wait until its end. */
export async function findProviderToChange(
  tx: Transaction,
  context: Context,
  of: OfProvider,
): Promise<ProviderForCaller> {
  const { organizationId } = of
  const callerId = context.caller.userId
  const [, found] = await Promise.all([
    tx.first(lockMemberships, { organizationId, callerId }),
    findProvider(tx, context, of),
  ])
  return found
}

export function known(
  { row }: Pick<ProviderForCaller, 'row'>,
  { samlProviderId }: Pick<OfProvider, 'samlProviderId'>,
): ProviderRow {
  if (row === undefined) throw notFound('identity provider', samlProviderId)
  return row
}
