import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import { openDiagrams } from './diagrams.ts'

test('asks for the diagrams of other spaces while the answer about one is late', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const space = request.url?.split('/').at(-2) ?? ''
    asked.push(space)
    if (space === 'slow') return
    const diagrams = [{ id: 'd', status: 'waiting' }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ diagrams }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const diagrams = openDiagrams({ url, rendererSecret: 's', bytesMax: 100_000 })
    const statesOf = async (spaceId: string) =>
      diagrams.statesOf({ organizationId: 'o', spaceId }, ['flowchart LR'])
    assert.equal((await statesOf('slow')).size, 0)
    assert.equal((await statesOf('other')).size, 1)
    assert.equal((await statesOf('slow')).size, 0)
    assert.deepEqual(asked, ['slow', 'other'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
