import { bounds } from './bounds.ts'
import { isRecord, memberOf, type JsonRecord } from './members.ts'
import { step, type ApiReader } from './reader.ts'

/** The object that a value is or refers to. */
export function followed(reader: ApiReader, value: unknown): JsonRecord | undefined {
  let at = value
  for (let hop = 0; hop < bounds.hops; hop += 1) {
    const reference = memberOf(at, '$ref')
    if (typeof reference !== 'string') break
    at = targetOf(reader, reference)
  }
  return isRecord(at) && typeof memberOf(at, '$ref') !== 'string' ? at : undefined
}

/** What a reference inside the document leads to. */
export function targetOf(reader: ApiReader, reference: string): unknown {
  const { targets } = reader
  if (targets.has(reference)) return targets.get(reference)
  const target = find(reader, reference)
  targets.set(reference, target)
  return target
}

function find(reader: ApiReader, reference: string): unknown {
  if (reference === '#') return reader.root
  if (reference.startsWith('#/')) return walkTo(reader, reference.slice(2), bounds.hops)
  return reference.startsWith('#') ? anchored(reader, reference.slice(1)) : undefined
}

/** Walks along a pointer, through references that stand in its way. */
function walkTo(reader: ApiReader, pointer: string, hopsLeft: number): unknown {
  let at: unknown = reader.root
  const parts = pointer.split('/')
  for (const [index, part] of parts.entries()) {
    if (typeof at !== 'object' || at === null || !step(reader)) return undefined
    const token = unescaped(part)
    if (Object.hasOwn(at, token)) {
      at = Reflect.get(at, token)
      continue
    }
    const reference = memberOf(at, '$ref')
    if (typeof reference !== 'string' || !reference.startsWith('#/') || hopsLeft === 0) {
      return undefined
    }
    const rest = parts.slice(index).join('/')
    return walkTo(reader, `${reference.slice(2)}/${rest}`, hopsLeft - 1)
  }
  return at
}

/** The last step of a reference, as a name for what nobody else names. */
export function lastStep(reference: string): string {
  return unescaped(reference.slice(reference.lastIndexOf('/') + 1))
}

function unescaped(part: string): string {
  const token = part.includes('%') ? decoded(part) : part
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function anchored(reader: ApiReader, name: string): unknown {
  reader.anchors ??= anchorsIn(reader)
  return reader.anchors.get(name)
}

const anchorDepthMax = 200

function anchorsIn(reader: ApiReader): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: reader.root, depth: 0 },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || depth > anchorDepthMax) continue
    if (!step(reader)) break
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = memberOf(value, keyword)
      if (typeof name === 'string' && !found.has(name)) found.set(name, value)
    }
    for (const member of Object.values(value)) {
      waiting.push({ value: member, depth: depth + 1 })
    }
  }
  return found
}
