import type { TreeResolution } from '@lectern/content/merge/conflict.ts'
import type { TreeConflict } from '@lectern/content/merge/tree-conflict.ts'
import type { Entry } from '@lectern/content/tree/entries.ts'

import { threadTask } from '#/platform/threads/threads.ts'

interface Side {
  readonly entries: readonly Entry[]
  readonly variables: Readonly<Record<string, string>>
}

/** The decisions of people, by conflict. */
export type Resolutions = readonly (readonly [string, TreeResolution])[]

export interface MergeWork {
  readonly base: Side
  readonly ours: Side
  readonly theirs: Side
  /** Entries that neither side changed, as far as the merge may need them. */
  readonly around: readonly Entry[]
  readonly resolutions: Resolutions
}

export interface MergeOutcome {
  readonly entries: readonly Entry[]
  readonly variables: Readonly<Record<string, string>>
  readonly conflicts: readonly TreeConflict[]
  /** The texts that the merge made, by entry. */
  readonly texts: readonly (readonly [string, string])[]
}

const module = new URL('./merge-task.ts', import.meta.url)

export const mergeContent = threadTask<MergeWork, MergeOutcome>(module, 'mergeContent')
