import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'

import { startJobWorker } from '#/platform/jobs/job-worker.ts'
import { Stopped } from '#/platform/jobs/job.ts'
import { until } from '#test/database/test-until.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { packFiles, uploadArchive } from '#test/test-archives.ts'
import { createTestSpace } from '#test/test-edits.ts'

import { importWebsite, runImport } from './import-jobs.ts'

describe('a worker that stops while it reads a website', () => {
  let api: TestApi
  let server: Server
  let origin: string
  let isSlow = true
  const asked: string[] = []
  before(async () => {
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    server = createServer((request, response) => {
      const path = request.url ?? '/'
      asked.push(path)
      if (path === '/robots.txt') {
        const robots = isSlow ? 'user-agent: *\ncrawl-delay: 9\n' : ''
        response.writeHead(200, { 'content-type': 'text/plain' }).end(robots)
      } else if (path === '/' || (path === '/two' && !isSlow)) {
        const words = '<main><h1>Home</h1><p><a href="/two">two</a></p></main>'
        response.writeHead(200, { 'content-type': 'text/html' }).end(words)
      } else if (path === '/hangs') {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<main>')
      } else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await api.stop()
  })

  async function started(path: string): Promise<string> {
    const { spaceId } = await createTestSpace(api)
    const { body } = await api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'website', url: `${origin}${path}` },
      target: { space: spaceId },
    })
    return body.id
  }
  const statusOf = async (id: string): Promise<string> =>
    (await api.as('edit').get(`/org/${api.organization}/imports/${id}`)).body.status

  for (const path of ['/', '/hangs']) {
    it(`ends at once, and the next one reads it, when it waits at "${path}"`, async () => {
      isSlow = true
      asked.length = 0
      const id = await started(path)
      const stop = await startJobWorker(api.services, [importWebsite])
      await until('it reads', () => (asked.includes(path) ? true : undefined))
      const startedMs = performance.now()
      await stop()
      assert.ok(performance.now() - startedMs < 10_000)
      assert.equal(await statusOf(id), 'pending')
      const [{ attempts }] = await api.rows(
        'select attempts from import_run where id = $1',
        [id],
      )
      assert.equal(attempts, 0, 'a stop is no attempt')
      if (path !== '/') return

      isSlow = false
      const stopNext = await startJobWorker(api.services, [importWebsite])
      await until('it is imported', async () =>
        (await statusOf(id)) === 'completed' ? true : undefined,
      )
      await stopNext()
    })
  }
})

describe('a worker that stops while it imports files', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('leaves them to the next one, which is no attempt', async () => {
    const { spaceId } = await createTestSpace(api)
    const key = await uploadArchive(api, await packFiles(new Map([['a.md', '# A\n']])))
    const { body } = await api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'file', files: [key] },
      target: { space: spaceId },
    })
    const run = { organizationId: api.organization, importRunId: body.id }
    await assert.rejects(
      runImport.run(run, api.services, AbortSignal.abort()),
      (error) => error instanceof Stopped,
    )
    const [row] = await api.rows(
      'select status, attempts from import_run where id = $1',
      [body.id],
    )
    assert.deepEqual([row.status, row.attempts], ['pending', 0])
    await runImport.run(run, api.services)
    const path = `/org/${api.organization}/imports/${body.id}`
    assert.equal((await api.as('edit').get(path)).body.status, 'completed')
  })
})
