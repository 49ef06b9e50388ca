import type { Client } from 'pg'

import {
  certificateProblem,
  certificatesIn,
} from '#/features/people/saml-providers/certificates.ts'

import { type Check, ok, type Verdict, warn } from './check.ts'

interface ProviderRow {
  readonly id: string
  readonly organization_id: string
  readonly entity_id: string
  readonly certificate: string
  readonly sso_url: string
  readonly now: Date
}

const dayMs = 86_400_000
const soonDays = 30
const namedMax = 5

/** Whether people can sign in with the active identity providers, and for how long they will. */
export function providerCheck(client: Client): Check {
  return { name: 'identity providers', judge: async () => judgeProviders(client) }
}

async function judgeProviders(client: Client): Promise<Verdict> {
  const rows = await activeProviders(client)
  if (rows.length === 0) return ok('none')
  const problems = rows.flatMap((row) => {
    const problem = problemOf(row)
    return problem === undefined
      ? []
      : [`${row.id} of organization ${row.organization_id}: ${problem}`]
  })
  if (problems.length === 0) return ok(`${rows.length} active`)
  const more = problems.length - namedMax
  const named = problems.slice(0, namedMax).join('; ')
  return warn(
    `${problems.length} of ${rows.length} need a look: ${named}${more > 0 ? `; ${more} more` : ''}`,
    'Have an admin of the organization send what the provider has now, such as its new certificate beside the old one',
  )
}

/** One organization after the other, as everything that walks all of them does. */
async function activeProviders(client: Client): Promise<ProviderRow[]> {
  const homes = await client.query<{ organization_id: string }>(
    `select distinct organization_id from directory where kind = 'saml-provider' order by 1`,
  )
  const rows: ProviderRow[] = []
  for (const { organization_id: organizationId } of homes.rows) {
    const found = await client.query<ProviderRow>(
      `select p.id, p.organization_id, p.entity_id, p.certificate, p.sso_url, now() as now
       from saml_provider as p
       where p.organization_id = $1 and p.entity_id is not null
         and p.certificate is not null and p.sso_url is not null`,
      [organizationId],
    )
    rows.push(...found.rows)
  }
  return rows
}

/** What is wrong with a provider, or soon may be; undefined for nothing. */
function problemOf({
  entity_id: issuer,
  certificate,
  sso_url: ssoUrl,
  now,
}: ProviderRow): string | undefined {
  if (issuer.trim() === '') return 'its entity id is empty'
  if (!/^https?:$/.test(URL.parse(ssoUrl)?.protocol ?? '')) return 'its URL is none'
  const problem = certificateProblem(certificate)
  if (problem !== undefined) return `its certificate ${problem}`
  const ends = (certificatesIn(certificate) ?? []).map(({ validTo }) =>
    Date.parse(validTo),
  )
  // Of an old and a new one, the new one counts.
  const days = Math.floor((Math.max(...ends) - now.getTime()) / dayMs)
  if (days < 0) return 'its certificate has expired, and the provider may have another'
  return days < soonDays ? `its certificate expires in ${days} days` : undefined
}
