import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { buildAssets } from '#/assets/build-assets.ts'

import { realFont, uploadFont } from '../../server/test/files/test-fonts.ts'
import type { TestBody } from '../../server/test/test-api.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const hostile = '"}body{display:none}</style>'
/** Settings show at once: the stream may tell of them a moment later. */
const fresh = { 'cache-control': 'no-cache' }

describe('a site in a font that its organization uploaded', () => {
  let world: TestSites
  let site: TestSite
  let font: TestBody
  const admin = () => world.api.as('admin')
  const fonts = () => `/orgs/${world.api.organization}/fonts`

  before(async () => {
    world = await startTestSites({}, await buildAssets())
    const space = await createTestSpace(world.api)
    const document = { markdown: 'Some words.\n' }
    await space.edit({ operation: 'insert_page', title: 'Start', document })
    site = await publishSite(world, [space.spaceId])
    const made = await admin().put(fonts(), {
      fontFamily: hostile,
      fontFaces: [
        { weight: 400, storageKey: await uploadFont(world.api, await realFont()) },
        {
          weight: 700,
          storageKey: await uploadFont(world.api, await realFont(700, 'woff')),
        },
      ],
    })
    must(made, 201)
    font = made.body
    await choose(font)
  })
  after(async () => world.stop())

  async function choose(chosen: TestBody): Promise<void> {
    const target = `${site.path}/customization`
    const { body } = await admin().get(target)
    const styling = { ...body.styling, font: chosen }
    must(await admin().put(target, { ...body, styling }), 200)
  }
  const open = async () => {
    const page = await world.read(site.base, { headers: fresh })
    const [, theme = ''] = /href="([^"]*~theme\/[^"]+)"/.exec(page.body) ?? []
    const css = (await world.read(theme)).body
    const preloads = [...page.body.matchAll(/<link rel="preload"[^>]*>/g)].map(String)
    return { page, css, preloads }
  }

  it('loads it from its own origin, the regular face at once', async () => {
    const { page, css, preloads } = await open()
    assert.match(
      String(page.headers['content-security-policy']),
      /(?:^|; )font-src 'self'(?:;|$)/,
    )
    assert.ok(!css.includes('display:none') && !css.includes('http'), css)
    const names = [...css.matchAll(/url\("\.\.\/~fonts\/([\w.]+)"\)/g)].map(([, n]) => n)
    assert.equal(names.length, 2)
    assert.deepEqual(preloads.length, 1)
    assert.ok(preloads[0]?.includes(`href="${site.base}~fonts/${names[0]}"`))

    const regular = await world.read(`${site.base}~fonts/${names[0]}`)
    assert.equal(regular.status, 200)
    assert.equal(regular.headers['content-type'], 'font/woff2')
    assert.equal(regular.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(regular.headers['x-content-type-options'], 'nosniff')
    assert.deepEqual(regular.bytes, await realFont())
    const bold = await world.read(`${site.base}~fonts/${names[1]}`)
    assert.equal(bold.headers['content-type'], 'font/woff')
  })

  it('has no other fonts, whatever is asked for', async () => {
    const [, , organization, file] =
      /(~fonts)\/(\w+)\/(\w+)\//.exec(font.fontFaces[0].sources[0].url) ?? []
    for (const name of [
      'x.woff2',
      `${file}.woff`,
      `${organization}%2F${file}.woff2`,
      '..%2F..%2Fv1',
      '',
    ]) {
      const { status } = await world.read(`${site.base}~fonts/${name}`)
      assert.ok(status === 404 || status === 400, `${status} for ${name}`)
    }
    const render = `${world.api.url}/~render/fonts/${organization}/${file}/x`
    assert.equal((await fetch(render)).status, 401)
  })

  it('follows when a face is replaced, and goes back to the default font at the end', async () => {
    const former = await open()
    const storageKey = await uploadFont(world.api, await realFont(700))
    must(
      await admin().post(`${fonts()}/${font.id}`, {
        fontFaces: [{ weight: 400, storageKey }],
      }),
      201,
    )
    const latter = await open()
    assert.notEqual(latter.css, former.css)
    const [, name] = /~fonts\/([\w.]+)"\) format\("woff2"\)/.exec(latter.css) ?? []
    const { bytes } = await world.read(`${site.base}~fonts/${name}`)
    assert.deepEqual(bytes, await realFont(700))

    must(await admin().delete(`${fonts()}/${font.id}`), 204)
    const { css, preloads } = await open()
    assert.ok(!css.includes('custom-font'), css)
    assert.match(css, /--font-body:Inter,/)
    assert.equal(preloads.length, 1)
    const preload = /href="([^"]*~assets\/inter-latin-[\w-]+\.woff2)"/
    const [, inter = ''] = preload.exec(preloads[0] ?? '') ?? []
    const file = await world.read(inter)
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'font/woff2'])
  })

  it('keeps it while the api is away, also after a restart', async () => {
    const fontFaces = [
      { weight: 400, storageKey: await uploadFont(world.api, await realFont()) },
    ]
    const made = await admin().put(fonts(), { fontFamily: 'Kept', fontFaces })
    must(made, 201)
    await choose(made.body)
    const { css } = await open()
    const [, name] = /~fonts\/([\w.]+)"/.exec(css) ?? []
    await world.sites.snapshotIdle()
    await world.api.stop()
    await world.restart()
    const away = await open()
    assert.equal(away.css, css)
    const file = await world.read(`${site.base}~fonts/${name}`)
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'font/woff2'])
    assert.deepEqual(file.bytes, await realFont())
  })
})
