import { bounds } from './bounds.ts'
import { followed, targetOf } from './follow.ts'
import { isRecord, memberOf, recordOf, stringOf, type JsonRecord } from './members.ts'
import { step, type ApiReader } from './reader.ts'

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

/** An operation where it stands in the document. */
export interface FoundOperation {
  readonly kind: 'operation' | 'webhook'
  readonly method: string
  readonly path: string
  readonly operation: JsonRecord
  /** The path item around it, whose parameters and servers it shares. */
  readonly item: JsonRecord
}

/** An operation that is not shown, and why. */
export interface LeftOut {
  /** The beginning of its method and path. */
  readonly name: string
  readonly reason: 'name' | 'same name' | 'too many'
}

export interface OperationList {
  readonly found: readonly FoundOperation[]
  readonly leftOut: readonly LeftOut[]
}

const sections = [
  ['paths', 'operation'],
  ['webhooks', 'webhook'],
  ['x-webhooks', 'webhook'],
] as const

/** The operations of a document, in its order. */
export function listOperations(reader: ApiReader): OperationList {
  const found: FoundOperation[] = []
  const leftOut: LeftOut[] = []
  const names = new Set<string>()
  for (const [section, kind] of sections) {
    for (const [path, value] of Object.entries(recordOf(reader.root, section) ?? {})) {
      if (path.startsWith('x-') || !step(reader)) continue
      const item = itemOf(reader, value)
      for (const [method, operation] of operationsIn(reader, item)) {
        const name = `${kind} ${method} ${path}`
        const reason = reasonAgainst(name, names, found.length, method)
        names.add(name)
        if (reason === undefined) found.push({ kind, method, path, operation, item })
        else leftOut.push({ name: name.slice(0, 200).toWellFormed(), reason })
      }
    }
  }
  return { found, leftOut }
}

const nameBytesMax = 2_000

function reasonAgainst(
  name: string,
  names: ReadonlySet<string>,
  count: number,
  // oxlint-disable-next-line max-params -- the name, those that are taken, how many are shown, and the method
  method: string,
): LeftOut['reason'] | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]{1,40}$/.test(method)) return 'name'
  if (name.includes('\0') || !name.isWellFormed()) return 'name'
  if (name.length > nameBytesMax || byteLength(name) > nameBytesMax) return 'name'
  if (names.has(name)) return 'same name'
  return count < bounds.operations ? undefined : 'too many'
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** A path item with what stands beside its reference. */
function itemOf(reader: ApiReader, value: unknown): JsonRecord {
  if (!isRecord(value)) return {}
  const reference = stringOf(value, '$ref')
  if (reference === undefined) return value
  const target = followed(reader, targetOf(reader, reference)) ?? {}
  return { ...target, ...value }
}

/** The operations of a path item, by method in lower case. */
export function operationsIn(
  reader: ApiReader,
  item: JsonRecord,
): readonly (readonly [method: string, operation: JsonRecord])[] {
  const others = Object.entries(recordOf(item, 'additionalOperations') ?? {})
  const all = [
    ...methods.map((method) => [method, memberOf(item, method)] as const),
    ...others.map(([method, value]) => [method.toLowerCase(), value] as const),
  ]
  return all.flatMap(([method, value]) => {
    const operation = isRecord(value) ? (followed(reader, value) ?? value) : undefined
    return operation === undefined ? [] : [[method, operation] as const]
  })
}
