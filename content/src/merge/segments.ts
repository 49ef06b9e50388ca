import type { BodyConflict, Resolution } from './conflict.ts'
import type { Expected } from './expected.ts'
import type { Provenance } from './gaps.ts'
import type { LevelPiece } from './level.ts'

export type OpenConflict = Omit<BodyConflict, 'place'>

/** Bytes of the result, or the start or end of an open conflict. */
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
  /** Key of the previous block in the base. */
  readonly previous: string | undefined
}

/** The functions that a merge passes on into containers. */
export interface Working {
  /** A named conflict, and the decision of a person if there is one. */
  readonly ask: (question: Question) => {
    readonly conflict: OpenConflict
    readonly resolution: Resolution | undefined
  }
  readonly mergePiece: (three: ThreePieces) => Omit<Token, 'provenance'>
  /** The merged bytes of a piece; undefined when a conflict in it is open. */
  readonly mergedText: (three: ThreePieces) => string | undefined
  /** Decides about the bytes of a tag or marker that both sides changed. */
  readonly decideBytes: (base: string, ours: string, theirs: string) => readonly Segment[]
}

/** The bytes of the segments, and the range of each open conflict in them. */
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
