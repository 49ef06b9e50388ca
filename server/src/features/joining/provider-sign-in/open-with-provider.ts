import { enter } from '#/features/joining/sign-in/public.ts'
import { openAccount } from '#/features/joining/sign-up/public.ts'
import { hashSecret } from '#/features/joining/welcome-links/public.ts'
import { addFirstIdentity } from '#/features/people/sign-in-methods/public.ts'
import type { Services } from '#/platform/services.ts'

import type { Finished, OfWaiting } from './finish-sign-in.ts'
import { findWaiting } from './find-waiting.ts'
import { deleteWaiting } from './provider-sign-in-queries.ts'

/**
 * Opens an account for somebody whose address a provider proves, and whose identity is of no account
 * yet; undefined where that cannot be done, or no more.
 */
export async function openWithProvider(
  services: Services,
  named: OfWaiting,
): Promise<Finished | undefined> {
  const waiting = await services.db.transaction(async (tx) =>
    findWaiting(tx, services, named),
  )
  if (waiting === undefined || waiting.proven_email === null) return undefined
  const { provider, subject, known_as: knownAs, return_path: to } = waiting
  const newcomer = { email: waiting.proven_email, displayName: waiting.display_name }
  return openAccount(services, newcomer, async (tx, accountId) => {
    // Whoever deletes the row acts on it: the same identity may have been connected meanwhile.
    const taken = await tx.count(deleteWaiting, { hash: hashSecret(named.secret) })
    if (taken === 0) throw new Error('It was used meanwhile')
    await addFirstIdentity(tx, { provider, subject, knownAs, accountId })
    const cookies = await enter(tx, services, named.browser, { accountId, way: 'oidc' })
    return { kind: 'entered', entered: { cookies }, to }
  })
}
