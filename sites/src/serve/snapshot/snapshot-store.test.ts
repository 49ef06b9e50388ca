import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createMetrics } from '#/serve/metrics.ts'

import { openSnapshotStore } from './snapshot-store.ts'

describe('sites on disk', () => {
  let folder = ''
  const failures: unknown[] = []
  const open = async (bytesMax = 1_000_000) =>
    openSnapshotStore({
      folder,
      bytesMax,
      metrics: createMetrics(),
      onFailure: (error) => failures.push(error),
    })

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-snapshot-'))
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  it('are there again after a restart', async () => {
    const store = await open()
    await store.put('site1', 'document/a', 'The text of a')
    await store.putPlace('http://x/', 'site1', '{"a":1}')
    const again = await open()
    assert.equal(await again.get('site1', 'document/a'), 'The text of a')
    assert.equal(await again.get('site1', 'document/b'), undefined)
    assert.equal(await again.get('site2', 'document/a'), undefined)
    assert.deepEqual(await again.places(), ['{"a":1}'])
    assert.equal(again.bytes, store.bytes)
  })

  it('lose what they no longer consist of, and everything when they are gone', async () => {
    const store = await open()
    await store.put('site1', 'document/b', 'b')
    await store.keepOnly('site1', ['document/b'])
    assert.equal(await store.get('site1', 'document/a'), undefined)
    assert.equal(await store.get('site1', 'document/b'), 'b')
    await store.dropSite('site1')
    assert.equal(store.bytes, 0)
    assert.deepEqual(await store.places(), [])
  })

  it('take along what is still on its way when they are closed, and keep it when they are open again', async () => {
    const store = await open()
    const onItsWay = [
      store.put('site1', 'document/a', 'a'),
      store.putPlace('http://x/', 'site1', '{}'),
    ]
    await store.close('site1')
    await Promise.all([...onItsWay, store.put('site1', 'document/b', 'b')])
    const left = await readdir(path.join(folder, 'v1'), { recursive: true })
    assert.deepEqual(
      left.filter((name) => name.endsWith('.gz') || name.endsWith('.tmp')),
      [],
    )
    assert.equal(store.bytes, 0)
    store.open('site1')
    await store.put('site1', 'document/a', 'a')
    assert.equal(await store.get('site1', 'document/a'), 'a')
    await store.dropSite('site1')
    assert.deepEqual(failures, [])
  })

  it('treat a file that was cut off as missing', async () => {
    const store = await open()
    await store.put('site1', 'document/a', 'x'.repeat(1000))
    const [name = ''] = await readdir(path.join(folder, 'v1/sites/site1'))
    await writeFile(path.join(folder, 'v1/sites/site1', name), Buffer.from([31, 139, 8]))
    assert.equal(await store.get('site1', 'document/a'), undefined)
    assert.equal(failures.length, 1)
    await store.put('site1', 'document/a', 'again')
    assert.equal(await store.get('site1', 'document/a'), 'again')
    await store.dropSite('site1')
  })

  it('never take more room than they may: the site written longest ago goes', async () => {
    const store = await open(2000)
    await store.put('old', 'a', noise())
    await store.put('new', 'a', noise())
    await store.put('new', 'b', noise())
    await store.put('new', 'c', noise())
    assert.ok(store.bytes <= 2000, String(store.bytes))
    assert.equal(store.has('old', 'a'), false)
    assert.equal(store.has('new', 'a'), true)
    await store.put('../../etc', 'a', 'x')
    assert.equal(store.has('../../etc', 'a'), false)
  })
})

/** Text that compression hardly shrinks. */
function noise(): string {
  return randomBytes(700).toString('base64url')
}
