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

type OfDomain = Readonly<{ organizationId: string; domain: string }>

export interface UncheckedDomain {
  readonly domain: string
  readonly organization_id: string
}

/**
 * Domains whose time to be checked has come, a few of each organization: nobody's long list makes
 * others wait. Of all that are due, those that wait longest are looked at.
 */
export const selectUncheckedDomains = statement(
  'email-domain.unchecked',
  (p: {
    perOrganizationMax: number
    dueMax: number
    rowsMax: number
  }) => sql<UncheckedDomain>`
    select due.domain, due.organization_id
    from (
      select domain, organization_id, check_at,
        row_number() over (partition by organization_id order by check_at, domain) as place
      from (
        select domain, organization_id, check_at from email_domain where check_at <= now()
        order by check_at, domain limit ${p.dueMax}::integer
      ) as waiting
    ) as due
    where due.place <= ${p.perOrganizationMax}::integer
    order by due.check_at, due.domain limit ${p.rowsMax}::integer`,
)

/**
 * Writes that the record of a domain was found, or not: a proven domain stays so for some days, and
 * any other is looked for ever less often, down to once a day.
 */
export const updateProof = statement(
  'email-domain.prove',
  (p: OfDomain & { isFound: boolean; lapseDays: number }) => sql<{ is_proven: boolean }>`
    update email_domain as d set
      proven_at = case
        when ${p.isFound}::boolean then coalesce(d.proven_at, clock.at)
        when d.failing_since <= clock.lapses then null
        else d.proven_at end,
      failing_since = case when d.proven_at is not null and not ${p.isFound}::boolean
        then coalesce(d.failing_since, clock.at) end,
      checks = least(d.checks + 1, 8),
      check_at = case when ${p.isFound}::boolean then clock.tomorrow
        else clock.retries[d.checks + 1] end
    from (
      select now() as at, now() + interval '1 day' as tomorrow,
        now() - make_interval(days => ${p.lapseDays}::integer) as lapses,
        array(select now() + least(interval '1 day', interval '10 minutes' * power(2, n))
          from generate_series(0, 8) as n order by n) as retries
    ) as clock
    where d.domain = ${p.domain} and d.organization_id = ${p.organizationId}
    returning d.proven_at is not null as is_proven`,
)

/** Tries a domain again later whose name servers did not answer. */
export const postponeCheck = statement(
  'email-domain.postpone',
  (p: OfDomain) => sql`
    update email_domain set check_at = now() + interval '1 hour'
    where domain = ${p.domain} and organization_id = ${p.organizationId}`,
)

/** Keeps the list in the organization's own row true to the proofs. */
export const updateProvenDomains = statement(
  'organization.prove-domain',
  (p: OfDomain & { isProven: boolean }) => sql`
    update organization set proven_email_domains =
      array_remove(coalesce(proven_email_domains, '{}'), ${p.domain})
      || case when ${p.isProven}::boolean then array[${p.domain}::text] else '{}' end
    where organization_id = ${p.organizationId}
      and (${p.domain} = any (coalesce(proven_email_domains, '{}'))) <> ${p.isProven}::boolean`,
)

/** An organization that has proven a mail domain to be its own. */
export const selectProvenDomain = statement(
  'email-domain.proven',
  (p: { domain: string }) =>
    sqlBuilder
      .selectFrom('email_domain')
      .select('organization_id')
      .where('domain', '=', p.domain)
      .where('proven_at', 'is not', null)
      .limit(1),
)

interface DomainParams {
  readonly domain: string
  readonly callerId: string
  readonly onlyOrganizationId: string | undefined
  readonly rowsMax: number
}

/** The organizations that have proven the domain, and are open to it; none unless the caller has a verified address there. */
export const selectOrganizationsOfDomain = statementByShape(
  'email-domain.organizations',
  (shape: Readonly<{ only: boolean }>, p: DomainParams) =>
    sqlBuilder
      .selectFrom('email_domain as d')
      .select('d.organization_id')
      .where('d.domain', '=', p.domain)
      .where('d.proven_at', 'is not', null)
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
