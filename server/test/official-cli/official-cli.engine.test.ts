import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { installOfficialCli } from './install-official-cli.ts'

const yaml = (title: string) =>
  `openapi: 3.1.0\ninfo:\n  title: ${title}\n  version: "1"\npaths:\n  /pets:\n    get:\n      responses:\n        "200": { description: All }\n`

describe('the public command line', () => {
  let api: TestApi
  let worker: RunningWorker
  let folder: string
  let cli: string
  let server: Server
  let origin: string
  let fetched: string[]
  before(async () => {
    cli = await installOfficialCli()
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    folder = await mkdtemp(path.join(tmpdir(), 'official-cli-'))
    fetched = []
    server = createServer(({ url = '' }, response) => {
      fetched.push(url)
      response.end(yaml('Fetched'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    origin = `http://127.0.0.1:${address.port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await worker.stop()
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function run(args: readonly string[], token = api.tokens.admin) {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        GITBOOK_ENDPOINT: api.url,
        GITBOOK_TOKEN: token,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, stdout, stderr }
  }
  const publish = async (source: string, slug: string) =>
    run(['openapi', 'publish', source, '-s', slug, '-o', api.organization])

  async function complete(slug: string): Promise<TestBody> {
    const url = `/orgs/${api.organization}/openapi/${slug}`
    for (;;) {
      const { status, body } = await api.as('admin').get(url)
      assert.equal(status, 200)
      if (body.processingState === 'complete') return body
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  const raw = async (slug: string) =>
    (
      await api
        .as('admin')
        .get(`/orgs/${api.organization}/openapi/${slug}/versions/latest/content/raw`)
    ).body.text

  it('is the one of the package, in its pinned version', async () => {
    const manifest = path.join(path.dirname(cli), 'package.json')
    const { name, version } = JSON.parse(await readFile(manifest, 'utf8'))
    assert.deepEqual([name, version], ['@gitbook/cli', '0.25.1'])
    const told = await run(['--version'])
    assert.equal(told.stdout.trim(), '0.25.1', told.stderr)
  })

  it('publishes a specification from a file, and again', async () => {
    const place = path.join(folder, 'openapi.yaml')
    await writeFile(place, yaml('First'))
    const told = await publish(place, 'from-file')
    assert.equal(told.code, 0, told.stderr)
    const first = await complete('from-file')
    assert.equal(first.lastProcessErrorCode, undefined)
    assert.equal(await raw('from-file'), yaml('First'))
    await writeFile(place, yaml('Second'))
    assert.equal((await publish(place, 'from-file')).code, 0)
    const second = await complete('from-file')
    assert.notEqual(second.lastVersion, first.lastVersion)
    assert.equal(await raw('from-file'), yaml('Second'))
  })

  it('publishes a specification from a URL', async () => {
    const told = await publish(`${origin}/openapi.yaml`, 'from-url')
    assert.equal(told.code, 0, told.stderr)
    const { sourceURL, lastVersion } = await complete('from-url')
    assert.equal(sourceURL, `${origin}/openapi.yaml`)
    assert.ok(lastVersion)
    assert.deepEqual(fetched, ['/openapi.yaml'])
    assert.equal(await raw('from-url'), yaml('Fetched'))
  })

  it('says so when it is refused', async () => {
    const place = path.join(folder, 'refused.yaml')
    await writeFile(place, yaml('Refused'))
    const badSlug = await publish(place, 'no_slug')
    assert.equal(badSlug.code, 1)
    const args = ['openapi', 'publish', place, '-s', 'refused', '-o', api.organization]
    const outsider = await run(args, api.tokens.outsider)
    assert.equal(outsider.code, 1)
    const url = `/orgs/${api.organization}/openapi/refused`
    assert.equal((await api.as('admin').get(url)).status, 404)
    assert.equal((await publish(path.join(folder, 'none.yaml'), 'none')).code, 1)
  })
})
