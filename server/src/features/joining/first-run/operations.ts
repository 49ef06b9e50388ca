import { completeFirstRun } from './complete-first-run.ts'
import { getFirstRun } from './get-first-run.ts'

export const firstRunOperations = [getFirstRun, completeFirstRun]
