import type { Place } from './hosts-world.ts'

/** One way to ask: what the request says of its host, and what that names. */
export interface HostCase {
  readonly host: string
  /** The place that `Host` names; undefined for a host that names none. */
  readonly named: Place | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The place that the last forwarded host names. */
  readonly forwarded: Place | undefined
}

/** A host as it can be written, and what it names. */
export type Spelled = Pick<HostCase, 'host' | 'named'>
type Proxied = Pick<HostCase, 'headers' | 'forwarded'>

const cases = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.replaceAll(/[a-m]/g, (letter) => letter.toUpperCase()),
]
const dots = ['', '.']
const fixedPorts = ['', ':80', ':443', ':0', ':00080', ':65535']

/** Every spelling of every place: case, dot and port in all combinations. */
export function spellingsOf(
  places: readonly Place[],
  drawnPorts: readonly number[],
): readonly Spelled[] {
  const ports = [...fixedPorts, ...drawnPorts.map((port) => `:${port}`)]
  return places.flatMap((named) =>
    cases.flatMap((spell) =>
      dots.flatMap((dot) =>
        ports.map((port) => ({ host: `${spell(named.host)}${dot}${port}`, named })),
      ),
    ),
  )
}

const addresses = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0X7F.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '[::1]',
  '[0:0::1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7f00:1]',
  '[64:ff9b::7f00:1]',
]

/** Hosts that show nothing: addresses, names that are no names, two places in one, and many more. */
export function strangersOf(
  places: readonly Place[],
  unknown: number,
): readonly (Spelled & { readonly isMany: boolean })[] {
  const pairs = places.map(({ host }, at) => ({
    host,
    next: places[(at + 2) % places.length]?.host ?? host,
  }))
  const hosts = [
    ...addresses.flatMap((address) => ['', ':8443'].map((port) => `${address}${port}`)),
    ...pairs.flatMap(({ host, next }) => [
      `${next}@${host}`,
      `${host}:80@${next}`,
      `${host}/${next}`,
      `${host}?`,
      `${host}#`,
      `${host}:`,
      `a.${host}`,
      `.${host}`,
      `${host}..`,
      `${host}:99999999`,
      `${host},${next}`,
      `${host} ${next}`,
      `${host}.${next}`,
      `${host}:+80`,
    ]),
    '[::1',
    '::1',
    '[::1%25lo]',
    'localhost',
    '*',
    `${'a'.repeat(63)}.example`,
    `${'a.'.repeat(130)}example`,
    'a'.repeat(5000),
  ]
  const many = pairs.flatMap(({ host }) =>
    Array.from({ length: unknown }, (_, at) => `unknown-${at}.${host}`),
  )
  return [...hosts, ...many].map((host, at) => ({
    host,
    named: undefined,
    isMany: at >= hosts.length,
  }))
}

const schemes = [undefined, 'http', 'https', 'gopher', 'http, https']

/** The headers of proxies, those that are and those that somebody plays, for a host. */
export function proxiedBy(
  { host, named }: Spelled,
  places: readonly Place[],
  others: readonly Spelled[],
): readonly Proxied[] {
  const [first] = places
  const ends = [first, places.at(-1)]
  // Of several hosts, the last is the one that the nearest proxy wrote.
  const last = /[, ]/.test(host) ? lastOf(host, places) : named
  const hosts: readonly Proxied[] = [
    { headers: {}, forwarded: undefined },
    { headers: { 'x-forwarded-host': host }, forwarded: last },
    ...[...places.map((place) => ({ host: place.host, named: place })), ...others].map(
      (each) => ({ headers: { 'x-forwarded-host': each.host }, forwarded: each.named }),
    ),
    ...places.map((place) => ({
      headers: { 'x-forwarded-host': `${first?.host}, ${place.host}:8443` },
      forwarded: place,
    })),
    { headers: { 'x-forwarded-host': `${first?.host},` }, forwarded: undefined },
    { headers: { 'x-forwarded-host': 'not a host' }, forwarded: undefined },
    ...ends.map((place) => ({
      headers: {
        forwarded: `host=${place?.host};proto=https`,
        'x-original-host': place?.host ?? '',
        'x-host': place?.host ?? '',
        'x-forwarded-server': place?.host ?? '',
      },
      forwarded: undefined,
    })),
  ]
  return hosts.flatMap(({ headers, forwarded }) =>
    schemes.map((scheme) => ({
      headers: {
        ...headers,
        ...(scheme !== undefined && { 'x-forwarded-proto': scheme }),
      },
      forwarded,
    })),
  )
}

function lastOf(list: string, places: readonly Place[]): Place | undefined {
  const last = list.split(',').at(-1)?.trim()
  return places.find(({ host }) => host === last)
}
