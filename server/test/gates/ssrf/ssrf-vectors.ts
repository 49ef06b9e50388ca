import ipaddr from 'ipaddr.js'

import {
  hostsOfOtherPrivateNetworks,
  hostsOfThisMachine,
  otherRefusals,
  urlsOfThisMachine,
} from '../../egress/test-vectors.ts'

import { seeded } from '../../../../tools/gate.ts'
import type { Zone } from './ssrf-dns.ts'
import {
  deadAddress,
  deadPort,
  nextAddresses,
  publicAddress6,
  publicAddresses,
} from './ssrf-network.ts'

export interface Vector {
  readonly about: string
  readonly url: string
  readonly expected: 'refused' | 'fetched'
  /** Takes until the deadline, so that all of these run at once. */
  readonly isSlow?: boolean
  /** Goes on until it is cut off, so that a client without limits is spared it. */
  readonly isEndless?: boolean
}

export interface VectorSet {
  readonly vectors: readonly Vector[]
  /** The names that the vectors lead to. */
  readonly zone: Zone
}

type Random = ReturnType<typeof seeded>

const [publicAddress, otherPublicAddress] = publicAddresses
export const origin = `http://${publicAddress}`
const spelledMax = 160

const networks = words(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4
  168.63.129.16/32`)
const networks6 = words(`
  ::1/128 ::ffff:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32 2001:db8::/32 fc00::/7
  fec0::/10 100::/64 5f00::/16`)

/** Where redirects and names try to lead. */
const targets = words(`
  127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 100.100.100.200 168.63.129.16
  ::1 ::ffff:127.0.0.1 ::ffff:a00:1 64:ff9b::a9fe:a9fe 64:ff9b::7f00:1 fd00::1 fd00:ec2::254
  2002:7f00:1::`)

export function vectorsOf(seed: number): VectorSet {
  const zone: Zone = new Map()
  const vectors = [
    ...controls(zone),
    ...spellings(),
    ...randomSpellings(seeded(seed)),
    ...redirects(zone),
    ...names(zone),
    ...bodies(),
  ]
  return { vectors, zone }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** Whether the address itself leads to the public server, whatever that answers. */
export function isOnPublicServer({ url }: Vector): boolean {
  return url.startsWith(`${origin}/`)
}

/** A specification that refers to the address. */
export function referringTo(url: string): string {
  return `${origin}/refers?to=${encodeURIComponent(url)}`
}

function refused(about: string, url: string): Vector {
  return { about, url, expected: 'refused' }
}

function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function redirectTo(url: string, status = 302): string {
  return `${origin}/redirect/${status}?to=${encodeURIComponent(url)}`
}

/** What must be fetched, so that a client which refuses everything does not pass. */
function controls(zone: Zone): Vector[] {
  zone.set('public.example', () => [publicAddress])
  zone.set('both.example', () => [publicAddress, publicAddress6])
  zone.set('dead-first.example', () => [deadAddress, publicAddress])
  return [
    `${origin}/file`,
    `${origin}:8080/file`,
    `http://[${publicAddress6}]/file`,
    'http://public.example/file',
    'http://public.example./file',
    'http://both.example:8000/file',
    `http://dead-first.example:${deadPort}/file`,
    redirectTo('/file'),
    redirectTo('http://public.example/file', 308),
    redirectTo(redirectTo(`http://${otherPublicAddress}/file`)),
    `${origin}/gzip`,
  ].map((url) => ({ about: 'public', url, expected: 'fetched' }))
}

function spellings(): Vector[] {
  const hosts = [...hostsOfThisMachine, ...hostsOfOtherPrivateNetworks]
  return [
    ...hosts.flatMap((host) =>
      [`http://${host}/`, `http://${host}:8080/`, `https://${host}:8443/`].map((url) =>
        refused('spelling', url),
      ),
    ),
    ...urlsOfThisMachine.map((url) =>
      refused('spelling', url.replace(/PO\t?RT/, '8000')),
    ),
    ...otherRefusals.map(([url, reason]) => refused(reason, url)),
    ...[22, 25, 1023, 2375, 5432, 6379, 11_211].flatMap((port) => [
      refused('port', `${origin}:${port}/file`),
      refused('port', redirectTo(`${origin}:${port}/file`)),
    ]),
  ]
}

/** Addresses out of every special network, in spellings that only a URL parser understands. */
function randomSpellings(random: Random): Vector[] {
  return Array.from({ length: spelledMax }, (_, index) => {
    if (index % 3 === 2) {
      const address = addressIn(random.pick(networks6), random)
      return refused('random', `http://[${spell6(address, random)}]/`)
    }
    const address = addressIn(random.pick(networks), random)
    return refused('random', `http://${spell(address, random)}/`)
  })
}

function addressIn(network: string, random: Random): number[] {
  const [address, bits] = ipaddr.parseCIDR(network)
  return address.toByteArray().map((byte, index) => {
    const fixed = Math.max(0, Math.min(8, bits - index * 8))
    const mask = (0xff << (8 - fixed)) & 0xff
    return (byte & mask) | (random.below(256) & ~mask & 0xff)
  })
}

function spell(bytes: readonly number[], random: Random): string {
  const whole = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  const number = (value: number) =>
    random.pick([
      String(value),
      `0x${value.toString(16)}`,
      `0X${value.toString(16).toUpperCase()}`,
      `0${value.toString(8)}`,
    ])
  const last = (from: number) =>
    bytes.slice(from).reduce((sum, byte) => sum * 256 + byte, 0)
  const [a = 0, b = 0] = bytes
  return random.pick([
    number(whole),
    [number(a), number(last(1))].join('.'),
    [number(a), number(b), number(last(2))].join('.'),
    bytes.map(number).join('.'),
    `${bytes.join('.')}.`,
    bytes.join('。'),
    bytes.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
    bytes
      .join('.')
      .replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ])
}

function spell6(bytes: readonly number[], random: Random): string {
  const short = ipaddr.fromByteArray([...bytes])
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  )
  return random.pick([
    short.toString(),
    groups.join(':'),
    groups.map((group) => group.padStart(4, '0').toUpperCase()).join(':'),
    `${groups.slice(0, 6).join(':')}:${bytes.slice(12).join('.')}`,
  ])
}

function redirects(zone: Zone): Vector[] {
  zone.set('inside.example', () => ['10.0.0.1'])
  const statuses = [301, 302, 303, 307, 308]
  return [
    ...targets.flatMap((target) =>
      statuses.map((status) =>
        refused('redirect', redirectTo(`http://${hostOf(target)}:8080/`, status)),
      ),
    ),
    ...targets.map((target) =>
      refused('redirect twice', redirectTo(redirectTo(`http://${hostOf(target)}/`))),
    ),
    refused('redirect to a name', redirectTo('http://inside.example/')),
    refused('redirect in short', redirectTo('//127.0.0.1/')),
    refused('redirect backwards', redirectTo(String.raw`\\127.0.0.1\x`)),
    refused('redirect with a user', redirectTo('http://public.example@127.0.0.1/')),
    refused('redirect for ever', `${origin}/again`),
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_x',
      'data:,x',
      'ftp://10.0.0.1/',
    ].map((url) => refused('redirect to a scheme', redirectTo(url))),
  ]
}

function names(zone: Zone): Vector[] {
  const vectors: Vector[] = []
  const add = (
    about: string,
    name: string,
    answer: () => readonly string[] | 'silence',
  ) => {
    zone.set(name, answer)
    vectors.push(refused(about, `http://${name}/file`))
  }
  for (const [index, target] of targets.entries()) {
    add('name', `name${index}.example`, () => [target])
    add('mixed', `last${index}.example`, () => [publicAddress, target])
    add('mixed', `first${index}.example`, () => [target, publicAddress])
    add('mixed', `many${index}.example`, () => [
      ...Array.from({ length: 20 }, () => publicAddress),
      target,
    ])
    // Two questions to each look-up: one for each family.
    for (const after of [2, 4]) {
      const name = `again${index}-${after}.example`
      vectors.push(rebinding(zone, name, after, target))
    }
  }
  for (const [index, next] of nextAddresses.entries()) {
    zone.set(`dead${index}.example`, () => [deadAddress, next])
    vectors.push(refused('mixed', `http://dead${index}.example:${deadPort}/file`))
  }
  add('no address', 'empty.example', () => [])
  add('silence', 'silent.example', () => 'silence')
  vectors.push(refused('no such name', 'http://missing.example/'))
  return vectors
}

/** Leads to a public address until it was asked often enough; the redirect makes a client ask again. */
function rebinding(zone: Zone, name: string, after: number, target: string): Vector {
  let asked = 0
  zone.set(name, () => {
    asked += 1
    return [asked <= after ? publicAddress : target]
  })
  const again = `http://${name}/redirect/302?to=${encodeURIComponent(`http://${name}/redirect/302?to=/file`)}`
  return refused(
    'rebinding',
    `http://${name}/redirect/302?to=${encodeURIComponent(again)}`,
  )
}

function body(path: string): Vector {
  return refused('body', `${origin}${path}`)
}

function bodies(): Vector[] {
  return [
    ...['/bomb/gzip', '/bomb/br', '/bomb/deflate', '/corrupt', '/encoding'].map(body),
    ...['/garbage', '/headers', '/cut', '/upgrade', '/404'].map(body),
    ...['/huge', '/lying', '/bomb/empty-blocks'].map((path) => ({
      ...body(path),
      isEndless: true,
    })),
    ...['/endless', '/slow-headers', '/drip', '/stall', '/slow-redirects'].map(
      (path) => ({
        ...body(path),
        isEndless: true,
        isSlow: true,
      }),
    ),
  ]
}
