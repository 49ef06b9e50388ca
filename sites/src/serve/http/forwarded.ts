import { BlockList, isIPv6 } from 'node:net'

import type { FastifyRequest } from 'fastify'

export const hostHeaders = ['host', 'x-forwarded-host'] as const

export interface ForwardedOptions {
  /** Addresses and networks of the proxies that are believed. */
  readonly proxies: readonly string[]
  /** The one header that names the host. */
  readonly hostHeader: (typeof hostHeaders)[number]
}

/** The address that a reader asked for, as far as headers tell. */
export interface Asked {
  readonly protocol: 'http' | 'https'
  readonly host: string | undefined
}

export interface Forwarded {
  readonly of: (request: Pick<FastifyRequest, 'headers' | 'raw'>) => Asked
  /** The headers besides `Host` that decide an answer, for its `Vary`. */
  readonly decidedBy: readonly string[]
}

/**
 * Reads the host from one header and never from another: a cache in front, which has the host in
 * its keys, must not be told of a second one. Without its header, a request names no host.
 */
export function readForwarded({ proxies, hostHeader }: ForwardedOptions): Forwarded {
  const isProxy = peersIn(proxies)
  const isForwarded = hostHeader === 'x-forwarded-host'
  return {
    of({ headers, raw }) {
      const isBelieved = isProxy(raw.socket.remoteAddress)
      const scheme = isBelieved ? lastOf(headers['x-forwarded-proto']) : undefined
      const forwarded = isBelieved ? lastOf(headers['x-forwarded-host']) : undefined
      return {
        protocol: scheme === 'https' ? 'https' : 'http',
        host: isForwarded ? forwarded : headers.host,
      }
    },
    decidedBy: [
      ...(isForwarded ? ['x-forwarded-host'] : []),
      ...(proxies.length > 0 ? ['x-forwarded-proto'] : []),
    ],
  }
}

function peersIn(networks: readonly string[]): (address: string | undefined) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) =>
    address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The last value of a header: the one that the nearest proxy wrote. */
function lastOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value.split(',').at(-1)?.trim() : value?.at(-1)
}
