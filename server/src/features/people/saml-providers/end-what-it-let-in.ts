import { isDeepStrictEqual } from 'node:util'

import { withdrawConfirmedTokens } from '#/features/people/api-tokens/public.ts'
import {
  deleteIdentitiesOfProvider,
  samlProviderKey,
} from '#/features/people/identities/public.ts'
import { endAllSessionsOfOrganization } from '#/features/people/sessions/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { certificatesIn } from './certificates.ts'
import {
  deleteRequestsOfProvider,
  type OfProvider,
  type ProviderValues,
} from './saml-provider-queries.ts'

type By = Pick<Context, 'caller'>

/**
 * Ends the sessions that the organization's providers began, but for the caller's own, and the
 * sign-ins that are under way with this one, since what it vouched for is in doubt. With the provider
 * itself, tokens are no longer confirmed either.
 */
async function endSessions(tx: Transaction, { caller }: By, of: OfProvider) {
  const { organizationId, samlProviderId } = of
  const exceptId = caller.session?.id
  await tx.run(deleteRequestsOfProvider, { samlProviderId })
  await endAllSessionsOfOrganization(tx, { organizationId, exceptId })
}

/** What nobody can sign in with any more is forgotten with the provider, or with what it called itself. */
export async function endDeleted(tx: Transaction, by: By, of: OfProvider): Promise<void> {
  const provider = samlProviderKey(of.samlProviderId)
  await tx.run(deleteIdentitiesOfProvider, { provider })
  await endWithProvider(tx, by, of)
}

async function endWithProvider(tx: Transaction, by: By, of: OfProvider): Promise<void> {
  await endSessions(tx, by, of)
  await tx.run(withdrawConfirmedTokens, { organizationId: of.organizationId })
}

/** Called once the settings of a provider have changed. */
export async function endWithSettings(
  tx: Transaction,
  by: By,
  {
    of,
    before,
    after,
  }: {
    readonly of: OfProvider
    readonly before: ProviderValues
    readonly after: ProviderValues
  },
): Promise<void> {
  if (before.entityId !== null && before.entityId !== after.entityId) {
    await endDeleted(tx, by, of)
  } else if (losesCertificate(before, after)) await endSessions(tx, by, of)
  // What an answer says of groups is read by the settings that it came under.
  else if (!isDeepStrictEqual(before.groups, after.groups)) {
    await tx.run(deleteRequestsOfProvider, of)
  }
}

function losesCertificate(before: ProviderValues, after: ProviderValues): boolean {
  const kept = new Set(fingerprintsOf(after))
  return fingerprintsOf(before).some((one) => !kept.has(one))
}

function fingerprintsOf({ certificate }: ProviderValues): string[] {
  const certificates = certificate === null ? [] : (certificatesIn(certificate) ?? [])
  return certificates.map(({ fingerprint256 }) => fingerprint256)
}
