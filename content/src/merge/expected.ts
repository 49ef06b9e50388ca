import { walk } from '#/document/walk.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { innerLevel, type LevelPiece } from './level.ts'

/** The expected reading of a piece of the result. */
export type Expected =
  /** As in a version: the same bytes, the same blocks and inlines. */
  | { readonly how: 'kept'; readonly pieces: readonly LevelPiece[] }
  /** Merged line by line: one block of one of these kinds. */
  | { readonly how: 'merged'; readonly kinds: readonly string[] }
  /** Merged from the pieces inside. */
  | {
      readonly how: 'inside'
      readonly kinds: readonly string[]
      readonly inside: readonly Expected[]
    }
  /** Written by a person who decided a conflict: not checked. */
  | { readonly how: 'written' }

/**
 * Whether merged bytes read as expected: a kept piece as in a version that has it. A text that a
 * person wrote is not checked, nor are the pieces beside it.
 */
export function readsAsExpected(
  expected: readonly Expected[],
  actual: readonly LevelPiece[],
): boolean {
  if (expected.some(({ how }) => how === 'written')) return true
  return (
    expected.length === actual.length &&
    expected.every((each, index) => {
      const piece = actual[index]
      return piece !== undefined && pieceReads(each, piece)
    })
  )
}

function pieceReads(expected: Expected, actual: LevelPiece): boolean {
  if (expected.how === 'written') return true
  if (expected.how === 'kept') {
    const shape = shapeOf(actual.block)
    return expected.pieces.some(
      (piece) => piece.text === actual.text && shapeOf(piece.block) === shape,
    )
  }
  if (!expected.kinds.includes(actual.kind)) return false
  if (expected.how === 'merged') return true
  const inner = innerLevel(actual)
  return inner !== undefined && readsAsExpected(expected.inside, inner.pieces)
}

/** The types of a block and of all nodes in it: they show a link that lost its definition. */
function shapeOf(block: SourceBlock | undefined): string {
  if (block === undefined) return ''
  const types: string[] = []
  for (const { node } of walk(block.node)) {
    if (node.object === 'block' || node.object === 'inline') types.push(node.type)
  }
  return types.join(' ')
}
