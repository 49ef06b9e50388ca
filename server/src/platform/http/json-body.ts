import { isUtf8 } from 'node:buffer'

import { ApiError, invalidRequest, invalidText } from '#/platform/errors/api-error.ts'

const depthMax = 200
/** An object with very many keys takes far longer to parse than as many values elsewhere. */
const keysMax = 10_000
/** Each object and list costs time, however small it is. */
const partsMax = 400_000

const bytesOf = new WeakMap<object, number>()

/** The bytes that a parsed body came in; none for what did not come as a body. */
export function bytesOfBody(body: unknown): number {
  return typeof body === 'object' && body !== null ? (bytesOf.get(body) ?? 0) : 0
}

/**
 * Reads a JSON body by the wire rules: an empty body is none, and text that PostgreSQL or a client
 * could fail on is refused.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw invalidText('the body')
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  refuseCostlyForm(text)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new ApiError(
      400,
      'invalid_json',
      `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be parsed'}.`,
      { cause: error },
    )
  }
  // A NUL or half of a surrogate pair gets past the UTF-8 check only as an escape.
  if (/\\u0000|\\u[dD][89a-fA-F]/.test(text)) {
    const bad = badTextIn(body)
    if (bad !== undefined) throw invalidText(nameOf(bad))
  }
  if (body === null) throw invalidRequest('The body must be a JSON object, not null.')
  if (typeof body === 'object') bytesOf.set(body, bytes.length)
  return body
}

/** The steps to a text that cannot be stored, and whether it is a key. */
interface BadText {
  readonly steps: string[]
  readonly isKey: boolean
}

function badTextIn(value: unknown): BadText | undefined {
  if (typeof value === 'string') {
    return isBadText(value) ? { steps: [], isKey: false } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const bad = badTextIn(value[index])
      if (bad !== undefined) return { ...bad, steps: [`[${index}]`, ...bad.steps] }
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (isBadText(key)) return { steps: [], isKey: true }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is one of its own
    const bad = badTextIn((value as Record<string, unknown>)[key])
    if (bad !== undefined) return { ...bad, steps: [`.${key}`, ...bad.steps] }
  }
  return undefined
}

function isBadText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}

function nameOf({ steps, isKey }: BadText): string {
  const path = `body${steps.join('')}`
  return isKey ? `a key of ${path}` : path
}

/**
 * Refuses deep nesting, which could exhaust the stack of recursive code after this point, and
 * objects with very many keys, and very many objects and lists.
 */
function refuseCostlyForm(text: string): void {
  const keysAt = new Uint32Array(depthMax + 1)
  let parts = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x3a) countKey(keysAt, depth)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      parts += 1
      refuseCostlyPart(parts, depth)
      keysAt[depth] = 0
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
}

function refuseCostlyPart(parts: number, depth: number): void {
  if (depth > depthMax) throw tooDeep()
  if (parts > partsMax) throw tooManyParts()
}

function countKey(keysAt: Uint32Array, depth: number): void {
  const keys = (keysAt[depth] ?? 0) + 1
  if (keys > keysMax) throw tooManyKeys()
  keysAt[depth] = keys
}

function tooDeep(): ApiError {
  return new ApiError(400, 'too_deep', `The body nests deeper than ${depthMax} levels.`)
}

function tooManyParts(): ApiError {
  return new ApiError(
    400,
    'too_many_parts',
    `The body has more than ${partsMax} objects and lists. Send it in several requests.`,
  )
}

function tooManyKeys(): ApiError {
  return new ApiError(
    400,
    'too_many_keys',
    `An object in the body has more than ${keysMax} keys.`,
  )
}
