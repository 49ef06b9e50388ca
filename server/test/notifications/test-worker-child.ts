import { readConfig } from '#/platform/config/config.ts'
import { startWorker } from '#/start/worker.ts'

/** The worker as a child process, for what only a process shows: its death. */
await startWorker(readConfig(process.env))
process.send?.('runs')
// A parent that is gone will never tell it to stop.
process.once('disconnect', () => process.exit())
