import { readConfig } from '#/platform/config/config.ts'
import { startApi } from '#/start/api.ts'

/** The api as a child process: says its URL to its parent and stops when told to. */
const api = await startApi(readConfig(process.env))
process.send?.(api.url)
// A parent that is gone will never tell it to stop.
process.once('disconnect', () => process.exit())
process.once('message', () => {
  void api.stop().then(() => process.disconnect())
})
