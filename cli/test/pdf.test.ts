import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { runLectern } from './run-lectern.ts'
import { startTestServer, type TestServer } from './test-server.ts'

describe('lectern pdf', () => {
  let server: TestServer
  let scratch: string
  before(async () => {
    server = await startTestServer()
    scratch = await mkdtemp(path.join(tmpdir(), 'lectern-printing-'))
  })
  after(async () => {
    await server.stop()
    await rm(scratch, { recursive: true })
  })

  const settings = (name: 'read' | 'outsider' = 'read') => ({
    LECTERN_URL: server.url,
    LECTERN_TOKEN: server.tokens[name],
  })
  async function newSpace(): Promise<string> {
    const made = await server
      .as('admin')
      .post(`/orgs/${server.organization}/spaces`, { title: 'Printed' })
    return made.body.id
  }
  async function asked(space: string): Promise<string> {
    for (;;) {
      const [row] = await server.rows('select id from pdf where space_id = $1', [space])
      if (row !== undefined) return row.id
      await wait(50)
    }
  }

  it('waits until the PDF is made, and replaces no file', async () => {
    const space = await newSpace()
    const file = path.join(scratch, 'a.pdf')
    const running = runLectern(['pdf', space, file], settings())
    const pdf = await asked(space)
    const bytes = Buffer.from('%PDF-1.7 of the worker')
    const about = { contentType: 'application/pdf', sizeBytes: bytes.length }
    await server.services.storage.put(`spaces/${space}/pdf/${pdf}`, bytes, about)
    await server.rows(
      `update pdf set status = 'ready', completed_at = now(), size_bytes = $2, pages = 1
       where id = $1 returning id`,
      [pdf, bytes.length],
    )
    const { code, stdout, stderr } = await running
    assert.equal(code, 0, stderr)
    assert.equal(stdout, `Wrote Printed to ${file}.\n`)
    assert.deepEqual(await readFile(file), bytes)
    const again = await runLectern(['pdf', space, file, '--json'], settings())
    assert.equal(JSON.parse(again.stdout).error.reason, 'file_exists')
    assert.deepEqual(await readFile(file), bytes)
  })

  it('says why one was not made, and what the server refuses', async () => {
    const space = await newSpace()
    const words = ['pdf', space, path.join(scratch, 'b.pdf'), '--json']
    const running = runLectern(words, settings())
    await server.rows(
      `update pdf set status = 'failed', completed_at = now(), failure = 'Too long.'
       where id = $1 returning id`,
      [await asked(space)],
    )
    const { code, stdout, stderr } = await running
    assert.deepEqual([code, JSON.parse(stdout).error.reason], [1, 'pdf_failed'])
    assert.match(stderr, /Too long/)
    const hidden = await runLectern(words, settings('outsider'))
    assert.equal(JSON.parse(hidden.stdout).error.status, 404)
  })
})
