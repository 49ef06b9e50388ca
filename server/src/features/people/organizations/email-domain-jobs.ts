import { challengeName } from '#/platform/dns/challenge-name.ts'
import { nameLookup } from '#/platform/dns/name-lookup.ts'
import { goOn, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import {
  postponeCheck,
  selectUncheckedDomains,
  type UncheckedDomain,
  updateProof,
  updateProvenDomains,
} from './email-domain-queries.ts'
import { lockOrganization } from './organization-queries.ts'

/** The days after which a domain whose record is missing counts no more. */
const lapseDays = 7

const rowsMax = 500
const dueMax = 20_000
const perOrganizationMax = 10
const checksAtOnce = 20

/**
 * Looks for the DNS records by which the owners of mail domains say that their people may join an
 * organization. A domain counts while its record is found.
 */
export const proveEmailDomains = job<object>(
  'organizations.prove-email-domains',
  { schedule: '*/10 * * * *', timeoutSeconds: 540, concurrencyMax: 1 },
  async (_payload, services, stopping) => {
    goOn(stopping)
    const due = await services.db.many(selectUncheckedDomains, {
      perOrganizationMax,
      dueMax,
      rowsMax,
    })
    for (let at = 0; at < due.length; at += checksAtOnce) {
      goOn(stopping)
      const some = due.slice(at, at + checksAtOnce)
      await Promise.all(some.map(async (domain) => prove(services, domain)))
    }
  },
)

/** The text of the record that lets people of the domain join the organization. */
function domainProof(organizationId: string): string {
  return `lectern-organization=${organizationId}`
}

async function prove(
  { db, config }: Services,
  { domain, organization_id: organizationId }: UncheckedDomain,
): Promise<void> {
  const of = { organizationId, domain }
  const isFound = await hasProof(config, of)
  await db.transaction(async (tx) => {
    // The settings of the organization, from which the domain may be taken, wait for the result.
    await tx.first(lockOrganization, { organizationId })
    if (isFound === undefined) {
      await tx.run(postponeCheck, of)
      return
    }
    const proof = await tx.first(updateProof, { ...of, isFound, lapseDays })
    const isProven = proof?.is_proven ?? false
    await tx.run(updateProvenDomains, { ...of, isProven })
  })
}

/** Whether the record is there; undefined when name servers do not answer. */
async function hasProof(
  { DNS_SERVERS }: Services['config'],
  { organizationId, domain }: Readonly<{ organizationId: string; domain: string }>,
): Promise<boolean | undefined> {
  try {
    const texts = await nameLookup(DNS_SERVERS).texts(challengeName(domain))
    return texts.includes(domainProof(organizationId))
  } catch {
    return undefined
  }
}
