import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'

import { startJobWorker } from '#/platform/jobs/job-worker.ts'
import { until } from '#test/database/test-until.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'

import { importWebsite, runImport } from './import-jobs.ts'

describe('slow websites of one organization', () => {
  let api: TestApi
  let server: Server
  let origin: string
  let slowSpace: string
  before(async () => {
    api = await startTestApi({ EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32' })
    server = createServer((request, response) => {
      if (request.url === '/quick') {
        const words = '<main><h1>Home</h1><p>1</p></main>'
        response.writeHead(200, { 'content-type': 'text/html' }).end(words)
      } else if (request.url?.startsWith('/slow') === true) {
        response.writeHead(200, { 'content-type': 'text/html' }).write('<main>')
      } else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    slowSpace = (await createTestSpace(api)).spaceId
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await api.stop()
  })

  const startSlow = async (nth: number) =>
    api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'website', url: `${origin}/slow${nth}` },
      target: { space: slowSpace },
    })
  const countOf = async (status: string): Promise<number> => {
    const statement = 'select from import_run where space_id = $1 and status = $2'
    return (await api.rows(statement, [slowSpace, status])).length
  }

  it('take two lanes and no memory, and leave the rest to others', async () => {
    for (let nth = 0; nth < 6; nth += 1) {
      assert.equal((await startSlow(nth)).status, 201)
    }
    const { importMemory } = api.services
    const stop = await startJobWorker(api.services, [runImport, importWebsite])
    try {
      await until('two are read', async () =>
        (await countOf('in-progress')) === 2 ? true : undefined,
      )
      const release = await importMemory.reserve(importMemory.bytesMax, 1)
      assert.ok(release !== undefined, 'nothing is reserved while a website is read')
      release()
      const organization = api.otherOrganization
      const outsider = api.as('outsider')
      const { body: space } = await outsider.post(`/orgs/${organization}/spaces`, {
        empty: true,
      })
      const { body: run } = await outsider.post(`/org/${organization}/imports`, {
        source: { type: 'website', url: `${origin}/quick` },
        target: { space: space.id },
      })
      await until('that of another is done', async () => {
        const { body } = await outsider.get(`/org/${organization}/imports/${run.id}`)
        return body.status === 'completed' ? true : undefined
      })
      assert.ok((await countOf('pending')) > 0, 'some of the first still wait')
      assert.ok((await countOf('in-progress')) <= 2)
    } finally {
      await stop()
    }
  })

  it('are refused beyond a number that waits', async () => {
    const left = 50 - (await countOf('pending')) - (await countOf('in-progress'))
    for (let nth = 0; nth < left; nth += 1) {
      assert.equal((await startSlow(nth)).status, 201)
    }
    const refused = await startSlow(0)
    const { status, body } = refused
    assert.deepEqual([status, body.error.reason], [409, 'too_many_imports'])
  })
})
