import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import type { TestBody } from '../../server/test/test-api.ts'
import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const fresh = { headers: { 'cache-control': 'no-cache' } }

describe('revisions that follow each other', () => {
  let world: TestSites
  let space: TestSpace
  let site: TestSite
  let pages: readonly string[]
  before(async () => {
    world = await startTestSites()
    space = await createTestSpace(world.api)
    const { changes } = await space.edit(
      ...['Start', 'Setup', 'Usage', 'Help'].map((title) => ({
        operation: 'insert_page',
        title,
        document: { markdown: `About ${title}.\n` },
      })),
    )
    pages = changes.map(({ page }: TestBody) => page)
    await space.edit({ operation: 'move_page', page: pages[3], into: pages[2] })
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  const wholeReads = async () => world.sites.metrics.read('apiCalls', 'getRevisionById')
  async function readAll(): Promise<readonly string[]> {
    const bodies: string[] = []
    for (const where of ['', 'setup', 'usage', 'usage/help', 'llms-full.txt']) {
      const { status, body } = await world.read(site.base + where, fresh)
      assert.equal(status, 200, where)
      bodies.push(body)
    }
    return bodies
  }

  it('are read whole once as long as only texts change, and show what a whole read shows', async () => {
    await readAll()
    await world.sites.snapshotIdle()
    const begun = await wholeReads()
    for (let round = 0; round < 8; round += 1) {
      const page = pages[round % pages.length]
      const markdown = `Round ${round}, [there](setup.md).\n`
      await space.edit({ operation: 'update_page', page, document: { markdown } })
      assert.ok((await readAll()).some((body) => body.includes(`Round ${round},`)))
    }
    await world.sites.snapshotIdle()
    // The one that writes to disk keeps nothing in memory.
    const reads = (await wholeReads()) - begun
    assert.ok(reads < 8, `${reads} whole reads`)
    const shown = await readAll()
    await world.restart()
    assert.deepEqual(await readAll(), shown)
  })

  it('are read whole when anything else changes', async () => {
    await readAll()
    await space.edit({ operation: 'update_page', page: pages[1], title: 'Set up' })
    const { body } = await world.read(`${site.base}usage`, fresh)
    assert.ok(body.includes('Set up'))
  })

  it('are served after a restart though a file on disk is damaged', async () => {
    await world.sites.snapshotIdle()
    const places = path.join(world.snapshotFolder, 'v1/places')
    assert.ok((await readdir(places)).length > 0)
    await writeFile(path.join(places, 'damaged.gz'), gzipSync('{"planted": true}'))
    await writeFile(path.join(places, 'cut.gz'), 'no gzip at all')
    await world.restart()
    assert.equal((await world.read(`${site.base}usage`)).status, 200)
  })
})
