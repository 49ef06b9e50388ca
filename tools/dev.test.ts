import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient } from '@lectern/contract/client.ts'

import { type DemoOptions, publishDemo } from './demo-site.ts'
import { freePort } from './free-port.ts'
import { makeDemo } from './make-demo.ts'
import { developmentServerUrl, runOnServer } from './scratch-database.ts'
import { type StartedSandbox, startSandbox } from './start-sandbox.ts'
import { processesWith } from './traces.ts'
import { untilReady } from './until-ready.ts'

const root = path.join(import.meta.dirname, '..')
const endMsMax = 30_000

/** Starts `npm run dev` with a database of its own, and ends all of it afterwards. */
async function withDev(
  settings: Readonly<Record<string, string>>,
  use: (dev: ChildProcess, name: string) => Promise<void>,
): Promise<void> {
  const name = `test_${process.pid}_${Date.now().toString(36)}`
  const words = ['run', '--silent', 'dev', '--', `--name=${name}`]
  const dev = spawn('npm', words, {
    cwd: root,
    env: { ...process.env, METRICS_PORT: '0', LECTERN_TRACE: name, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await use(dev, name)
  } finally {
    for (const pid of await processesWith(name)) process.kill(pid, 'SIGKILL')
    await runOnServer(
      developmentServerUrl(),
      `drop database if exists lectern_dev_${name} with (force)`,
    )
    await rm(path.join(root, '.data', name), { recursive: true, force: true })
  }
}

/** Waits until no process of it is left, of npm neither. */
async function assertEnds(name: string): Promise<void> {
  const deadline = Date.now() + endMsMax
  while ((await processesWith(name)).length > 0 && Date.now() < deadline) await sleep(100)
  assert.deepEqual(await processesWith(name), [])
}

async function lineWith({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  assert.ok(stdout !== null)
  const said: string[] = []
  for await (const line of createInterface({ input: stdout })) {
    said.push(line)
    if (pattern.test(line)) return line
  }
  throw new Error(`It ended without a word of it:\n${said.join('\n')}`)
}

describe('npm run dev', () => {
  it('makes its demo while a source file is saved, and ends with npm, wholly', async () => {
    const [port, sitesPort] = [await freePort(), await freePort()]
    const settings = { PORT: String(port), SITES_PORT: String(sitesPort) }
    await withDev(settings, async (dev, name) => {
      const shown = lineWith(dev, /^ {2}(?:Demo {7}|The demo site was not made)/)
      await untilReady([`http://127.0.0.1:${port}/readyz`])
      const now = new Date()
      await utimes(path.join(root, 'server/src/floor-plan.json'), now, now)
      const demo = /^ {2}Demo {7}(http:\/\/\S+\/lectern\/)$/.exec(await shown)?.[1]
      assert.ok(demo !== undefined, await shown)
      const front = await fetch(`http://127.0.0.1:${port}/`, {
        headers: { accept: 'text/html' },
      })
      assert.ok((await front.text()).includes(`href="${demo.replace(/\/$/, '')}"`))
      assert.ok((await processesWith(name)).length > 3)
      dev.kill('SIGHUP')
      await assertEnds(name)
    })
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    it(`ends wholly when npm alone gets ${signal}`, async () => {
      const [port, sitesPort] = [await freePort(), await freePort()]
      const settings = { PORT: String(port), SITES_PORT: String(sitesPort) }
      await withDev(settings, async (dev, name) => {
        dev.stdout?.resume()
        await untilReady([`http://127.0.0.1:${port}/readyz`], dev)
        assert.ok((await processesWith(name)).length > 3)
        dev.kill(signal)
        await assertEnds(name)
      })
    })
  }

  it('does not take another server at its port for its own', async () => {
    const other = createServer((_request, reply) => reply.end('{}'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = other.address() as AddressInfo
    try {
      const settings = { PORT: String(port), SITES_PORT: String(await freePort()) }
      await withDev(settings, async (dev) => {
        assert.ok(dev.stdout !== null)
        const said = text(dev.stdout)
        const [code] = await Promise.race([
          once(dev, 'exit'),
          sleep(60_000, ['late'], { ref: false }),
        ])
        assert.equal(code, 1)
        assert.match(await said, new RegExp(`^Port ${port} is taken\\..* set PORT`, 'm'))
      })
    } finally {
      other.close()
    }
  })
})

describe('the demo', () => {
  let sandbox: StartedSandbox
  let places: DemoOptions
  before(async () => {
    sandbox = await startSandbox()
    const { url, organization, tokens } = sandbox
    places = { url, organization, token: tokens.admin }
  })
  after(() => sandbox.stop())

  it('is made whole where an attempt before stopped halfway', async () => {
    const { url, token, organization } = places
    const client = createClient({ url, token, userAgent: 'lectern test' })
    const params = { organizationId: organization }
    const half = await client.call('createSite', {
      params,
      body: { title: 'Lectern', visibility: 'public' },
    })
    const demo = await publishDemo(places)
    const { items } = await client.call('listSites', { params })
    assert.deepEqual(
      items.map(({ title, urls }) => ({ title, url: urls.published })),
      [{ title: 'Lectern', url: demo }],
    )
    assert.notEqual(items[0]?.id, half.id)
    assert.equal(await publishDemo(places), demo)
  })

  it('is tried again where the renderer does not serve it in time', async () => {
    const asked: string[] = []
    const renderer = createServer(({ url: place = '', headers }, reply) => {
      const isReady = place === '/~readyz'
      if (!isReady) asked.push(`http://${headers.host}${place}`)
      reply.writeHead(isReady || asked.length > 1 ? 200 : 503).end()
    })
    renderer.listen(0, '127.0.0.1')
    await once(renderer, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const sitesUrl = `http://127.0.0.1:${(renderer.address() as AddressInfo).port}`
    const failures: string[] = []
    try {
      const demo = await makeDemo({ ...places, sitesUrl, servedMsMax: 0 }, (error) => {
        failures.push(String(error))
      })
      assert.deepEqual(failures, [`Error: The renderer answers 503 for ${demo}`])
      assert.deepEqual(asked, [demo, demo])
    } finally {
      renderer.close()
    }
  })
})
