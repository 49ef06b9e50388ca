import { type Actor, actorIn, authorize } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { customHostnamePolicy } from './hostname-policy.ts'
import {
  type HostnameRow,
  selectClaims,
  selectOrganizationHostname,
  selectOrganizationsOf,
} from './hostname-queries.ts'

export interface HostnameForCaller {
  readonly actor: Actor
  readonly claim: HostnameRow
}

/** The claim of an organization of the caller to a name; claims of others are hidden. */
export async function resolveHostname(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  hostname: string,
): Promise<HostnameForCaller> {
  const { userId: accountId, organizationId: only = null } = context.caller
  const organizations = await db.many(selectOrganizationsOf, { accountId, only })
  const organizationIds = organizations.map(({ organization_id }) => organization_id)
  const [claim] = await db.many(selectClaims, { hostname, organizationIds })
  if (claim === undefined) throw notFound('custom host name', hostname)
  return { actor: await actorIn(db, context, claim.organization_id), claim }
}

export function authorizeHostname(actor: Actor, action: string): void {
  authorize(customHostnamePolicy.admin(actor), action, 'the admin role')
}

export async function hostnameOfOrganization(
  db: Queryable,
  organizationId: string,
): Promise<string> {
  const row = written(await db.first(selectOrganizationHostname, { organizationId }))
  return row.hostname
}
