import type { BlockType } from '#/document/nodes.ts'
import { blockKeys } from '#/read/keys.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { matchPieces, type Match } from '#/compare/match.ts'
import { pieceOf } from '#/compare/relate.ts'

/** One block of two versions of a page; a list of these has the order of a reader of both. */
export type BlockDifference =
  | ({ readonly how: 'same' | 'edited' | 'moved' } & Both)
  | { readonly how: 'added'; readonly after: BlockSlice }
  | { readonly how: 'removed'; readonly before: BlockSlice }

interface Both {
  readonly before: BlockSlice
  readonly after: BlockSlice
  /** The differences inside a container that was edited. */
  readonly inside?: readonly BlockDifference[]
}

export interface BlockSlice {
  readonly key: string
  readonly type: BlockType
  readonly markdown: string
}

/** Containers within containers are compared block by block this far down. */
const depthMax = 40

/** Compares two versions block by block. A removed block precedes the block added in its place. */
export function compareBlocks(
  before: Reading,
  after: Reading,
): readonly BlockDifference[] {
  return compareSiblings(
    { source: before.source, blocks: before.blocks, keys: blockKeys(before) },
    { source: after.source, blocks: after.blocks, keys: blockKeys(after) },
    0,
  )
}

interface Siblings {
  readonly source: string
  readonly blocks: readonly SourceBlock[]
  readonly keys: ReadonlyMap<SourceBlock, string>
}

function compareSiblings(
  before: Siblings,
  after: Siblings,
  depth: number,
): readonly BlockDifference[] {
  const matches = matchPieces(
    before.blocks.map((block) => pieceOf(before.source, block)),
    after.blocks.map((block) => pieceOf(after.source, block)),
  )
  const byBefore = new Map(matches.map((match) => [match.before, match]))
  const byAfter = new Map(matches.map((match) => [match.after, match]))
  const differences: BlockDifference[] = []
  let left = 0
  /** Adds the removed blocks up to the next block that both versions have in order. */
  const addRemoved = () => {
    for (; left < before.blocks.length; left += 1) {
      const match = byBefore.get(left)
      const block = before.blocks[left]
      if (block === undefined || (match !== undefined && match.how !== 'moved')) return
      if (match !== undefined) continue
      differences.push({ how: 'removed', before: sliceOf(before, block) })
    }
  }
  for (const [index, block] of after.blocks.entries()) {
    const match = byAfter.get(index)
    if (match === undefined) {
      addRemoved()
      differences.push({ how: 'added', after: sliceOf(after, block) })
      continue
    }
    if (match.how !== 'moved') {
      addRemoved()
      left = match.before + 1
    }
    const was = before.blocks[match.before]
    if (was === undefined) continue
    const inside = insideOf(match, before, after, depth)
    differences.push({
      how: match.how,
      before: sliceOf(before, was),
      after: sliceOf(after, block),
      ...(inside !== undefined && { inside }),
    })
  }
  addRemoved()
  return differences
}

// oxlint-disable-next-line max-params -- the two versions, where in them, and how deep
function insideOf(
  match: Match,
  before: Siblings,
  after: Siblings,
  depth: number,
): readonly BlockDifference[] | undefined {
  const was = before.blocks[match.before]?.children ?? []
  const is = after.blocks[match.after]?.children ?? []
  if (match.how !== 'edited' || depth >= depthMax) return undefined
  if (was.length === 0 || is.length === 0) return undefined
  return compareSiblings({ ...before, blocks: was }, { ...after, blocks: is }, depth + 1)
}

function sliceOf({ source, keys }: Siblings, block: SourceBlock): BlockSlice {
  return {
    key: keys.get(block) ?? '',
    type: block.node.type,
    markdown: source.slice(block.start, block.end),
  }
}
