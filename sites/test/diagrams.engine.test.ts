import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { drawDiagrams } from '@lectern/server/features/publishing/diagrams/diagram-jobs.ts'

import { printerIsMissing } from '../../server/test/test-browser.ts'
import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import {
  customize,
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const good = 'flowchart LR\n  A[Write] --> B[Publish]'
const broken = 'flowchart LR\n  A -->'

function imagesIn(body: string) {
  return [...body.matchAll(/<img class="only-(light|dark)" src="([^"]+)"/g)].map(
    ([, theme, src = '']) => ({ theme, src }),
  )
}

describe('diagrams on the pages of a site', { skip: printerIsMissing }, () => {
  let world: TestSites
  let space: TestSpace
  let site: TestSite
  before(async () => {
    world = await startTestSites()
    space = await createTestSpace(world.api)
    await space.edit({
      operation: 'insert_page',
      title: 'Start',
      document: { markdown: fence(good) + '\n' + fence(broken) },
    })
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  const page = async () => world.read(site.base)
  const draw = async () => {
    const { organization: organizationId, services } = world.api
    await drawDiagrams.run({ organizationId, spaceId: space.spaceId }, services)
  }
  it('show their source until they are drawn, and then the drawing', async () => {
    // A busy machine may need a moment for the first answer.
    await until(async () => (await page()).status === 200)
    const early = await page()
    assert.equal(early.status, 200)
    assert.deepEqual(imagesIn(early.body), [])
    assert.match(early.body, /A\[Write\]/)
    assert.match(String(early.headers['cache-control']), /no-cache/)

    await draw()
    await until(async () => imagesIn((await page()).body).length === 2)
    const drawn = await page()
    assert.doesNotMatch(String(drawn.headers['cache-control']), /no-cache/)
    assert.match(drawn.body, /alt="flowchart LR\n {2}A\[Write\] --&gt; B\[Publish\]"/)
    assert.match(drawn.body, /<figcaption>This diagram could not be drawn: its source/)
    for (const { theme, src } of imagesIn(drawn.body)) {
      const image = await world.read(src)
      assert.equal(image.status, 200, src)
      assert.equal(image.headers['content-type'], 'image/svg+xml')
      assert.equal(
        image.headers['content-security-policy'],
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      )
      assert.equal(image.headers['x-content-type-options'], 'nosniff')
      assert.match(image.body, /Publish/, theme)
    }
  })

  it('are drawn on what readers print, too', async () => {
    await customize(world, site, { pdf: { enabled: true } })
    let print = ''
    await until(async () => {
      const { status, body } = await world.read(`${site.base}~pdf`)
      print = body
      return status === 200
    })
    const [, src = ''] = /<picture><img src="([^"]+)"/.exec(print) ?? []
    assert.match(src, /~diagrams\/.*\.light\.svg$/)
    assert.equal((await world.read(src)).status, 200)
    assert.doesNotMatch(print, /\.dark\.svg|<details class="diagram-source"/)
  })

  it('have addresses that only pages of the site give out', async () => {
    const [image] = imagesIn((await page()).body)
    assert.ok(image !== undefined)
    const { src } = image
    const forged = src.replace(/\.[\w-]{22}\.light/, `.${'A'.repeat(22)}.light`)
    assert.notEqual(forged, src)
    const other = await publishSite(world, [space.spaceId])
    for (const target of [
      forged,
      src.replace(site.base, other.base),
      src.replace('.light.', '.blue.'),
      src.replace(space.spaceId, 'other'),
      `${site.base}~diagrams/`,
    ]) {
      assert.equal((await world.read(target)).status, 404, target)
    }
    must(await world.api.as('admin').patch(site.path, { visibility: 'share-link' }), 200)
    await until(async () => (await world.read(src)).status === 404)
    must(await world.api.as('admin').patch(site.path, { visibility: 'public' }), 200)
    await until(async () => (await world.read(src)).status === 200)
  })
})
