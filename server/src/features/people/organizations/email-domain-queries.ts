import { sql } from 'kysely'

import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

type OfDomains = Readonly<{ organizationId: string; domains: string[] }>

export const insertEmailDomains = statement(
  'email-domain.insert',
  (p: OfDomains) => sql`
    insert into email_domain (domain, organization_id)
    select d.domain, ${p.organizationId} from unnest(${p.domains}::text[]) as d (domain)
    on conflict do nothing`,
)

export const deleteEmailDomains = statement('email-domain.delete', (p: OfDomains) =>
  sqlBuilder
    .deleteFrom('email_domain')
    .where(sql<boolean>`domain = any(${p.domains}::text[])`)
    .where('organization_id', '=', p.organizationId),
)

interface DomainParams {
  readonly domain: string
  readonly callerId: string
  readonly onlyOrganizationId: string | undefined
  readonly rowsMax: number
}

/** The organizations open to the domain; none unless the caller has a verified address there. */
export const selectOrganizationsOfDomain = statementByShape(
  'email-domain.organizations',
  (shape: Readonly<{ only: boolean }>, p: DomainParams) =>
    sqlBuilder
      .selectFrom('email_domain as d')
      .select('d.organization_id')
      .where('d.domain', '=', p.domain)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('account_email as e')
            .select('e.email')
            .where('e.account_id', '=', p.callerId)
            .where('e.verified_at', 'is not', null)
            .where(sql<boolean>`split_part(e.email, '@', -1) = ${p.domain}`),
        ),
      )
      .$if(shape.only, (q) =>
        q.where('d.organization_id', '=', p.onlyOrganizationId ?? ''),
      )
      .orderBy('d.organization_id')
      .limit(p.rowsMax),
)
