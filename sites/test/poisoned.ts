import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { ContentRef } from '@lectern/content/document/references.ts'
import { mapDocument } from '@lectern/content/document/walk.ts'
import { mapRefs } from '@lectern/content/look/map-refs.ts'

/** Every text, title, name and address of a document, replaced where `choose` says so. */
export function poisoned(
  document: JSONDocument,
  choose: () => string | undefined,
): JSONDocument {
  const ref = (before: ContentRef): ContentRef => {
    const url = choose()
    return url === undefined ? before : { kind: 'url', url }
  }
  return mapDocument(document, (node) => {
    const changed = mapRefs(node, (held) => ref(held.ref))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- strings for strings: the shapes stay
    return [poisonStrings(changed, choose) as typeof changed]
  })
}

const structural = new Set(['object', 'type', 'kind', 'fragment', 'unit', 'orderIndex'])

function poisonStrings(
  value: unknown,
  choose: () => string | undefined,
  key = '',
): unknown {
  if (typeof value === 'string') {
    return structural.has(key) ? value : (choose() ?? value)
  }
  if (typeof value !== 'object' || value === null) return value
  // Nodes inside are changed on their own; names of columns, records and cells hold the table together.
  if (key === 'nodes' || key === 'fragments' || key === 'view' || key === 'values') {
    return value
  }
  if (Array.isArray(value)) return value.map((one) => poisonStrings(one, choose, key))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      name === 'id' && key !== 'data' ? one : poisonStrings(one, choose, name),
    ]),
  )
}
