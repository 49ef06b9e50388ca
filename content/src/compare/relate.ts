import { blockKeys } from '#/read/keys.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { isRecognised } from './likeness.ts'
import { matchPieces, type Match, type Piece } from './match.ts'

/** The fate of a block: `key` is its key in the later version. */
export type Relation =
  | { readonly how: 'same' | 'moved' | 'edited'; readonly key: string }
  | { readonly how: 'gone' }

/**
 * Says for each block of one version, at every level, which block of the next it is. Comments
 * follow their block by this relation, so a block that is not clearly the same one is `gone`.
 */
export function relate(before: Reading, after: Reading): ReadonlyMap<string, Relation> {
  const relations = new Map<string, Relation>()
  const keys = { before: blockKeys(before), after: blockKeys(after) }
  const taken = new Set<SourceBlock>()
  const waiting: Siblings[] = [
    { before: before.blocks, after: after.blocks, moved: false },
  ]
  const goneBlocks: SourceBlock[] = []
  for (let siblings = waiting.pop(); siblings !== undefined; siblings = waiting.pop()) {
    const matched = new Set<number>()
    for (const match of matchBlocks(siblings, before.source, after.source)) {
      const one = siblings.before[match.before]
      const other = siblings.after[match.after]
      if (one === undefined || other === undefined) continue
      matched.add(match.before)
      taken.add(other)
      const moved = siblings.moved || match.how === 'moved'
      const how = moved && match.how === 'same' ? 'moved' : match.how
      note({ relations, keys }, one, { how, other })
      waiting.push({ before: one.children, after: other.children, moved })
    }
    for (const [index, block] of siblings.before.entries()) {
      if (!matched.has(index)) goneBlocks.push(block)
    }
  }
  followAcross(goneBlocks, { before, after, relations, keys, taken })
  return relations
}

/** A block as a piece to compare: the content is that of its children, without its own marker. */
export function pieceOf(source: string, block: SourceBlock): Piece {
  const first = block.children[0]
  const last = block.children.at(-1)
  return {
    kind: block.node.type,
    text: source.slice(block.start, block.end),
    said:
      first !== undefined && last !== undefined && first.start < last.end
        ? source.slice(first.start, last.end)
        : source.slice(block.start, block.end),
  }
}

interface Siblings {
  readonly before: readonly SourceBlock[]
  readonly after: readonly SourceBlock[]
  readonly moved: boolean
}

function matchBlocks(
  { before, after }: Siblings,
  beforeSource: string,
  afterSource: string,
): readonly Match[] {
  if (before.length === 0 || after.length === 0) return []
  return matchPieces(
    before.map((block) => pieceOf(beforeSource, block)),
    after.map((block) => pieceOf(afterSource, block)),
  )
}

interface Noting {
  readonly relations: Map<string, Relation>
  readonly keys: {
    readonly before: ReadonlyMap<SourceBlock, string>
    readonly after: ReadonlyMap<SourceBlock, string>
  }
}

function note(
  { relations, keys }: Noting,
  block: SourceBlock,
  became:
    | { readonly how: 'same' | 'moved' | 'edited'; readonly other: SourceBlock }
    | undefined,
): void {
  const key = became && keys.after.get(became.other)
  relations.set(
    keys.before.get(block) ?? '',
    became === undefined || key === undefined
      ? { how: 'gone' }
      : { how: became.how, key },
  )
}

interface Across extends Noting {
  readonly before: Reading
  readonly after: Reading
  readonly taken: Set<SourceBlock>
}

/** Follows blocks into or out of a container: each must be the only one with its text. */
function followAcross(goneBlocks: readonly SourceBlock[], across: Across): void {
  const { before, after, taken } = across
  if (goneBlocks.length === 0) return
  const lost = onlyOnes(before.source, withInner(goneBlocks))
  const found = onlyOnes(
    after.source,
    withInner(after.blocks).filter((block) => !taken.has(block)),
  )
  const waiting = goneBlocks.toReversed()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    const text = unprefixed(before.source, block)
    const other = lost.get(text) === block ? found.get(text) : undefined
    if (other?.node.type === block.node.type && isRecognised(text)) {
      follow(block, other, across)
    } else {
      note(across, block, undefined)
      for (const child of block.children.toReversed()) waiting.push(child)
    }
  }
}

/**
 * Notes that a block moved, with all blocks inside: two blocks with the same text have the same
 * blocks inside, so the children pair one for one.
 */
function follow(block: SourceBlock, other: SourceBlock, noting: Noting): void {
  const waiting: (readonly [SourceBlock, SourceBlock | undefined])[] = [[block, other]]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, its] = pair
    note(noting, one, its && { how: 'moved', other: its })
    for (const [index, child] of one.children.entries()) {
      waiting.push([child, its?.children[index]])
    }
  }
}

function withInner(blocks: readonly SourceBlock[]): readonly SourceBlock[] {
  const all: SourceBlock[] = []
  const waiting = blocks.toReversed()
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    all.push(block)
    for (const child of block.children.toReversed()) waiting.push(child)
  }
  return all
}

function onlyOnes(
  source: string,
  blocks: readonly SourceBlock[],
): ReadonlyMap<string, SourceBlock | undefined> {
  const found = new Map<string, SourceBlock | undefined>()
  for (const block of blocks) {
    const text = unprefixed(source, block)
    found.set(text, found.has(text) ? undefined : block)
  }
  return found
}

function unprefixed(source: string, block: SourceBlock): string {
  const text = source.slice(block.start, block.end)
  return block.prefix === '' ? text : text.replaceAll(`\n${block.prefix}`, '\n')
}
