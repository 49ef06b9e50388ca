import type { WireReply } from './generate-wire.ts'

// Headers that change from one answer to the next, or with the length of what was sent.
const changing = new Set([
  'content-length',
  'date',
  'x-request-id',
  'connection',
  'keep-alive',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
])

/** An answer in the form in which it is compared with another. */
export interface Comparable {
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** Takes out what differs between any two answers, and what the caller sent. */
export function comparable(
  { status, headers, text }: WireReply,
  sent: readonly string[],
): Comparable {
  const shown = Object.entries(headers)
    .filter(([name]) => !changing.has(name))
    .map(([name, value]) => `${name}: ${name === 'etag' ? '…' : String(value)}`)
    .toSorted()
    .join('\n')
  return {
    status,
    headers: withoutSent(shown, sent),
    body: withoutSent(text, sent),
  }
}

function withoutSent(text: string, sent: readonly string[]): string {
  let result = text
  for (const value of sent.toSorted((a, b) => b.length - a.length)) {
    if (value.length > 2) {
      result = result
        .replaceAll(value, '‹sent›')
        .replaceAll(encodeURIComponent(value), '‹sent›')
    }
  }
  return result
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '‹jwt›')
    .replaceAll(/\blec_[a-z]_\w+/g, '‹token›')
    .replaceAll(/\b(?:expires=\d+|signature=[\w-]+)/g, '‹signed›')
    .replaceAll(/\/\d{10}-[\w-]{40,}/g, '/‹signed›')
    .replaceAll(/\/~fonts\/\w+\/\w+\/[\w-]{40,}/g, '/~fonts/‹signed›')
    .replaceAll(/\/[0-9A-Za-z]{24}(?=[/"])/g, '/‹key›')
    .replaceAll(/"privateKey":"[^"]*"/g, '"privateKey":"…"')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '‹time›')
    .replaceAll(/\b(?=\w*[A-Za-z])[0-9A-Za-z]{20}\b/g, '‹id›')
}

/** How two answers differ, in a few words; undefined when they do not. */
export function differenceOf(one: Comparable, other: Comparable): string | undefined {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`
  if (one.body !== other.body) return `bodies ${one.body} and ${other.body}`
  if (one.headers !== other.headers) return `headers ${one.headers} and ${other.headers}`
  return undefined
}
