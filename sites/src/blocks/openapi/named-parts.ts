import type {
  JSONDocument,
  Node,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Swagger,
} from '@lectern/content/document/nodes.ts'
import { type AssetRef, spellRef } from '@lectern/content/document/references.ts'
import { walk } from '@lectern/content/document/walk.ts'
import type { ApiPart } from '@lectern/content/openapi/model.ts'

export type ApiBlock = OpenApiOperation | OpenApiSchemas | OpenApiWebhook | Swagger

/** A part of a specification by its name, as `partName` of the document model spells it. */
export interface NamedPart {
  /** The slug of a specification, or what `specOf` makes of a file. */
  readonly spec: string
  /** The specification, where it is a file. */
  readonly file?: AssetRef
  readonly kind: ApiPart['kind']
  readonly name: string
}

/** The most schemas of one block, and parts of one page. */
const schemasMax = 200
export const partsMax = 2000

export function isApiBlock(node: Node): node is ApiBlock {
  if (node.object !== 'block') return false
  return node.type === 'swagger' || node.type.startsWith('openapi-')
}

/** What a block shows parts of: no slug has a blank, so that none is taken for a file. */
export function specOf({ data: { ref } }: ApiBlock): string {
  return ref.kind === 'openapi' ? ref.spec : `file ${spellRef(ref)}`
}

/** Whether a page shows parts of a file, which nobody published as a specification. */
export function isFileSpec(spec: string): boolean {
  return spec.startsWith('file ')
}

/** The parts that a block shows. */
export function namedIn(block: ApiBlock): readonly NamedPart[] {
  const spec = specOf(block)
  if (block.type === 'swagger') {
    const { ref: file, path } = block.data
    const name = `${block.data.method.trim().toLowerCase()} ${path}`
    return [{ spec, file, kind: 'operation', name }]
  }
  if (block.data.ref.kind !== 'openapi') return []
  if (block.type === 'openapi-schemas') {
    const names = new Set(block.data.schemas.slice(0, schemasMax))
    return [...names].map((name) => ({ spec, kind: 'schema', name }))
  }
  const method = block.data.method.trim().toLowerCase()
  return block.type === 'openapi-webhook'
    ? [{ spec, kind: 'webhook', name: `${method} ${block.data.name}` }]
    : [{ spec, kind: 'operation', name: `${method} ${block.data.path}` }]
}

/** The parts that documents show, by specification, as far as a page may show so many. */
export function partsNamedIn(
  documents: Iterable<JSONDocument>,
): ReadonlyMap<string, readonly NamedPart[]> {
  const found = new Map<string, Map<string, NamedPart>>()
  let count = 0
  for (const document of documents) {
    for (const { node } of walk(document)) {
      if (!isApiBlock(node)) continue
      for (const part of namedIn(node)) {
        if (count >= partsMax) break
        const parts = found.get(part.spec) ?? new Map<string, NamedPart>()
        parts.set(`${part.kind} ${part.name}`, part)
        found.set(part.spec, parts)
        count += 1
      }
    }
  }
  return new Map([...found].map(([spec, parts]) => [spec, [...parts.values()]]))
}
