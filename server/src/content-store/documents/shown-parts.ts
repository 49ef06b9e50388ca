import type { Block, JSONDocument } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'

/** A part of an OpenAPI specification that a block shows. */
export interface ShownPart {
  /** The slug of the specification in lower case. */
  readonly spec: string
  readonly kind: 'operation' | 'webhook' | 'schema'
  readonly name: string
}

/** The parts that the blocks of a document show, in their order. */
export function shownParts(document: JSONDocument): readonly ShownPart[] {
  const parts: ShownPart[] = []
  for (const { node } of walk(document)) {
    if (node.object === 'block') parts.push(...partsOfBlock(node))
  }
  return parts
}

/** The parts that a block itself shows. */
export function partsOfBlock(block: Block): readonly ShownPart[] {
  if (block.type === 'openapi-operation') {
    const { ref, method, path } = block.data
    return [{ ...of(ref.spec), kind: 'operation', name: named(method, path) }]
  }
  if (block.type === 'openapi-webhook') {
    const { ref, method, name } = block.data
    return [{ ...of(ref.spec), kind: 'webhook', name: named(method, name) }]
  }
  if (block.type !== 'openapi-schemas') return []
  const { ref, schemas } = block.data
  return schemas.map((name) => ({ ...of(ref.spec), kind: 'schema', name }))
}

function of(slug: string) {
  return { spec: slug.toLowerCase() }
}

function named(method: string, place: string): string {
  return `${method.toLowerCase()} ${place}`
}
