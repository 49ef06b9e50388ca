import { isUtf8 } from 'node:buffer'

import { ApiError, invalidRequest, invalidText } from '#/platform/errors/api-error.ts'

const depthMax = 200

/**
 * Reads a JSON body by the wire rules: an empty body is none, and text that PostgreSQL or a client
 * could fail on is refused.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw invalidText('the body')
  const text = bytes.toString('utf8')
  if (text.trim() === '') return undefined
  refuseDeepNesting(text)
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
  if (/\\u0000|\\u[dD][89a-fA-F]/.test(text)) refuseBadText(body, 'body')
  if (body === null) throw invalidRequest('The body must be a JSON object, not null.')
  return body
}

function refuseBadText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw invalidText(path)
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => refuseBadText(entry, `${path}[${index}]`))
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) {
      refuseBadText(key, `a key of ${path}`)
      refuseBadText(entry, `${path}.${key}`)
    }
  }
}

/** Refuses deep nesting, which could exhaust the stack of recursive code after this point. */
function refuseDeepNesting(text: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > depthMax) {
        throw new ApiError(
          400,
          'too_deep',
          `The body nests deeper than ${depthMax} levels.`,
        )
      }
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
}
