import { threadTask } from '#/platform/threads/threads.ts'

import type { Planned, PlanToMake } from './planned-pages.ts'

export const makePages = threadTask<PlanToMake, Planned>(
  new URL('./plan-tasks.ts', import.meta.url),
  'makePages',
)
