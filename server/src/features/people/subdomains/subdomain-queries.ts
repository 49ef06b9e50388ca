import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type Claim = Readonly<{ subdomain: string; organizationId: string }>

export const selectSubdomain = statement('subdomain.select', (p: { subdomain: string }) =>
  sqlBuilder
    .selectFrom('subdomain')
    .select(['subdomain', 'organization_id'])
    .where('subdomain', '=', p.subdomain),
)

export const insertSubdomain = statement(
  'subdomain.insert',
  (p: Claim) => sql`
    insert into subdomain (subdomain, organization_id)
    values (${p.subdomain}, ${p.organizationId})
    on conflict do nothing`,
)

export const deleteSubdomain = statement('subdomain.delete', (p: Claim) =>
  sqlBuilder
    .deleteFrom('subdomain')
    .where('subdomain', '=', p.subdomain)
    .where('organization_id', '=', p.organizationId),
)
