import type { BodyConflict, Resolution } from './conflict.ts'
import type { Expected } from './expected.ts'
import type { Provenance } from './gaps.ts'
import type { LevelPiece } from './level.ts'

export type OpenConflict = Omit<BodyConflict, 'place'>

/** Bytes of the result, or the start or end of what an open conflict is about. */
export type Segment =
  | string
  | { readonly open: OpenConflict }
  | { readonly close: OpenConflict }

/** A piece of the result. Without a provenance it is only a mark between pieces. */
export interface Token {
  readonly segments: readonly Segment[]
  readonly provenance?: Provenance
  readonly expected: readonly Expected[]
}

export interface Question {
  readonly kind: BodyConflict['kind']
  readonly blocks: readonly string[]
  readonly follows?: string | undefined
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

export interface ThreePieces {
  readonly base: LevelPiece
  readonly ours: LevelPiece
  readonly theirs: LevelPiece
  /** Key of the block before, in the base. */
  readonly previous: string | undefined
}

/** What a merge carries into containers. */
export interface Working {
  /** A conflict with its name, and how a person decided it if they did. */
  readonly ask: (question: Question) => {
    readonly conflict: OpenConflict
    readonly resolution: Resolution | undefined
  }
  readonly mergePiece: (three: ThreePieces) => Omit<Token, 'provenance'>
  /** The bytes that a piece merges to; undefined when something in it is to be decided. */
  readonly mergedText: (three: ThreePieces) => string | undefined
  /** Decides about the bytes of a tag or marker that both sides changed. */
  readonly decideBytes: (base: string, ours: string, theirs: string) => readonly Segment[]
}

/** The bytes of the segments, and where each open conflict stands in them. */
export function assemble(segments: readonly Segment[]): {
  readonly text: string
  readonly conflicts: readonly BodyConflict[]
} {
  const starts = new Map<OpenConflict, number>()
  const conflicts: BodyConflict[] = []
  const parts: string[] = []
  let length = 0
  for (const segment of segments) {
    if (typeof segment === 'string') {
      parts.push(segment)
      length += segment.length
    } else if ('open' in segment) starts.set(segment.open, length)
    else {
      const start = starts.get(segment.close) ?? length
      conflicts.push({ ...segment.close, place: { start, end: length } })
    }
  }
  return { text: parts.join(''), conflicts }
}
