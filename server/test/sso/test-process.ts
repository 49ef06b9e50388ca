import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a program of tests with its settings, and waits until it says that it is ready. */
export async function startTestProcess(
  url: URL,
  settings: object,
): Promise<{ stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [url.pathname, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const gone = once(child, 'exit')
  // Whatever fails, it does not outlive the test, nor keep it from ending.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  await Promise.race([
    once(child, 'message'),
    gone.then(() => {
      throw new Error(`${url.pathname} has ended`)
    }),
  ])
  child.disconnect()
  child.unref()
  return {
    async stop() {
      child.ref()
      process.off('exit', end)
      end()
      await gone
    },
  }
}
