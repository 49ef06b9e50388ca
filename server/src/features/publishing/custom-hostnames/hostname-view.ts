import type {
  CustomHostname,
  CustomHostnameStatus,
} from '@lectern/contract/custom-hostnames.ts'

import type { Config } from '#/platform/config/config.ts'
import { challengeName } from '#/platform/dns/challenge-name.ts'

import { aliasTarget } from './check-dns.ts'
import type { HostnameRow } from './hostname-queries.ts'

interface ClaimOfOrganization {
  readonly claim: HostnameRow
  readonly organizationHostname: string
}

export function viewHostname(
  { claim, organizationHostname }: ClaimOfOrganization,
  { config }: { config: Config },
): CustomHostname {
  const { hostname, site_id: site, organization_id: organization } = claim
  return {
    object: 'custom-hostname',
    hostname,
    target:
      site === null ? { type: 'organization', organization } : { type: 'site', site },
    isActive: claim.live_since !== null,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
    status: claim.status as CustomHostnameStatus,
    records: [
      {
        type: 'CNAME',
        name: hostname,
        value: aliasTarget(config, organizationHostname),
      },
      { type: 'TXT', name: challengeName(hostname), value: claim.challenge },
    ],
    urls: { location: hostnameUrl(config, hostname) },
  }
}

export function hostnameUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  hostname: string,
): string {
  return `${PUBLIC_URL}/v1/custom-hostnames/${hostname}`
}
