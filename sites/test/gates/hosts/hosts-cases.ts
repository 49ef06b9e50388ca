/** The site that a host names; undefined for a host that names none. */
export type Named = 'host' | 'victim' | undefined

export interface AskedHost {
  readonly host: string
  readonly named: Named
  readonly names: { readonly host: string; readonly victim: string }
  /** Whether forwarded headers are tried in all combinations; others stand for many of a kind. */
  readonly isFull: boolean
}

interface Proxied {
  /** The site that the last forwarded host names. */
  readonly forwarded: Named
  readonly headers: Readonly<Record<string, string>>
}

/** Hosts of both sites in every spelling, and hosts that are none. */
export function hostCases(
  names: AskedHost['names'],
  ports: number,
  drawPort: () => number,
): readonly AskedHost[] {
  const cases: AskedHost[] = []
  for (const named of ['host', 'victim'] as const) {
    const name = names[named]
    cases.push({ host: name, named, names, isFull: true })
    const spelled = [
      name.toUpperCase(),
      `${name}.`,
      `${name}:80`,
      `${name}.:1`,
      `${name}:0`,
    ]
    const drawn = Array.from({ length: ports }, () => `${name}:${drawPort()}`)
    for (const host of [...spelled, ...drawn]) {
      cases.push({ host, named, names, isFull: false })
    }
  }
  const none = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1:80',
    '[::1]',
    '[0:0::1]:8080',
    '[::ffff:127.0.0.1]',
    '[::1',
    '::1',
    '[::1%25lo]',
    `${names.victim}@${names.host}`,
    `${names.host}:80@${names.victim}`,
    `${names.host}/${names.victim}`,
    `${names.host}?`,
    `${names.host}#`,
    `${names.host}:`,
    `a.${names.host}`,
    `.${names.host}`,
    `${names.host}..`,
    `${names.host}:99999999`,
    `${names.host},${names.victim}`,
    `${names.host} ${names.victim}`,
    'localhost',
    '*',
    `${'a'.repeat(63)}.example`,
    `${'a.'.repeat(130)}example`,
    'a'.repeat(5000),
    ...Array.from({ length: ports }, (_, at) => `unknown-${at}.${names.host}`),
  ]
  for (const host of none) cases.push({ host, named: undefined, names, isFull: false })
  return cases
}

/** The headers of proxies, those that are and those that somebody plays. */
export function proxyHeaders({
  host,
  named,
  names,
  isFull,
}: AskedHost): readonly Proxied[] {
  // Of several hosts, the last is the one that the nearest proxy wrote.
  const forwarded = host.includes(',') ? 'victim' : named
  const own = { forwarded, headers: { 'x-forwarded-host': host } }
  if (!isFull) return [own]
  const hosts: readonly Proxied[] = [
    { forwarded: undefined, headers: {} },
    own,
    { forwarded: 'host', headers: { 'x-forwarded-host': names.host } },
    { forwarded: 'victim', headers: { 'x-forwarded-host': names.victim } },
    {
      forwarded: 'victim',
      headers: { 'x-forwarded-host': `${names.host}, ${names.victim}:8443` },
    },
    { forwarded: undefined, headers: { 'x-forwarded-host': `${names.host},` } },
    { forwarded: undefined, headers: { 'x-forwarded-host': 'not a host' } },
    {
      forwarded: undefined,
      headers: { forwarded: `host=${names.victim}`, 'x-original-host': names.victim },
    },
  ]
  const schemes = [undefined, 'http', 'https', 'gopher', 'http, https']
  return hosts.flatMap(({ forwarded: last, headers }) =>
    schemes.map((scheme) => ({
      forwarded: last,
      headers: {
        ...headers,
        ...(scheme !== undefined && { 'x-forwarded-proto': scheme }),
      },
    })),
  )
}
