import type { IncomingHttpHeaders } from 'node:http'

interface NamedHeader {
  readonly name: string
  readonly value: string
}

/**
 * Headers that are about a connection, a browser or the way of a request. A server may believe them,
 * so a reader cannot have them sent from here.
 */
const keptBack = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'set-cookie2',
  'te',
  'trailer',
  'transfer-encoding',
  'true-client-ip',
  'upgrade',
  'via',
])
const keptBackPrefixes = [
  'access-control-',
  'cf-',
  'fastly-',
  'proxy-',
  'sec-',
  'x-client-ip',
  'x-forwarded',
  'x-http-method',
  'x-lectern-',
  'x-method-override',
  'x-original-',
  'x-real-ip',
  'x-rewrite-',
]

/** The headers that go out; several of one name become one. */
export function headersToSend(
  headers: readonly NamedHeader[],
): Readonly<Record<string, string>> {
  const sent = new Map<string, string>()
  for (const { name, value } of headers) {
    const lowered = name.toLowerCase()
    if (keptBack.has(lowered)) continue
    if (keptBackPrefixes.some((prefix) => lowered.startsWith(prefix))) continue
    const before = sent.get(lowered)
    sent.set(lowered, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(sent)
}

/** The headers that are told of an answer: none that would give a reader a cookie. */
export function headersToTell(headers: IncomingHttpHeaders): readonly NamedHeader[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || keptBack.has(name)
      ? []
      : [{ name, value: Array.isArray(value) ? value.join(', ') : value }],
  )
}
