import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { isReservedSubdomain } from './reserved-subdomains.ts'
import {
  deleteKeptSubdomains,
  insertSubdomain,
  keepSubdomain,
  selectHolder,
} from './subdomain-queries.ts'

type Claim = Readonly<{ subdomain: string; organizationId: string }>

/** The most former names that are kept for one organization: no way to hold a thousand names. */
const keptMax = 5

/** Claims the name for an organization; returns false when it is taken, kept or reserved. */
export async function claimSubdomain(tx: Transaction, claim: Claim): Promise<boolean> {
  if (isReservedSubdomain(claim.subdomain)) return false
  return (await tx.count(insertSubdomain, claim)) > 0
}

/** Gives up the name. For some days it leads to the organization, and nobody else can claim it. */
export async function releaseSubdomain(
  tx: Transaction,
  claim: Claim & { readonly keptDays: number },
): Promise<void> {
  await tx.run(keepSubdomain, claim)
  await tx.run(deleteKeptSubdomains, { organizationId: claim.organizationId, keptMax })
}

/** Whether the name leads to some organization, by its present or by a former name. */
export async function isSubdomain(db: Queryable, subdomain: string): Promise<boolean> {
  return (await db.first(selectHolder, { subdomain })) !== undefined
}
