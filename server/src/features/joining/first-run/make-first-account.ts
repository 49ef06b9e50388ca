import {
  foundOrganization,
  organizationCreated,
} from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { isOpen, opens } from './first-run-link.ts'
import { closeFirstRun, lockFirstRun, selectFirstRun } from './first-run-queries.ts'

export interface FirstAccount {
  readonly secret: string
  readonly displayName: string
  readonly email: string
  readonly organizationTitle: string
  readonly requestId: string
}

export interface MadeAccount {
  readonly accountId: string
  readonly organizationId: string
}

/** Makes the first account with its organization, and ends the first run; undefined once it ended. */
export async function makeFirstAccount(
  tx: Transaction,
  { signer }: Pick<Services, 'signer'>,
  { secret, displayName, email, organizationTitle: title, requestId }: FirstAccount,
): Promise<MadeAccount | undefined> {
  await tx.first(lockFirstRun, {})
  // Another statement than the lock: it sees what was done while this one waited.
  const row = await tx.first(selectFirstRun, {})
  if (row === undefined || !isOpen(row) || !opens(signer, row, secret)) return undefined
  // Whoever has the link runs the server: the address needs no other proof, as by "admin create".
  const accountId = await createAccount(tx, { displayName, email, isVerified: true })
  const organizationId = await foundOrganization(tx, { title, createdBy: accountId })
  const by = { caller: { userId: accountId }, requestId }
  organizationCreated(tx, by, { organizationId, title })
  await tx.run(closeFirstRun, {})
  return { accountId, organizationId }
}
