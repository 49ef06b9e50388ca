import type { OpenApiChange } from '@lectern/content/openapi-changes/change.ts'

import { threadTask } from '#/platform/threads/threads.ts'

/** Two versions as JSON documents of UTF-8. */
export interface VersionsToCompare {
  readonly before: Uint8Array
  readonly after: Uint8Array
}

export interface VersionsCompared {
  /** Breaking ones first. */
  readonly changes: readonly OpenApiChange[]
  /** Whether a limit ended the comparison, so that there may be more. */
  readonly isPartial: boolean
}

/** Tells what changed between two versions of a specification. */
export const compareVersions = threadTask<VersionsToCompare, VersionsCompared>(
  new URL('./compare-versions-task.ts', import.meta.url),
  'compareVersions',
)
