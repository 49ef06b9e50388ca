import type { JSONDocument, Node } from '@lectern/content/document/nodes.ts'
import { nodesIn, walk } from '@lectern/content/document/walk.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'
import { isHeading } from '@lectern/content/look/anchors.ts'

import type { BodyContext } from '#/model.ts'
import { label } from '#/blocks/bounds.ts'
import { placesOf, schemaAnchor } from './api-anchors.ts'
import { type ApiBlock, isApiBlock, namedIn, partsMax } from './named-parts.ts'
import { operationTitle } from './operation-title.ts'

/** Facts about the operations and schemas of a page that rendering needs before its first block. */
export interface ApiPlan {
  /** The ids of places inside of a block. */
  readonly places: ReadonlyMap<Node, ReadonlyMap<string, string>>
  /** The words of the heading right above a block. */
  readonly headings: ReadonlyMap<Node, string>
  /** The titles that the blocks have by themselves. */
  readonly titles: ReadonlyMap<
    Node,
    readonly { readonly id: string; readonly title: string }[]
  >
  /** The ids of shared schemas, by specification and name. */
  readonly schemas: ReadonlyMap<string, string>
  readonly count: number
  /** The blocks that are drawn: a page shows so many parts, also where it shows one often. */
  readonly drawn: ReadonlySet<Node>
}

interface Around {
  readonly context: BodyContext
  readonly ids: ReadonlyMap<Node, string>
  readonly free: (wanted: string) => string
}

export function apiPlanOf(document: JSONDocument, around: Around): ApiPlan {
  const headings = headingsAbove(document)
  const places = new Map<Node, ReadonlyMap<string, string>>()
  const titles = new Map<Node, readonly { id: string; title: string }[]>()
  const schemas = new Map<string, string>()
  const drawn = new Set<Node>()
  let count = 0
  for (const { node } of walk(document)) {
    if (!isApiBlock(node)) continue
    const parts = namedIn(node).length
    if (count + parts > partsMax) continue
    drawn.add(node)
    count += parts
    const named = placesIn(node, around)
    places.set(node, named)
    if (node.type === 'openapi-schemas') {
      for (const { spec, name } of namedIn(node)) {
        const id = named.get(name)
        const key = `${spec} ${name}`
        if (id !== undefined && !schemas.has(key)) schemas.set(key, id)
      }
    }
    if (!headings.has(node)) titles.set(node, titlesOf(node, named, around))
  }
  return { headings, places, titles, schemas, count, drawn }
}

/** Headings that stand directly above a block: they are its title already. */
function headingsAbove(document: JSONDocument): ReadonlyMap<Node, string> {
  const headings = new Map<Node, string>()
  for (const { node, parent, slot, index } of walk(document)) {
    if (!isApiBlock(node) || parent === undefined || slot !== 'nodes') continue
    const before = nodesIn(parent.node)[(index ?? 0) - 1]
    if (before?.object !== 'block' || !isHeading(before)) continue
    headings.set(node, phrasingText(before.nodes))
  }
  return headings
}

function placesIn(
  block: ApiBlock,
  { context, ids, free }: Around,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  if (block.type === 'openapi-schemas') {
    for (const { spec, name } of namedIn(block)) {
      const part = context.api?.part(spec, 'schema', name)
      if (part !== undefined) places.set(name, free(schemaAnchor(name)))
    }
    return places
  }
  const [named] = namedIn(block)
  const part = named && context.api?.part(named.spec, named.kind, named.name)
  if (part === undefined || part === 'gone') return places
  const own = ids.get(block) ?? 'operation'
  for (const [place, anchor] of placesOf(part)) {
    if (!places.has(place)) places.set(place, free(`${own}-${anchor}`))
  }
  return places
}

function titlesOf(
  block: ApiBlock,
  places: ReadonlyMap<string, string>,
  { context, ids }: Around,
): readonly { id: string; title: string }[] {
  if (block.type === 'openapi-schemas') {
    return block.data.grouped === true
      ? []
      : [...places].map(([name, id]) => ({ id, title: label(name) }))
  }
  const [named] = namedIn(block)
  const part = named && context.api?.part(named.spec, named.kind, named.name)
  const id = ids.get(block)
  if (part === undefined || part === 'gone' || part.kind === 'schema') return []
  return id === undefined ? [] : [{ id, title: operationTitle(part) }]
}
