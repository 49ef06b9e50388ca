import { sqlBuilder, statement } from '#/platform/database/statement.ts'

/** What the sealed text of an organization's secret is bound to: it opens in no other row. */
export function organizationSecretScope(organizationId: string, name: string): string {
  return `organization_secret/${organizationId}/${name}`
}

export const selectOrganizationSecrets = statement(
  'organization-secret.list',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization_secret')
      .select(['name', 'sealed'])
      .where('organization_id', '=', p.organizationId)
      .orderBy('name'),
)

interface Replacement {
  readonly organizationId: string
  readonly name: string
  readonly sealed: string
  readonly before: string
}

/** Touches no row when someone else has written the secret since it was read. */
export const replaceOrganizationSecret = statement(
  'organization-secret.replace',
  (p: Replacement) =>
    sqlBuilder
      .updateTable('organization_secret')
      .set({ sealed: p.sealed })
      .where('organization_id', '=', p.organizationId)
      .where('name', '=', p.name)
      .where('sealed', '=', p.before),
)
