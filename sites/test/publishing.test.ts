import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

const asBrowser = { 'sec-fetch-mode': 'navigate' }

async function spaceOf(world: TestSites, pages: number): Promise<[TestSpace, string[]]> {
  const space = await createTestSpace(world.api)
  const { changes } = await space.edit(
    ...Array.from({ length: pages }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${at}`,
      document: { markdown: `This is page ${at}.\n` },
    })),
  )
  return [space, changes.map(({ page }: { page: string }) => page)]
}

async function isOnDisk(
  { snapshotFolder }: TestSites,
  { id }: TestSite,
): Promise<boolean> {
  const entries = await readdir(path.join(snapshotFolder, 'v1', 'places'))
  return entries.some((entry) => entry.startsWith(`${id}.`))
}

describe('what is published', () => {
  let world: TestSites
  let space: TestSpace
  let pages: string[]
  let site: TestSite

  before(async () => {
    world = await startTestSites()
    ;[space, pages] = await spaceOf(world, 5)
    site = await publishSite(world, [space.spaceId])
    await until(() => world.sites.isLive())
  })
  after(async () => world.stop())

  it('is there for who merged when they open the page, however late the stream is', async () => {
    for (let round = 0; round < 15; round += 1) {
      await world.read(`${site.base}page-1`)
      const markdown = `Round ${round} of opening.\n`
      await space.edit({
        operation: 'update_page',
        page: pages[1],
        document: { markdown },
      })
      const page = await world.read(`${site.base}page-1`, { headers: asBrowser })
      assert.match(page.body, new RegExp(`Round ${round} of`))
    }
    assert.equal(await world.sites.metrics.read('apiFailures', 'siteNow'), 0)
  })

  it('is gone at once for who unpublished it', async () => {
    const admin = world.api.as('admin')
    must(await admin.post(`${site.path}/unpublish`), 200)
    assert.equal((await world.read(site.base, { headers: asBrowser })).status, 404)
    must(await admin.post(`${site.path}/publish`), 200)
    await until(async () => (await world.read(site.base)).status === 200)
  })

  it('is on disk though nobody has opened it, and not when it is for some only', async () => {
    const [other] = await spaceOf(world, 3)
    const unread = await publishSite(world, [other.spaceId], { title: 'Unread' })
    await until(async () => isOnDisk(world, unread))
    must(await world.api.as('admin').patch(unread.path, { visibility: 'unlisted' }), 200)
    await until(async () => !(await isOnDisk(world, unread)))
    assert.equal((await world.read(unread.base)).status, 200)
    await world.sites.snapshotIdle()
    assert.equal(await isOnDisk(world, unread), false)
  })

  it('is shown as it was when the api goes away before the news of it can be read', async () => {
    await until(async () => isOnDisk(world, site))
    await world.sites.snapshotIdle()
    const heard = await world.sites.metrics.read('stream', 'site')
    await space.edit({
      operation: 'update_page',
      page: pages[2],
      document: { markdown: 'At the last moment.\n' },
    })
    await until(async () => (await world.sites.metrics.read('stream', 'site')) > heard)
    await world.api.stop()
    for (let at = 0; at < 5; at += 1) {
      const target = site.base + (at === 0 ? '' : `page-${at}`)
      assert.equal((await world.read(target)).status, 200, target)
      assert.equal((await world.read(target, { headers: asBrowser })).status, 200, target)
    }
  })
})
