export { announceFirstRun } from './announce-first-run.ts'
export { closeFirstRun } from './first-run-queries.ts'
export { addFirstRunPages } from './first-run-pages.ts'
