import { fingerprint } from '#/document/fingerprint.ts'
import { isEmptyParagraph } from '#/document/shapes.ts'
import { fragmentsIn, type InnerNode, nodesIn } from '#/document/walk.ts'
import type { SourceBlock } from '#/read/reading.ts'

import type { Marks } from './edit-level.ts'

/** Whether the blocks read as before, but for what the marks say. */
export function isOnlyEdited(
  before: readonly SourceBlock[],
  after: readonly SourceBlock[],
  marks: ReadonlyMap<SourceBlock, Marks>,
): boolean {
  const holders = holdersOf(before, marks)
  const prints = new Map<SourceBlock, string>()
  const saidBy = (place: SourceBlock) => {
    const said = prints.get(place) ?? fingerprint(place.node)
    prints.set(place, said)
    return said
  }
  return fits(before, after)

  function fits(was: readonly SourceBlock[], is: readonly SourceBlock[]): boolean {
    return matches(expected(was), is.filter(isSaid), holds)
  }

  /** The blocks that have to be there, and where there may be others between them. */
  function expected(places: readonly SourceBlock[]): readonly Expected[] {
    return places.flatMap((place): Expected[] => {
      const { before: above = [], after: below = [], instead } = marks.get(place) ?? {}
      if (typeof instead === 'string') return [anything]
      const gap = (added: readonly string[]) => (added.length > 0 ? [anything] : [])
      const itself = instead === undefined && isSaid(place) ? [place] : []
      return [...gap(above), ...itself, ...gap(below)]
    })
  }

  function holds(was: SourceBlock, is: SourceBlock): boolean {
    if (!holders.has(was)) return saidBy(was) === saidBy(is)
    // An element that says nothing itself stands for the block inside it.
    const isFrame = was.children.every(({ node }) => node !== was.node)
    const isSame = !isFrame || fingerprint(frame(was)) === fingerprint(frame(is))
    return isSame && fits(was.children, is.children)
  }
}

/** Stands for any blocks, or none. */
const anything = 'any blocks' as const
type Expected = SourceBlock | typeof anything

/** Whether these blocks are the expected ones in order; each tested by `holds`. */
function matches(
  pattern: readonly Expected[],
  blocks: readonly SourceBlock[],
  holds: (expected: SourceBlock, block: SourceBlock) => boolean,
): boolean {
  const lastGap = pattern.lastIndexOf(anything)
  let at = 0
  let index = 0
  /** Where the pattern goes on after the last gap, and where that is tried. */
  let gap: { readonly after: number; readonly reach: number } | undefined
  while (index < blocks.length || at < pattern.length) {
    const next = pattern[at]
    const block = blocks[index]
    if (next === anything) {
      // What follows the last gap can only stand at the end.
      at += 1
      const isLast = at === lastGap + 1
      if (isLast) index = Math.max(index, blocks.length - (pattern.length - at))
      gap = isLast ? undefined : { after: at, reach: index }
    } else if (next && block && holds(next, block)) {
      at += 1
      index += 1
    } else if (gap && gap.reach < blocks.length) {
      gap = { ...gap, reach: gap.reach + 1 }
      at = gap.after
      index = gap.reach
    } else return false
  }
  return true
}

/** The blocks that have marked ones inside. */
function holdersOf(
  blocks: readonly SourceBlock[],
  marks: ReadonlyMap<SourceBlock, Marks>,
): ReadonlySet<SourceBlock> {
  const holders = new Set<SourceBlock>()
  const visit = (place: SourceBlock): boolean => {
    const isHolder = place.children.map((child) => visit(child)).includes(true)
    if (isHolder) holders.add(place)
    return isHolder || marks.has(place)
  }
  blocks.forEach((place) => visit(place))
  return holders
}

/** The definition of a footnote is a block only as long as nothing refers to it. */
function isSaid({ node }: SourceBlock): boolean {
  return node.type !== 'verbatim' || node.data.reason !== 'footnote-definition'
}

/** A block without the blocks inside it that have places: what its own bytes say. */
function frame({ node, children }: SourceBlock): object {
  const placed = new Set<unknown>(children.map((child) => child.node))
  // A container without anything has a paragraph that stands nowhere.
  const isOwn = (inner: InnerNode) => !placed.has(inner) && !isEmptyParagraph(inner)
  const fragments = fragmentsIn(node)
    .map((fragment) => ({ ...fragment, nodes: fragment.nodes.filter(isOwn) }))
    .filter(({ nodes }) => nodes.length > 0)
  // A bullet list is one of tasks as long as each of its items has a box.
  const type = node.type === 'list-tasks' ? 'list-unordered' : node.type
  return { ...node, type, nodes: nodesIn(node).filter(isOwn), fragments }
}
