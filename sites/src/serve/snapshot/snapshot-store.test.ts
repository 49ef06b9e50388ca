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
  const open = async (bytesMax = 1_000_000, now = Date.now) =>
    openSnapshotStore({
      folder,
      bytesMax,
      now,
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
    assert.equal(await again.place('http://x/'), '{"a":1}')
    assert.equal(await again.place('http://y/'), undefined)
    assert.deepEqual(await again.placesOf('site1'), ['{"a":1}'])
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
    assert.deepEqual(await readdir(path.join(folder, 'v1/places')), [])
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

  it('never take more room than they may: the site that nobody read for longest goes', async () => {
    await emptied()
    let now = 1
    const store = await open(8 * block, () => now)
    for (const siteId of ['read', 'unread', 'late']) {
      await store.put(siteId, 'a', noise())
      await store.putPlace(`http://${siteId}/`, siteId, '{}')
    }
    store.use('read')
    now = 2
    store.use('late')
    await store.put('late', 'b', noise())
    await store.put('late', 'c', noise())
    assert.equal(store.bytes, 8 * block)
    await store.put('late', 'd', noise())
    assert.deepEqual(store.siteIds(), ['read', 'late'])
    assert.equal(await store.place('http://unread/'), undefined)
    // Nobody has read this one: none that is read goes for it.
    for (const key of 'abcd') await store.put('new', key, noise())
    assert.deepEqual(store.siteIds(), ['read', 'late', 'new'])
    assert.equal(store.bytes, 8 * block)
    assert.ok(store.has('read', 'a') && store.has('late', 'a'))
    await store.put('../../etc', 'a', 'x')
    assert.equal(store.has('../../etc', 'a'), false)
  })

  it('leave what is beyond the bound at the next start, by last use and not by name', async () => {
    await emptied()
    const store = await open()
    for (const siteId of ['a', 'b', 'c']) {
      await store.put(siteId, 'a', noise())
      await store.putPlace(`http://${siteId}/`, siteId, '{}')
    }
    store.use('b')
    await until(async () => (await names()).includes('sites/b/used'))
    await writeFile(path.join(folder, 'v1/places/junk'), 'x')
    await writeFile(path.join(folder, 'v1/sites/b/cut.gz.1.tmp'), 'x')
    const again = await open(2 * block)
    assert.deepEqual(again.siteIds(), ['b'])
    assert.equal(again.bytes, 2 * block)
    const left = (await names()).filter((name) => /\w\.|used|junk/.test(name))
    assert.equal(left.length, 3, left.join(' '))
    assert.equal((await open(0)).bytes, 0)
    assert.deepEqual(await readdir(folder), [])
  })

  it('have a few addresses and no more, the newest', async () => {
    await emptied()
    const store = await open()
    for (let port = 0; port < 30; port += 1) {
      await store.putPlace(`http://x:${port}/`, 'site1', String(port))
    }
    assert.equal(store.bytes, 8 * block)
    assert.equal(await store.place('http://x:29/'), '29')
    assert.equal(await store.place('http://x:21/'), undefined)
    await store.putPlace('http://x:29/', 'site2', 'another')
    assert.deepEqual(await store.placesOf('site2'), ['another'])
    assert.equal((await store.placesOf('site1')).length, 7)
    const places = (await names()).filter((name) => name.startsWith('places/'))
    assert.equal(places.length, 8)
    assert.deepEqual(failures, [])
  })

  async function emptied(): Promise<void> {
    await rm(path.join(folder, 'v1'), { recursive: true, force: true })
    failures.length = 0
  }

  async function names(): Promise<readonly string[]> {
    return readdir(path.join(folder, 'v1'), { recursive: true })
  }
})

const block = 4096

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000 && !(await holds()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Text that compression hardly shrinks. */
function noise(): string {
  return randomBytes(700).toString('base64url')
}
