/** The unsigned claims of a reader: raw texts by name, with dots between levels. */
export type Said = ReadonlyMap<string, string>

type Claims = Readonly<Record<string, unknown>>

const prefix = 'visitor.'
const claimsMax = 20
/** The limit for all names and values together: such a cookie stays well below browsers' limits. */
const bytesMax = 1000
const levelsMax = 5
const namePattern = /^[^\p{Cc}.]{1,64}$/u
/** Names with a special meaning on JavaScript objects. */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

export const nothingSaid: Said = new Map()

/** Reads `visitor.{name}=value`; the last value of a name counts, an empty one is to remove it. */
export function saidInQuery(query: string): Said {
  if (!query.includes('visitor')) return nothingSaid
  const said = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.startsWith(prefix)) said.set(name.slice(prefix.length), value)
  }
  return bounded(said)
}

/** Reads claims from a cookie, which the reader can forge too: invalid entries are left out. */
export function saidInCookie(value: string): Said {
  try {
    const entries: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'))
    return Array.isArray(entries)
      ? bounded(new Map(entries.filter(isEntry)))
      : nothingSaid
  } catch {
    return nothingSaid
  }
}

export function cookieOf(said: Said): string {
  return Buffer.from(JSON.stringify([...said])).toString('base64url')
}

/** Merges earlier claims with new ones, which win. */
export function saidTogether(before: Said, now: Said): Said {
  if (now.size === 0) return before
  const later = [...before].filter(([name]) => !now.has(name))
  // New claims come first, so that the limits cut earlier ones.
  const all = bounded(new Map([...now, ...later]))
  return new Map([...all].filter(([, value]) => value !== ''))
}

/** The claims as nested JSON for the api: numbers and booleans parsed, quoted values as text. */
export function claimsOf(said: Said): Claims {
  const claims: Record<string, unknown> = {}
  for (const [path, value] of said) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const inside = names.reduce<Record<string, unknown> | undefined>(
      (at, name) => at && objectIn(at, name),
      claims,
    )
    // A name cannot be a value and an object at once: the first use stays.
    if (inside !== undefined && !Object.hasOwn(inside, last)) {
      inside[last] = valueOf(value)
    }
  }
  return claims
}

function bounded(said: Said): Said {
  const kept = new Map<string, string>()
  let bytes = 0
  for (const [path, value] of said) {
    if (kept.size >= claimsMax) break
    const size = Buffer.byteLength(path) + Buffer.byteLength(value)
    if (!isPath(path) || !isText(value) || bytes + size > bytesMax) continue
    kept.set(path, value)
    bytes += size
  }
  return kept
}

function isPath(path: string): boolean {
  const names = path.split('.')
  return (
    names.length <= levelsMax &&
    names.every((name) => namePattern.test(name) && !unsafeNames.has(name)) &&
    isText(path)
  )
}

function isText(value: string): boolean {
  return !/\p{Cc}/u.test(value) && value.isWellFormed()
}

function isEntry(entry: unknown): entry is [string, string] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    entry.every((part) => typeof part === 'string')
  )
}

function objectIn(
  within: Record<string, unknown>,
  name: string,
): Record<string, unknown> | undefined {
  if (!Object.hasOwn(within, name)) return (within[name] = {})
  const found = within[name]
  return isObject(found) ? found : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const numberPattern = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/

function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  if (numberPattern.test(text)) return Number(text)
  const quoted = /^"(.*)"$/.exec(text)
  return quoted?.[1] ?? text
}
