import { type Planned, plannedPages, type PlanToMake } from './planned-pages.ts'

/**
 * Makes the pages of a specification, on a separate thread.
 * @public loaded by name
 */
export function makePages(plan: PlanToMake): Planned {
  return plannedPages(plan)
}
