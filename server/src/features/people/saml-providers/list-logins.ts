import { selectActor } from '#/access/actor.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type Reader } from '#/platform/http/caller.ts'
import { operation } from '#/platform/http/operation.ts'

import { selectActiveProviders } from './saml-provider-queries.ts'
import { viewLogin } from './saml-provider-view.ts'

export const listSSOProviderLoginsInOrganization = operation(
  'listSSOProviderLoginsInOrganization',
  async ({ params: { organizationId } }, { db, caller, config }) => {
    const [rows, isMember] = await Promise.all([
      db.many(selectActiveProviders, { organizationId }),
      isMemberIn(db, organizationId, caller),
    ])
    // Only an organization whose members sign in here is known to everybody.
    if (rows.length === 0 && !isMember) throw notFound('organization', organizationId)
    return { items: rows.map((row) => viewLogin(row, config)) }
  },
)

async function isMemberIn(
  db: Queryable,
  organizationId: string,
  caller: Reader | undefined,
): Promise<boolean> {
  if (caller === undefined || isVisitor(caller)) return false
  const { userId, organizationId: boundTo = organizationId } = caller
  if (boundTo !== organizationId) return false
  return (await db.first(selectActor, { organizationId, userId })) !== undefined
}
