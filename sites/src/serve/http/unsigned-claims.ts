/** What a reader says of themselves: texts as they were written, by names with dots between levels. */
export type Said = ReadonlyMap<string, string>

type Claims = Readonly<Record<string, unknown>>

const prefix = 'visitor.'
const claimsMax = 20
/** Of all names and values; as a cookie it is then well below what browsers keep. */
const bytesMax = 1000
const levelsMax = 5
const namePattern = /^[^\p{Cc}.]{1,64}$/u
/** Names that mean something else on objects of JavaScript. */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

export const nothingSaid: Said = new Map()

/** From `visitor.{name}=value`; the last of one name counts, and an empty value takes it back. */
export function saidInQuery(query: string): Said {
  if (!query.includes('visitor')) return nothingSaid
  const said = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.startsWith(prefix)) said.set(name.slice(prefix.length), value)
  }
  return bounded(said)
}

/** From a cookie, which its reader can write too: what it should not hold is left out. */
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

/** What was said before and what is said now, which counts more. */
export function saidTogether(before: Said, now: Said): Said {
  if (now.size === 0) return before
  const later = [...before].filter(([name]) => !now.has(name))
  // What is new comes first, so that it has room.
  const all = bounded(new Map([...now, ...later]))
  return new Map([...all].filter(([, value]) => value !== ''))
}

/** As the api takes it: nested, with numbers, `true` and `false` as such, and what is quoted as text. */
export function claimsOf(said: Said): Claims {
  const claims: Record<string, unknown> = {}
  for (const [path, value] of said) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const inside = names.reduce<Record<string, unknown> | undefined>(
      (at, name) => at && objectIn(at, name),
      claims,
    )
    // One name cannot stand for a value and for an object: the first of them stays.
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
