import { isUtf8 } from 'node:buffer'

import type { OperationDefinition } from '@lectern/contract/operation.ts'

import { bodyBytesMax } from '#/platform/http/large-requests.ts'

import {
  fits,
  type JsonSchema,
  type Target,
  typesOf,
} from '../generate/generate-schema.ts'
import {
  targetPath,
  type WireHeaders,
  type WireRequest,
} from '../generate/generate-wire.ts'

export type Query = readonly (readonly [string, string])[]

/** One request of the gate, still in its parts. */
export interface Generated {
  readonly target: Target
  /** Whose token is sent. */
  readonly as: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Buffer | undefined
  readonly headers: WireHeaders
  /** What is odd about it, for the report. */
  readonly note: string
  /** Replaces the operation's own method, which makes it another route or none. */
  readonly method?: string
  /** Goes behind the path as it is: slashes, garbage in the query. */
  readonly suffix?: string
}

export type Verdict = 'valid' | 'invalid' | 'unknown'

export function toWire(
  { target, params, query, body, headers, method, suffix = '' }: Generated,
  token: string | undefined,
): WireRequest {
  return {
    method: method ?? target.definition.method,
    target: targetPath(target.definition, params, query) + suffix,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body,
  }
}

/** JSON as it is usually sent. */
export function jsonBody(value: unknown): { body: Buffer; headers: WireHeaders } {
  return {
    body: Buffer.from(JSON.stringify(value)),
    headers: { 'content-type': 'application/json' },
  }
}

/** Judges a request by the contract and the wire rules alone, without asking the server. */
export function verdictOf(request: Generated): Verdict {
  if (request.method !== undefined || request.suffix !== undefined) return 'unknown'
  if (isHeadTooLong(request)) return 'unknown'
  const verdicts = [
    verdictOnParams(request),
    verdictOnQuery(request),
    verdictOnHeaders(request),
    verdictOnBody(request),
  ]
  if (verdicts.includes('unknown')) return 'unknown'
  return verdicts.includes('invalid') ? 'invalid' : 'valid'
}

// Node refuses more than 16 KiB of request line and headers before anybody sees them.
const headBytesMax = 15_000

/** Longer than any HTTP server must read: 431, whatever it says. */
export function isHeadTooLong(request: Generated): boolean {
  const { target, headers } = toWire(request, undefined)
  return target.length + JSON.stringify(headers).length > headBytesMax
}

function verdictOnParams({ target, params }: Generated): Verdict {
  // An empty step makes another path of it.
  if (Object.values(params).includes('')) return 'unknown'
  const isFine = Object.values(params).every(isCleanText) && fits(target.params, params)
  return isFine ? 'valid' : 'invalid'
}

function verdictOnQuery({ target, query }: Generated): Verdict {
  const known = target.query.properties ?? {}
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(known)) {
    const texts = query.filter(([key]) => key === name).map(([, text]) => text)
    if (texts.length === 0) continue
    const read = texts.map((text) => readText(text, schema.items ?? schema))
    const isArray = typesOf(schema).includes('array')
    values[name] = isArray || read.length > 1 ? read : read[0]
  }
  const isClean = query.every(([name, text]) => !known[name] || isCleanText(text))
  const isFine = isClean && fits(target.query, values)
  return isFine ? 'valid' : 'invalid'
}

/** What a text in a query stands for: only exact spellings are numbers and booleans. */
function readText(text: string, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  if (types.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (types.includes('boolean')) {
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
  }
  return text
}

const keyCharactersMax = 255

function verdictOnHeaders({ target: { definition }, headers }: Generated): Verdict {
  const { 'if-match': ifMatch, 'idempotency-key': key } = headers
  if (definition.conditional === true && ifMatch !== undefined) {
    const etag = /^\s*(?:\*|(?:W\/)?"\d{1,9}(?:-[\w-]*)?")\s*$/
    if (typeof ifMatch !== 'string' || !etag.test(ifMatch)) return 'invalid'
  }
  if (isWrite(definition) && typeof key === 'string') {
    return key.length > keyCharactersMax ? 'invalid' : 'valid'
  }
  return 'valid'
}

/** Whether an Idempotency-Key means anything to it. */
export function isWrite({ method, isRead }: OperationDefinition): boolean {
  return method !== 'GET' && isRead !== true
}

function verdictOnBody({ target, body = Buffer.alloc(0), headers }: Generated): Verdict {
  const { definition, body: schema } = target
  if (schema === undefined) return body.length === 0 ? 'valid' : 'unknown'
  if (headers['content-encoding'] !== undefined) return 'unknown'
  if (body.length > bytesMaxOf(target)) return 'invalid'
  if (body.length > 0 && !isJsonType(headers['content-type'])) return 'invalid'
  const read = readBody(body)
  if (read === 'nothing') return definition.bodyOptional === true ? 'valid' : 'invalid'
  return read !== undefined && fits(schema, read.value) ? 'valid' : 'invalid'
}

/** How many bytes of body an operation takes. */
export function bytesMaxOf({ definition }: Target): number {
  return definition.bodyBytesMax ?? bodyBytesMax
}

function isJsonType(contentType: unknown): boolean {
  return (
    typeof contentType === 'string' &&
    /^\s*application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(contentType)
  )
}

export const depthMax = 200
const keysMax = 10_000

function readBody(bytes: Buffer): { value: unknown } | 'nothing' | undefined {
  if (!isUtf8(bytes)) return undefined
  if (bytes.toString().trim() === '') return 'nothing'
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return value !== null && isCleanJson(value, 1) ? { value } : undefined
  } catch {
    return undefined
  }
}

function isCleanJson(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > depthMax) return false
  const entries = Object.entries(value)
  if (!Array.isArray(value) && entries.length > keysMax) return false
  return entries.every(
    ([key, entry]) => isCleanText(key) && isCleanJson(entry, depth + 1),
  )
}

function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
