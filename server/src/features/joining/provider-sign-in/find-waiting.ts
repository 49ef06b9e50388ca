import { hashSecret } from '#/features/joining/welcome-links/public.ts'
import { vouchesFor } from '#/features/people/sign-in-methods/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { lockWaiting } from './provider-sign-in-queries.ts'

export type Waiting = NonNullable<(typeof lockWaiting)['row']>

export interface NamedWaiting {
  readonly secret: string
  readonly providerId: string
  readonly flowHash: string
}

/**
 * An identity that waits, locked; undefined where it is over, or where another issuer is set under
 * the id of its provider by now.
 */
export async function findWaiting(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { secret, providerId, flowHash }: NamedWaiting,
): Promise<Waiting | undefined> {
  const provider = config.SIGN_IN_PROVIDERS.find(({ id }) => id === providerId)
  const named = { hash: hashSecret(secret), providerId, flowHash }
  const waiting = await tx.first(lockWaiting, named)
  if (provider === undefined || waiting === undefined) return undefined
  return vouchesFor(provider, waiting) ? waiting : undefined
}
