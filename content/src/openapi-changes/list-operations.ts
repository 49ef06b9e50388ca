import { resolved, spend, type Comparison, type LocatedOperation } from './comparison.ts'
import type { OperationName } from './change.ts'
import {
  recordAt,
  recordOrEmptyAt,
  recordsIn,
  textAt,
  type Located,
  type OpenApiDocument,
} from './located.ts'

const methods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]

export interface NamedOperation extends LocatedOperation {
  readonly name: OperationName
}

/** The operations of a document, under its paths or its webhooks. */
export function listOperations(
  comparison: Comparison,
  { root }: OpenApiDocument,
  section: 'paths' | 'webhooks',
): readonly NamedOperation[] {
  const isReversed = section === 'webhooks'
  return recordsIn(recordOrEmptyAt(root, section)).flatMap((place) => {
    spend(comparison)
    const item = place.token.startsWith('x-') ? undefined : resolved(comparison, place)
    if (item === undefined) return []
    const operations = operationsOf(comparison, item)
    spend(comparison, operations.length * (place.token.length >> 8))
    return operations.map(([method, at]) => ({
      at,
      item,
      path: place.token,
      isReversed,
      name: nameOf(method, place.token, at),
    }))
  })
}

function nameOf(method: string, path: string, at: Located): OperationName {
  const operationId = textAt(at, 'operationId')
  return { method, path, ...(operationId !== undefined && { operationId }) }
}

/** The operations of a path item, by method. */
export function operationsOf(
  comparison: Comparison,
  item: Located,
): readonly (readonly [method: string, at: Located])[] {
  const found: (readonly [string, Located])[] = []
  for (const method of methods) {
    const at = recordAt(item, method)
    if (at !== undefined) found.push([method, at])
  }
  for (const at of recordsIn(recordOrEmptyAt(item, 'additionalOperations'))) {
    found.push([at.token, at])
  }
  spend(comparison, found.length)
  return found
}

/** A path without the names of its parameters. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

/** The names of the parameters of a path, in order. */
export function parameterNamesOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
