import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'

import {
  type RunningCommand,
  runCommand,
  startCommand,
} from '#test/commands/test-command.ts'
import { createTestDatabase } from '#test/test-database.ts'

interface LogLine {
  readonly msg: string
  readonly component?: string
  readonly url?: string
  readonly metricsPort?: number
}

describe('lectern-server start', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    database = await createTestDatabase()
  })
  after(async () => database.drop())

  const start = (part: string, environment: Record<string, string> = {}) =>
    startCommand(['start', part], { DATABASE_URL: database.url, ...environment })

  it('serves until SIGTERM, then says so at /readyz, drains and exits with 0', async () => {
    const running = start('api', { DRAIN_SECONDS: '4' })
    const { url = '' } = await logged(running, 'api listens')
    assert.equal((await fetch(`${url}/readyz`)).status, 200)

    running.child.kill('SIGTERM')
    await logged(running, 'stopping')
    const draining = await fetch(`${url}/readyz`)
    assert.equal(draining.status, 503)
    assert.equal((await fetch(`${url}/livez`)).status, 200, 'requests are still answered')
    const { code, stderr } = await running.ended
    assert.deepEqual([code, stderr], [0, ''])
    await assert.rejects(fetch(`${url}/livez`))
  })

  it('ends at once on a second signal', async () => {
    const running = start('api', { DRAIN_SECONDS: '60' })
    await logged(running, 'api listens')
    running.child.kill('SIGTERM')
    await logged(running, 'stopping')
    const signalledMs = performance.now()
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 1)
    assert.ok(performance.now() - signalledMs < 5_000)
  })

  it('runs a worker that stops on SIGINT', async () => {
    const running = start('worker')
    const { metricsPort } = await logged(running, 'worker runs')
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status, 200)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 0)
  })

  it('runs both in one process, each with its own metrics', async () => {
    const metricsPort = await twoFreePorts()
    const running = start('all', { METRICS_PORT: String(metricsPort) })
    const [api, worker] = await Promise.all([
      logged(running, 'api listens'),
      logged(running, 'worker runs'),
    ])
    assert.deepEqual(
      [api.metricsPort, worker.metricsPort],
      [metricsPort, metricsPort + 1],
    )
    for (const port of [metricsPort, metricsPort + 1]) {
      assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200)
    }
    running.child.kill('SIGTERM')
    assert.equal((await running.ended).code, 0)
  })

  it('has no room for the worker’s metrics after the last port', async () => {
    const { code, stderr } = await start('all', { METRICS_PORT: '65535' }).ended
    assert.equal(code, 1)
    assert.match(stderr, /METRICS_PORT 65535.*lower one\.\n$/)
  })

  it('says in one line that its port is taken', async () => {
    const taken = await listening(0)
    const { code, stderr } = await start('api', { PORT: String(taken?.port) }).ended
    taken?.server.close()
    assert.equal(code, 1)
    assert.match(stderr, /^listen EADDRINUSE.*free ports\.\n$/)
  })

  it('logs an error that nobody caught and exits with 1', async () => {
    const thrower = 'process.on("SIGUSR2",()=>{throw new Error("nobody caught this")})'
    const module = `data:text/javascript,${encodeURIComponent(thrower)}`
    const running = start('api', {
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${module}`,
    })
    await logged(running, 'api listens')
    running.child.kill('SIGUSR2')
    const { err } = await logged<LogLine & { err: { message: string } }>(
      running,
      'uncaught error',
    )
    assert.equal(err.message, 'nobody caught this')
    assert.equal((await running.ended).code, 1)
  })

  it('refuses the development key in production', async () => {
    const { code, stderr } = await runCommand(['start', 'api'], {
      DATABASE_URL: database.url,
      LECTERN_ENV: 'production',
      FILES_URL: 'https://files.example/~files',
      SECRET_KEYS: 'lectern-development-key-never-use-in-production',
    })
    assert.equal(code, 1)
    assert.match(stderr, /^SECRET_KEYS holds the development key/)
  })
})

/** The first line of the log with this message. */
async function logged<Line extends LogLine = LogLine>(
  { printed }: RunningCommand,
  message: string,
): Promise<Line> {
  return printed((lines) =>
    lines.map((line): Line => JSON.parse(line)).find(({ msg }) => msg === message),
  )
}

/** Two neighbouring ports that are free right now. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const first = await listening(0)
    const second = first && (await listening(first.port + 1))
    first?.server.close()
    second?.server.close()
    if (first && second) return first.port
  }
}

async function listening(port: number) {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  const address = server.address()
  if (!isListening || address === null || typeof address === 'string') return undefined
  return { server, port: address.port }
}
