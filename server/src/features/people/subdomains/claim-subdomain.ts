import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { deleteSubdomain, insertSubdomain, selectSubdomain } from './subdomain-queries.ts'

type Claim = Readonly<{ subdomain: string; organizationId: string }>

/** Claims the name for an organization; returns false when it is taken. */
export async function claimSubdomain(tx: Transaction, claim: Claim): Promise<boolean> {
  return (await tx.run(insertSubdomain, claim)) > 0
}

/** Gives up the name: anybody can claim it after the commit. */
export async function releaseSubdomain(tx: Transaction, claim: Claim): Promise<void> {
  await tx.run(deleteSubdomain, claim)
}

/** Whether some organization has the name. */
export async function isSubdomain(db: Queryable, subdomain: string): Promise<boolean> {
  return (await db.first(selectSubdomain, { subdomain })) !== undefined
}
