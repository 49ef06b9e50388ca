import type { RequestField } from './request-shape.ts'
import type { ParameterValue } from './serialize.ts'

type Read =
  | { readonly kind: 'read'; readonly value: ParameterValue }
  | { readonly kind: 'wrong' }

/**
 * What was typed for a value. Numbers stay as typed: a server is to see what its documentation does
 * not allow, too. A list has a value in each line, or is JSON; an object is JSON.
 */
export function readValue({ kind }: Pick<RequestField, 'kind'>, typed: string): Read {
  if (kind === 'object') {
    const value = objectOf(typed)
    return value === undefined ? { kind: 'wrong' } : { kind: 'read', value }
  }
  if (kind !== 'list') return { kind: 'read', value: typed }
  if (!typed.trimStart().startsWith('[')) {
    const value = typed.split(/\r?\n/).filter((line) => line !== '')
    return { kind: 'read', value }
  }
  const value = parsed(typed)
  return Array.isArray(value) ? { kind: 'read', value } : { kind: 'wrong' }
}

function objectOf(typed: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsed(typed)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...value } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
