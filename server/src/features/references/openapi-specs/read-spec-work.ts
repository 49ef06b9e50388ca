import { threadTask } from '#/platform/threads/threads.ts'

import type { SpecError } from './spec-problem.ts'

/** What came of reading: a document, or why there is none. */
export type SpecRead =
  | { readonly kind: 'read'; readonly bundle: Uint8Array }
  | {
      readonly kind: 'failed'
      /** The first of them. */
      readonly errors: readonly SpecError[]
      readonly count: number
    }

export type ReferencesRead =
  | { readonly kind: 'read'; readonly files: readonly string[] }
  | Extract<SpecRead, { kind: 'failed' }>

export interface FileToList {
  readonly name: string
  readonly text: string
}

const module = new URL('./read-spec-task.ts', import.meta.url)

/**
 * The largest real specifications take 20 seconds on a machine that is not busy. Nobody waits for the
 * answer, so they get more than what is read for a request.
 */
export const specTimeoutMs = 60_000

/** Reads the packed files of a specification. */
export const readSpec = threadTask<{ readonly packed: Uint8Array }, SpecRead>(
  module,
  'readSpec',
  { timeoutMs: specTimeoutMs },
)

/** Names the other files that a file refers to. */
export const listReferences = threadTask<FileToList, ReferencesRead>(
  module,
  'listReferences',
)
