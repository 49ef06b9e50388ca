import type { CustomHostnameStatus } from '@lectern/contract/custom-hostnames.ts'

import type { Config } from '#/platform/config/config.ts'
import { challengeName } from '#/platform/dns/challenge-name.ts'
import { type NameLookup, nameLookup } from '#/platform/dns/name-lookup.ts'

type DnsSettings = Pick<Config, 'PUBLISH_HOST' | 'PUBLISH_URL' | 'DNS_SERVERS'>

/** The DNS records that make a name live. */
export interface WantedRecords {
  readonly hostname: string
  readonly challenge: string
  /** The host name of the organization that claims the name. */
  readonly organizationHostname: string
  /**
   * Whether the name is live: then any name below the host of sites will do, since it may still be
   * an alias of what the organization was called before.
   */
  readonly isLive: boolean
}

/** The name that a custom host name must be an alias of. */
export function aliasTarget(
  { PUBLISH_HOST, PUBLISH_URL }: Pick<DnsSettings, 'PUBLISH_HOST' | 'PUBLISH_URL'>,
  organizationHostname: string,
): string {
  if (PUBLISH_URL !== undefined) return new URL(PUBLISH_URL).hostname
  return `${organizationHostname}.${publishName(PUBLISH_HOST)}`
}

/**
 * The status of a host name by its DNS. Asks name servers, so it never runs within a transaction.
 */
export async function checkDns(
  config: DnsSettings,
  wanted: WantedRecords,
): Promise<CustomHostnameStatus> {
  const lookup = nameLookup(config.DNS_SERVERS)
  try {
    const [way, texts] = await Promise.all([
      findWay(lookup, config, wanted),
      lookup.texts(challengeName(wanted.hostname)),
    ])
    if (way !== 'here') return way === 'nowhere' ? 'dns_no_cname' : 'dns_wrong_cname'
    return texts.includes(wanted.challenge) ? 'live' : 'dns_passed'
  } catch {
    return 'internal_error'
  }
}

/** Where a host name leads: here by an alias or, where it can have none, by the same addresses. */
async function findWay(
  lookup: NameLookup,
  config: DnsSettings,
  { hostname, organizationHostname, isLive }: WantedRecords,
): Promise<'here' | 'elsewhere' | 'nowhere'> {
  const target = aliasTarget(config, organizationHostname)
  const host = publishName(config.PUBLISH_HOST)
  const aliases = await lookup.aliases(hostname)
  const isHere = (alias: string) =>
    alias === target || alias === host || (isLive && alias.endsWith(`.${host}`))
  if (aliases.some(isHere)) return 'here'
  const [own, ...ours] = await Promise.all([
    lookup.addresses(hostname),
    lookup.addresses(target),
    lookup.addresses(host),
  ])
  if (own.length === 0) return aliases.length === 0 ? 'nowhere' : 'elsewhere'
  const known = new Set(ours.flat())
  return own.every((address) => known.has(address)) ? 'here' : 'elsewhere'
}

/** The name that sites are published under, without the port, which DNS does not know. */
function publishName(host: string): string {
  return host.replace(/:\d+$/, '')
}
