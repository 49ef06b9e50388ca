import { noteSsoProvided } from '#/features/people/organizations/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { lastActiveProvider } from './saml-provider-errors.ts'
import {
  type OfProvider,
  selectActiveProvider,
  selectWhoNeedsProvider,
} from './saml-provider-queries.ts'

/** Tells the organization whether one of its providers is active, once that may have changed. */
export async function noteProviders(
  tx: Transaction,
  { organizationId }: Pick<OfProvider, 'organizationId'>,
): Promise<void> {
  const active = await tx.first(selectActiveProvider, { organizationId })
  await noteSsoProvided(tx, { organizationId, isProvided: active !== undefined })
}

/** Refuses to take the last way in from those who have to use it. */
export async function refuseIfNeeded(tx: Transaction, of: OfProvider): Promise<void> {
  if ((await tx.first(selectWhoNeedsProvider, of)) !== undefined) {
    throw lastActiveProvider()
  }
}
