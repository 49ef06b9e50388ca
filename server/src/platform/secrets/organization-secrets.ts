import { sqlBuilder, statement } from '#/platform/database/statement.ts'

import type { Replacement, SealedStore } from './sealed-store.ts'

/** The scope that binds a sealed secret to its organization and name: it opens in no other row. */
export function organizationSecretScope(organizationId: string, name: string): string {
  return `organization_secret/${organizationId}/${name}`
}

const selectOrganizationSecrets = statement(
  'organization-secret.list',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization_secret')
      .select(['name', 'sealed'])
      .where('organization_id', '=', p.organizationId)
      .orderBy('name'),
)

const replaceOrganizationSecret = statement(
  'organization-secret.replace',
  (p: Replacement) =>
    sqlBuilder
      .updateTable('organization_secret')
      .set({ sealed: p.sealed })
      .where('organization_id', '=', p.organizationId)
      .where('name', '=', p.name)
      .where('sealed', '=', p.before),
)

export const organizationSecrets: SealedStore = {
  scopeOf: organizationSecretScope,
  select: selectOrganizationSecrets,
  replace: replaceOrganizationSecret,
}
