import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface ApiProcess {
  readonly url: string
  /** All it wrote to both of its outputs so far. */
  readonly output: () => string
  readonly stop: () => Promise<void>
  /** As the power going out: nothing is flushed, nobody is told. */
  readonly kill: () => Promise<void>
}

/** The api in a process of its own, for what only a process shows: its output, and its death. */
export async function startApiProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ApiProcess> {
  const child = fork(new URL('test-api-child.ts', import.meta.url), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LECTERN_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DRAIN_SECONDS: '0',
      RATE_LIMIT_TOKEN: '0',
      RATE_LIMIT_ADDRESS: '0',
      RATE_LIMIT_SITE: '0',
      ...environment,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const closed = once(child, 'close')
  const [url] = await Promise.race([
    once(child, 'message'),
    closed.then(() => assert.fail(`the api did not start: ${output}`)),
  ])
  assert.ok(typeof url === 'string')
  return {
    url,
    output: () => output,
    async stop() {
      child.send('stop')
      await closed
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
  }
}
