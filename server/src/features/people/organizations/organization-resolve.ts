import type { Organization } from '@lectern/contract/organizations.ts'

import { actorFrom, mayEnter } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { lockOrganization, selectOrganizationForCaller } from './organization-queries.ts'
import { type OrganizationForCaller, viewOrganization } from './organization-view.ts'

/** Finds the organization and the caller's role, or refuses without saying which is missing. */
export async function resolveOrganization(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): Promise<OrganizationForCaller> {
  const callerId = context.caller.userId
  const row = await db.first(selectOrganizationForCaller, { organizationId, callerId })
  return forCaller(row, context, organizationId)
}

/** Resolves an organization in the transaction that changes it: other changes wait for the end. */
export async function resolveOrganizationToChange(
  tx: Transaction,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): Promise<OrganizationForCaller> {
  // The lock and the read are sent together; the read sees what the lock protects.
  const [, resolved] = await Promise.all([
    tx.first(lockOrganization, { organizationId }),
    resolveOrganization(tx, context, organizationId),
  ])
  return resolved
}

/**
 * Several organizations, a statement each, sent without waiting for one another. Those the caller
 * cannot see, or that do not let them in now, are left out.
 */
export async function viewOrganizations(
  context: Context,
  organizationIds: readonly string[],
): Promise<Organization[]> {
  const callerId = context.caller.userId
  const rows = await Promise.all(
    organizationIds.map(async (organizationId) =>
      context.db.first(selectOrganizationForCaller, { organizationId, callerId }),
    ),
  )
  return rows
    .filter((row) => row !== undefined)
    .filter((row) => mayEnter(row, context.caller, row.organization_id))
    .map((row) => viewOrganization(forCaller(row, context, row.organization_id), context))
}

type Row = NonNullable<(typeof selectOrganizationForCaller)['row']>

function forCaller(
  row: Row | undefined,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): OrganizationForCaller {
  if (row === undefined) throw notFound('organization', organizationId)
  const actor = actorFrom(row, context, organizationId)
  return { actor, organization: row, ownsTeam: row.owns_team }
}
