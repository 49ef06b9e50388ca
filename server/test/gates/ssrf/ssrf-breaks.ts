import { lookup } from 'node:dns/promises'
import http from 'node:http'
import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'

import { addressPolicy } from '#/platform/egress/address-policy.ts'
import { createEgress, type Egress, type EgressReply } from '#/platform/egress/egress.ts'
import { EgressFailed, EgressRefused } from '#/platform/egress/egress-errors.ts'

import type { DoorName } from './ssrf-doors.ts'

export const ssrfBreaks = [
  'all addresses are open',
  'a name is looked up again after it was checked',
  'only the first address of a name is checked',
  'redirects are followed unchecked',
  'addresses are compared as they are written',
  'answers are read whatever their size',
  'specifications are fetched from anywhere',
  'files that specifications refer to are fetched from anywhere',
  'requests of readers are sent anywhere',
] as const
export type SsrfBreak = (typeof ssrfBreaks)[number]

/** The way to an address that is broken. */
export function brokenDoor(broken: SsrfBreak): DoorName {
  return doorOfBreak[broken] ?? 'file'
}

const doorOfBreak: Readonly<Partial<Record<SsrfBreak, DoorName>>> = {
  'specifications are fetched from anywhere': 'specification',
  'files that specifications refer to are fetched from anywhere': 'reference',
  'requests of readers are sent anywhere': 'request',
}

const mayReach = addressPolicy([])
const redirectsMax = 5

/** Clients as others write them, each with a defect that is well known. */
export function brokenEgress(broken: SsrfBreak): Egress {
  const isOpen = broken === 'all addresses are open' || brokenDoor(broken) !== 'file'
  if (isOpen) {
    const allowedNetworks = ['0.0.0.0/0', '::/0']
    return createEgress({ allowedNetworks, userAgent: 'broken' })
  }
  return {
    async fetch(text) {
      if (!URL.canParse(text)) throw new EgressRefused('url', 'not a URL')
      return follow(new URL(text), broken, 0)
    },
  }
}

async function follow(url: URL, broken: SsrfBreak, hops: number): Promise<EgressReply> {
  if (url.protocol !== 'http:') throw new EgressRefused('scheme', 'not http')
  const isUnchecked = broken === 'redirects are followed unchecked' && hops > 0
  const response = await request(url, isUnchecked ? undefined : await check(url, broken))
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    response.destroy()
    if (hops === redirectsMax) throw new EgressRefused('redirects', 'too many')
    return follow(new URL(headers.location, url), broken, hops + 1)
  }
  const unpacked =
    headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
  return {
    status: statusCode,
    headers,
    body: await buffer(unpacked),
    isCut: false,
    url: url.href,
  }
}

/** The addresses to connect to; undefined when they are to be looked up by whoever connects. */
async function check(url: URL, broken: SsrfBreak): Promise<string[] | undefined> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (broken === 'addresses are compared as they are written') {
    const isPrivate = /^(?:127\.|10\.|192\.168\.|169\.254\.|localhost$|::1$)/.test(host)
    if (isPrivate) throw new EgressRefused('address', 'private')
    return undefined
  }
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host]
  if (addresses.length === 0) throw new EgressFailed('no address')
  const checked =
    broken === 'only the first address of a name is checked'
      ? addresses.slice(0, 1)
      : addresses
  if (!checked.every(mayReach)) throw new EgressRefused('address', 'private')
  return broken === 'a name is looked up again after it was checked'
    ? undefined
    : addresses
}

async function addressesOf(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

async function request(
  url: URL,
  addresses: readonly string[] | undefined,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const pinned = addresses?.map((address) => ({ address, family: isIP(address) }))
  const sent = http.get(
    url,
    {
      agent: false,
      signal: AbortSignal.timeout(3000),
      ...(pinned && { lookup: (_name, _options, done) => done(null, pinned) }),
    },
    resolve,
  )
  sent.on('error', (cause) => reject(new EgressFailed('failed', { cause })))
  sent.on('close', () => reject(new EgressFailed('no answer')))
  return promise
}
