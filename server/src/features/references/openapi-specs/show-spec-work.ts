import { threadTask } from '#/platform/threads/threads.ts'

import { specTimeoutMs } from './read-spec-work.ts'
import type { OverlayText, PartHash } from './shown-queries.ts'

export interface SpecToShow {
  /** The newest version as one JSON document. */
  readonly bundle: Uint8Array
  readonly sourceUrl: string | null
  /** In the order in which they are applied. */
  readonly overlays: readonly OverlayText[]
  /** The parts that are stored, so that only others come back. */
  readonly known: readonly PartHash[]
}

export interface PartToStore extends PartHash {
  /** JSON. */
  readonly part: string
  readonly words: string
}

export interface OverlayProblemFound {
  /** The place in the overlay. */
  readonly pointer: string
  /** Whether the action was left out, or only found nothing to change. */
  readonly kind: 'failed' | 'unused'
  readonly message: string
}

/** What came of applying an overlay. */
export interface OverlayReport {
  readonly name: string
  readonly version: number
  /** The first of them. */
  readonly problems: readonly OverlayProblemFound[]
  readonly count: number
}

/** What a specification shows. */
export interface SpecShown {
  /** JSON. */
  readonly plan: string
  /** The parts that differ from those that are stored. */
  readonly changed: readonly PartToStore[]
  readonly gone: readonly PartHash[]
  readonly reports: readonly OverlayReport[]
  /** Whether everything is gone that overlays take away: otherwise nothing of it may be shown. */
  readonly hidesAll: boolean
  /** The document as overlays change it, as JSON; undefined if it is the version itself. */
  readonly document: Uint8Array | undefined
}

/** Reads what a specification shows, on a thread of its own: a large one takes seconds. */
export const readShownTask = threadTask<SpecToShow, SpecShown>(
  new URL('./show-spec-task.ts', import.meta.url),
  'readShown',
  { timeoutMs: specTimeoutMs },
)
