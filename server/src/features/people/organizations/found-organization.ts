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

/** Makes an organization whose creator is its first admin, and gives its id. */
export async function foundOrganization(
  tx: Transaction,
  { title, createdBy, type = 'business', useCase, emailDomains = [] }: NewOrganization,
): Promise<string> {
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
