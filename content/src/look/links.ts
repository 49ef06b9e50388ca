import { nobody } from '#/expressions/conditions.ts'
import { hiddenBlocks } from '#/document/condition-tags.ts'
import type { JSONDocument, Node } from '#/document/nodes.ts'
import type { ContentRef } from '#/document/references.ts'
import { ancestorsOf, fragmentNamed, nodesIn, pathOf, walk } from '#/document/walk.ts'
import type { NodePlace } from '#/document/walk.ts'
import { mapRefs } from './map-refs.ts'
import type { HeldRef, RefRole } from './map-refs.ts'
import { phrasingText, plainText } from './plain-text.ts'

/** A reference in a document, and its place. */
export interface FoundLink {
  readonly ref: ContentRef
  readonly role: RefRole
  /** Whether the page only points to the target, or is incomplete without it. */
  readonly relation: 'reference' | 'dependsOn'
  /** The text shown for the reference; empty when there is none. */
  readonly text: string
  /** The path to the node that holds the reference, as a pointer. */
  readonly path: string
  /** The key of the innermost block with a key around the reference. */
  readonly blockKey?: string
  /** The conditions of the blocks around the reference: readers for whom one fails do not see it. */
  readonly conditions: readonly string[]
  /** The cell of a table that holds the reference. */
  readonly cell?: { readonly column: string; readonly record: string }
}

/** Every reference of a document, in document order. */
export function links(document: JSONDocument): readonly FoundLink[] {
  const found: FoundLink[] = []
  for (const place of walk(document)) {
    const { node } = place
    if (node.object !== 'block' && node.object !== 'inline') continue
    mapRefs(node, (held) => {
      found.push(foundLink(held, place))
      return held.ref
    })
  }
  return found
}

/** The images of a document: targets that it shows itself, without a click. */
export function images(document: JSONDocument): readonly FoundLink[] {
  return links(document).filter(({ role }) => imageRoles.has(role))
}

const imageRoles: ReadonlySet<RefRole> = new Set(['image', 'image-dark', 'drawing'])

function relationOf(ref: ContentRef, role: RefRole): 'reference' | 'dependsOn' {
  const depends =
    role === 'reusable-content' ||
    role === 'openapi' ||
    ref.kind === 'reusable-content' ||
    ref.kind === 'openapi'
  return depends ? 'dependsOn' : 'reference'
}

function foundLink({ ref, role, cell }: HeldRef, place: NodePlace): FoundLink {
  const blockKey = nearestKey(place)
  return {
    ref,
    role,
    relation: relationOf(ref, role),
    text: cell === undefined ? shownText(place.node) : '',
    path: pathOf(place),
    ...(blockKey === undefined ? {} : { blockKey }),
    conditions: conditionsAround(place),
    ...(cell === undefined ? {} : { cell }),
  }
}

function conditionsAround(place: NodePlace): readonly string[] {
  const conditions: string[] = isHidden(place) ? [nobody] : []
  for (const node of ancestorsOf(place)) {
    if (node.object === 'block' && node.type === 'if') {
      conditions.push(node.data.expression)
    }
  }
  return conditions
}

/** Whether strangers never see the node, whatever the conditions around it say. */
function isHidden(place: NodePlace): boolean {
  for (let step: NodePlace | undefined = place; step !== undefined; step = step.parent) {
    const { parent, slot, index = -1 } = step
    if (parent === undefined || slot !== 'nodes') continue
    if (knownHidden(parent.node).has(index)) return true
  }
  return false
}

const hiddenIn = new WeakMap<Node, ReadonlySet<number>>()

/** The hidden children, found once for all references below a node. */
function knownHidden(node: Node): ReadonlySet<number> {
  const hidden = hiddenIn.get(node) ?? hiddenBlocks(nodesIn(node))
  hiddenIn.set(node, hidden)
  return hidden
}

function nearestKey(place: NodePlace): string | undefined {
  for (let step: NodePlace | undefined = place; step !== undefined; step = step.parent) {
    if (step.node.object === 'block' && step.node.key !== undefined) return step.node.key
  }
  return undefined
}

/** The text shown for a reference: that of a link, an image's alternative text, a caption. */
function shownText(node: Node): string {
  if (node.object === 'inline') return phrasingText([node])
  if (node.object !== 'block') return ''
  const alt = node.type === 'image' ? node.data.alt : undefined
  const words = fragmentNamed(node, 'caption') ?? fragmentNamed(node, 'fallback')
  return alt ?? (words === undefined ? '' : plainText(words))
}
