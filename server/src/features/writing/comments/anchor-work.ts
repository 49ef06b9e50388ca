import { threadTask } from '#/platform/threads/threads.ts'

/** Two versions of a page, and the blocks of the first version that comments are about. */
export interface AnchorWork {
  readonly before: string
  readonly after: string
  readonly nodes: readonly string[]
}

/** Each block with its successor in the later version, or null when the block is gone. */
export type Anchors = readonly (readonly [node: string, now: string | null])[]

export const followAnchorsTask = threadTask<AnchorWork, Anchors>(
  new URL('./anchor-task.ts', import.meta.url),
  'followAnchors',
)
