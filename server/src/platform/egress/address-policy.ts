import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** Says whether a connection to this address may be opened. */
export type AddressPolicy = (address: string) => boolean

/**
 * Allows public addresses and those in the given networks, nothing else. An IPv6 address that
 * embeds an IPv4 address (mapped, NAT64, 6to4, Teredo) is never public, whichever it embeds.
 */
export function addressPolicy(allowedNetworks: readonly string[]): AddressPolicy {
  const networks = allowedNetworks.map(parseNetwork)
  return (text) => {
    // A zone names an interface of this machine, which no public address needs.
    if (isIP(text) === 0 || text.includes('%')) return false
    const address = ipaddr.parse(text)
    return isPublic(address) || networks.some((network) => contains(network, address))
  }
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

// The address is registered as public, but on Azure machines it is the host's control channel.
const azureWireServer = '168.63.129.16'

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (address.toString() === azureWireServer) return false
  // Everything outside 2000::/3 is unassigned or special, such as ::a.b.c.d.
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

function contains([network, bits]: Network, address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return network instanceof ipaddr.IPv4 && address.match(network, bits)
  }
  return network instanceof ipaddr.IPv6 && address.match(network, bits)
}

export function parseNetwork(text: string): Network {
  // Short forms are refused because their readings differ: 10.1/16 is not 10.1.0.0/16 to all.
  const [address = ''] = text.split('/')
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(text)) {
    throw new Error(`${JSON.stringify(text)} is not a network such as 10.1.0.0/16`)
  }
  return ipaddr.parseCIDR(text)
}
