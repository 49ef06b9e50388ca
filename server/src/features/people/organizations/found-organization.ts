import { sql } from 'kysely'

import { addMember } from '#/features/people/members/public.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { syncEmailDomains } from './email-domains.ts'
import { claimHostname } from './organization-hostname.ts'

export interface NewOrganization {
  readonly title: string
  readonly createdBy: string
  readonly type?: string | undefined
  readonly useCase?: string | undefined
  /** The domains, already in normal form. */
  readonly emailDomains?: readonly string[] | undefined
}

/** The most organizations that the account may have founded in the end; 0 is no limit. */
interface Bound {
  readonly foundedMax: number
}

interface OrganizationValues {
  readonly organizationId: string
  readonly title: string
  readonly hostname: string
  readonly type: string
  readonly useCase: string | null
  readonly emailDomains: string[]
  readonly createdBy: string
}

const insertDirectoryEntry = statement(
  'organization.insert-directory',
  (p: { organizationId: string }) =>
    sqlBuilder.insertInto('directory').values({
      id: p.organizationId,
      kind: 'organization',
      organization_id: p.organizationId,
    }),
)

const insertOrganization = statement('organization.insert', (p: OrganizationValues) =>
  sqlBuilder.insertInto('organization').values({
    organization_id: p.organizationId,
    title: p.title,
    hostname: p.hostname,
    type: p.type,
    use_case: p.useCase,
    email_domains: p.emailDomains,
    created_by: p.createdBy,
  }),
)

const countFounded = statement(
  'organization.count-founded',
  (p: { accountId: string } & Bound) => sql`
    update account set organizations_founded = coalesce(organizations_founded, 0) + 1
    where id = ${p.accountId} and (${p.foundedMax}::integer = 0
      or coalesce(organizations_founded, 0) < ${p.foundedMax}::integer)`,
)

/**
 * Makes an organization whose creator is its first admin, and gives its id; undefined when the
 * creator has founded too many.
 */
export async function foundOrganization(
  tx: Transaction,
  organization: NewOrganization & Bound,
): Promise<string | undefined>
export async function foundOrganization(
  tx: Transaction,
  organization: NewOrganization,
): Promise<string>
export async function foundOrganization(
  tx: Transaction,
  organization: NewOrganization & Partial<Bound>,
): Promise<string | undefined> {
  const { title, createdBy, type = 'business', useCase, emailDomains = [] } = organization
  const { foundedMax = 0 } = organization
  const isCounted =
    (await tx.count(countFounded, { accountId: createdBy, foundedMax })) > 0
  if (!isCounted && foundedMax > 0) return undefined
  const organizationId = newId()
  const hostname = await claimHostname(tx, organizationId, title)
  const domains = [...new Set(emailDomains)]
  await Promise.all([
    tx.run(insertOrganization, {
      organizationId,
      title,
      hostname,
      type,
      useCase: useCase ?? null,
      emailDomains: domains,
      createdBy,
    }),
    tx.run(insertDirectoryEntry, { organizationId }),
    syncEmailDomains(tx, { organizationId, before: [], after: domains }),
    addMember(tx, { organizationId, userId: createdBy, role: 'admin', sso: false }),
  ])
  return organizationId
}
