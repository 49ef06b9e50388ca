import { fingerprint } from '#/document/fingerprint.ts'
import { isEmptyParagraph } from '#/document/shapes.ts'
import { fragmentsIn, type InnerNode, nodesIn } from '#/document/walk.ts'
import type { SourceBlock } from '#/read/reading.ts'

import type { Marks } from './edit-level.ts'

/** Whether all blocks read as before, apart from those that the marks edit. */
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

  /** The blocks that must be present, with `anything` where edits may add others. */
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
    // An element without content of its own shares its node with the block inside it.
    const isFrame = was.children.every(({ node }) => node !== was.node)
    const isSame = !isFrame || fingerprint(frame(was)) === fingerprint(frame(is))
    return isSame && fits(was.children, is.children)
  }
}

/** The placeholder for any number of blocks. */
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
  /** The pattern position after the last gap, and the block index where that part is tried. */
  let gap: { readonly after: number; readonly reach: number } | undefined
  while (index < blocks.length || at < pattern.length) {
    const next = pattern[at]
    const block = blocks[index]
    if (next === anything) {
      // The pattern after the last gap can only match at the end.
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

/** The blocks that have marked blocks inside. */
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

/** Whether a block counts; the definition of a footnote is one only while nothing refers to it. */
function isSaid({ node }: SourceBlock): boolean {
  return node.type !== 'verbatim' || node.data.reason !== 'footnote-definition'
}

/** A block without the inner blocks that have places: the content of its own bytes. */
function frame({ node, children }: SourceBlock): object {
  const placed = new Set<unknown>(children.map((child) => child.node))
  // An empty container has a paragraph without a place in the source.
  const isOwn = (inner: InnerNode) => !placed.has(inner) && !isEmptyParagraph(inner)
  const fragments = fragmentsIn(node)
    .map((fragment) => ({ ...fragment, nodes: fragment.nodes.filter(isOwn) }))
    .filter(({ nodes }) => nodes.length > 0)
  // A bullet list is a task list as long as each of its items has a box.
  const type = node.type === 'list-tasks' ? 'list-unordered' : node.type
  return { ...node, type, nodes: nodesIn(node).filter(isOwn), fragments }
}
