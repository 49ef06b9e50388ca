import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { reachable } from '../../server/test/files/test-files.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

describe('the files on the pages of a site', () => {
  let world: TestSites
  let site: TestSite
  const read = async (url: string): Promise<number> => {
    const reply = await fetch(reachable(world.api, url))
    await reply.arrayBuffer()
    return reply.status
  }
  const pictureAt = async (target: string): Promise<string> => {
    const { status, body } = await world.read(target, {
      headers: { 'cache-control': 'no-cache' },
    })
    assert.equal(status, 200, target)
    const [, url] =
      /<img[^>]+src="(http:\/\/lectern\.test\/~files\/[^"]+)"/.exec(body) ?? []
    assert.ok(url !== undefined, body)
    return url
  }
  const admin = () => world.api.as('admin')

  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    const base64 = 'iVBORw0KGgo='
    const { insertedFiles } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'dot.png', base64, contentType: 'image/png' }],
    })
    const markdown = `![A dot](.gitbook/assets/dot.png)\n`
    const pasted = `![The same](${insertedFiles[0].downloadURL})\n`
    await space.edit(
      { operation: 'insert_page', title: 'Start', document: { markdown } },
      { operation: 'insert_page', title: 'Pasted', document: { markdown: pasted } },
    )
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  it('are read by each of its readers in turn, as it is opened and closed', async () => {
    const open = await pictureAt(site.base)
    assert.equal(await read(open), 200)
    // An author may paste a URL of their own, which is for nobody else.
    assert.equal(await pictureAt(`${site.base}pasted`), open)

    must(await admin().patch(site.path, { visibility: 'share-link' }), 200)
    const links = `${site.path}/share-links`
    const addresses: { base: string; link: string }[] = []
    for (const name of ['One', 'Two']) {
      const { body } = await admin().post(links, { name })
      const { pathname } = new URL(body.urls.published)
      addresses.push({
        base: pathname.endsWith('/') ? pathname : `${pathname}/`,
        link: `${links}/${body.id}`,
      })
    }
    const [one, two] = addresses
    assert.ok(one !== undefined && two !== undefined)
    assert.equal(await read(open), 404)
    const shared = [await pictureAt(one.base), await pictureAt(two.base)]
    assert.deepEqual(await Promise.all(shared.map(read)), [200, 200])
    assert.equal(new Set([open, ...shared]).size, 3)
    assert.equal(await pictureAt(`${two.base}pasted`), shared[1])

    must(await admin().patch(one.link, { active: false }), 200)
    assert.deepEqual(await Promise.all(shared.map(read)), [404, 200])
    assert.equal(await read(await pictureAt(two.base)), 200)

    must(await admin().patch(site.path, { visibility: 'public' }), 200)
    assert.equal(await pictureAt(site.base), open)
    assert.equal(await read(open), 200)
  })
})
