import { threadTask } from '#/platform/threads/threads.ts'

/** Says what is wrong with the text of an overlay, each with its place; nothing if it is one. */
export const checkOverlay = threadTask<{ readonly text: string }, readonly string[]>(
  new URL('./check-overlay-task.ts', import.meta.url),
  'wrongInOverlay',
)
