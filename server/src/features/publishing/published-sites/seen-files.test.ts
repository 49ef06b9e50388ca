import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { hashToken } from '#/access/api-token.ts'
import { fileUrl } from '#/features/writing/files/public.ts'
import { reachable } from '#test/files/test-files.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'

const condition = 'visitor.claims.plan == "pro"'
const forPro = (markdown: string) => `{% if ${condition} %}\n${markdown}\n{% endif %}\n`
const everybodys: [number, string] = [200, 'public, max-age=60']
const ones: [number, string] = [200, 'private, max-age=60']
const gone: [number, string] = [404, 'no-store']

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

interface Scene extends PublishedScene {
  readonly path: string
}

describe('a file that pages show to some', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const admin = () => api.as('admin')
  const change = async (space: string, ...changes: object[]): Promise<TestBody> =>
    ok(admin().post(`/spaces/${space}/content`, { changes }))

  async function newScene(title: string): Promise<Scene> {
    const space = await newSpace(api, title, { Start: 'Words.' })
    const scene = await newSite(api, title, [space])
    const path = `/orgs/${api.organization}/sites/${scene.site}`
    await adapt(path)
    return { ...scene, path }
  }
  async function adapt(path: string): Promise<void> {
    const jsonSchema = {
      type: 'object',
      properties: { plan: { type: 'string', enum: ['pro', 'free'] } },
      additionalProperties: false,
    }
    await ok(admin().patch(path, { adaptiveContent: { enabled: true } }))
    await ok(admin().put(`${path}/adaptive-schema`, { jsonSchema }))
  }
  async function newFile({ space }: Scene, name: string): Promise<string> {
    const base64 = Buffer.from(name).toString('base64')
    const files = [{ name, base64 }]
    const made = await change(space, { operation: 'insert_files', files })
    return made.insertedFiles[0].id
  }
  async function newPage({ space }: Scene, markdown: string, more: object = {}) {
    const insert = { operation: 'insert_page', title: 'Page', document: { markdown } }
    const made = await change(space, { ...insert, ...more })
    return String(made.changes[0].page)
  }
  async function visitor({ path, url }: Scene, plan?: string): Promise<string> {
    if (plan === undefined) return tokenFor(api, url)
    const { privateKey } = await ok(admin().get(`${path}/publishing/auth`))
    const exp = Math.floor(Date.now() / 1000) + 3600
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ exp, plan })}`
    const signature = createHmac('sha256', privateKey).update(text).digest('base64url')
    return tokenFor(api, url, { visitor: { jwtToken: `${text}.${signature}` } })
  }
  /** The URL as the api makes it for the bearer of a token, or for everybody. */
  function urlFor({ space }: Scene, fileId: string, token?: string): string {
    const caller = token !== undefined && {
      caller: { fileMark: `v${hashToken(token)}` as const },
    }
    const making = { ...api.services, ...caller }
    return fileUrl(making, { spaceId: space, fileId, fileEpoch: 1, name: 'a' })
  }
  async function memberUrl({ space }: Scene, fileId: string): Promise<string> {
    const { downloadURL } = await ok(
      api.as('read').get(`/spaces/${space}/content/files/${fileId}`),
    )
    return downloadURL
  }
  async function read(url: string): Promise<[number, string | null]> {
    const reply = await fetch(reachable(api, url))
    await reply.arrayBuffer()
    return [reply.status, reply.headers.get('cache-control')]
  }

  it('in a block is for the bearers of the URLs that those were given, until their tokens end', async () => {
    const scene = await newScene('Block')
    const hidden = await newFile(scene, 'hid.txt')
    await newPage(scene, forPro(`[It](lectern:file/${hidden})`))
    const pro = await visitor(scene, 'pro')
    const { items } = await ok(
      api.withToken(pro).get(`/spaces/${scene.space}/content/files`),
    )
    assert.equal(
      items[0].downloadURL,
      urlFor(scene, hidden, pro).replace(/a$/, 'hid.txt'),
    )
    assert.deepEqual(await read(items[0].downloadURL), ones)
    assert.deepEqual(await read(urlFor(scene, hidden)), gone)
    const free = await visitor(scene, 'free')
    assert.deepEqual(await read(urlFor(scene, hidden, free)), gone)
    assert.deepEqual(await read(await memberUrl(scene, hidden)), ones)
    await api.rows(
      `update site_token set expires_at = now() - interval '1 second' where hash = $1`,
      [hashToken(pro)],
    )
    assert.deepEqual(await read(items[0].downloadURL), gone)
  })

  it('ends for everybody when its page gets a condition, or goes below one that has it', async () => {
    const scene = await newScene('Page')
    const shown = await newFile(scene, 'shown.txt')
    const page = await newPage(scene, `[It](lectern:file/${shown})`)
    const above = await newPage(scene, 'Above', { title: 'Above', condition })
    const { space } = scene
    const url = urlFor(scene, shown)
    assert.deepEqual(await read(url), everybodys)
    await change(space, { operation: 'update_page', page, condition })
    assert.deepEqual(await read(url), gone)
    assert.deepEqual(await read(urlFor(scene, shown, await visitor(scene, 'pro'))), ones)
    assert.deepEqual(await read(urlFor(scene, shown, await visitor(scene, 'free'))), gone)
    await change(space, { operation: 'update_page', page, condition: null })
    assert.deepEqual(await read(url), everybodys)
    await change(space, { operation: 'move_page', page, into: above })
    assert.deepEqual(await read(url), gone)
    await change(space, { operation: 'move_page', page, into: null })
    assert.deepEqual(await read(url), everybodys)
    assert.deepEqual(await read(await memberUrl(scene, shown)), everybodys)
  })

  it('that nothing uses, or nothing any longer, is only for members', async () => {
    const scene = await newScene('Unused')
    const unused = await newFile(scene, 'unused.txt')
    const once = await newFile(scene, 'once.txt')
    const page = await newPage(scene, `[It](lectern:file/${once})`)
    assert.deepEqual(await read(urlFor(scene, once)), everybodys)
    const { id: revision } = await ok(admin().get(`/spaces/${scene.space}/content`))
    await change(scene.space, { operation: 'delete_page', page })
    await change(scene.space, { operation: 'delete_file', file: once })
    for (const file of [unused, once]) {
      assert.deepEqual(await read(urlFor(scene, file)), gone)
      const pro = await visitor(scene, 'pro')
      assert.deepEqual(await read(urlFor(scene, file, pro)), gone)
    }
    assert.deepEqual(await read(await memberUrl(scene, unused)), ones)
    const old = `/spaces/${scene.space}/revisions/${revision}/files/${once}`
    const { downloadURL } = await ok(api.as('read').get(old))
    assert.deepEqual(await read(downloadURL), ones)
  })

  it('is seen through reusable contents, in each other too, and as a cover', async () => {
    const scene = await newScene('Through')
    const { space } = scene
    const [inner, cover] = [
      await newFile(scene, 'in.txt'),
      await newFile(scene, 'co.txt'),
    ]
    const reusable = async (title: string, markdown: string): Promise<string> => {
      const document = { markdown }
      const insert = { operation: 'insert_reusable_content', title, document }
      return (await change(space, insert)).changes[0].reusableContent
    }
    const one = await reusable('One', `[It](lectern:file/${inner})`)
    const two = await reusable('Two', `{% include "/reusable-content/${one}" %}`)
    const [innerUrl, coverUrl] = [urlFor(scene, inner), urlFor(scene, cover)]
    assert.deepEqual(await read(innerUrl), gone)
    const page = await newPage(scene, `{% include "/reusable-content/${two}" %}`, {
      cover: { ref: { kind: 'file', file: cover }, yPos: 0 },
    })
    assert.deepEqual(
      [await read(innerUrl), await read(coverUrl)],
      [everybodys, everybodys],
    )
    await change(space, { operation: 'update_page', page, condition })
    assert.deepEqual([await read(innerUrl), await read(coverUrl)], [gone, gone])
    const pro = await visitor(scene, 'pro')
    assert.deepEqual(await read(urlFor(scene, inner, pro)), ones)
    assert.deepEqual(await read(urlFor(scene, cover, pro)), ones)
  })

  it('stays for readers of the site as its logo, though no page uses it', async () => {
    const scene = await newScene('Branded')
    const logo = await newFile(scene, 'logo.txt')
    const linked = await newFile(scene, 'linked.txt')
    const { path } = scene
    const url = urlFor(scene, logo)
    assert.deepEqual(await read(url), gone)
    const given = await memberUrl(scene, logo)
    const current = await ok(admin().get(`${path}/customization`))
    const to = { kind: 'url', url: await memberUrl(scene, linked) }
    const header = {
      ...current.header,
      logo: { light: given, dark: given },
      links: [{ title: 'Linked', to, links: [], condition }],
    }
    await ok(admin().put(`${path}/customization`, { ...current, header }))
    assert.deepEqual(await read(url), everybodys)
    assert.deepEqual(await read(urlFor(scene, linked)), gone)
    const [pro, free] = [await visitor(scene, 'pro'), await visitor(scene, 'free')]
    assert.deepEqual(await read(urlFor(scene, linked, pro)), ones)
    assert.deepEqual(await read(urlFor(scene, linked, free)), gone)
    await ok(admin().patch(path, { visibility: 'visitor-auth' }))
    assert.deepEqual(await read(url), gone)
    assert.deepEqual(await read(urlFor(scene, logo, await visitor(scene, 'free'))), ones)
    await ok(admin().patch(path, { visibility: 'public' }))
    await ok(admin().put(`${path}/customization`, current))
    assert.deepEqual(await read(url), gone)
  })

  it('of a space on two sites is for everybody only as far as the public one shows it', async () => {
    const scene = await newScene('Shared')
    const closed = await newSite(api, 'Closed', [scene.space], {
      visibility: 'visitor-auth',
    })
    const path = `/orgs/${api.organization}/sites/${closed.site}`
    await adapt(path)
    const inside = { ...scene, ...closed, path }
    const [open, hidden] = [
      await newFile(scene, 'op.txt'),
      await newFile(scene, 'hi.txt'),
    ]
    await newPage(
      scene,
      `[It](lectern:file/${open})\n\n${forPro(`[It](lectern:file/${hidden})`)}`,
    )
    const pro = await visitor(inside, 'pro')
    assert.deepEqual(await read(urlFor(scene, open, pro)), everybodys)
    assert.deepEqual(await read(urlFor(scene, hidden, pro)), ones)
    const free = await visitor(inside, 'free')
    assert.deepEqual(await read(urlFor(scene, hidden, free)), gone)
    await ok(admin().post(`${scene.path}/unpublish`))
    assert.deepEqual(await read(urlFor(scene, open)), gone)
    assert.deepEqual(await read(urlFor(scene, open, free)), ones)
    assert.deepEqual(await read(urlFor(scene, hidden, pro)), ones)
  })

  it('is found among more pages that use it than are looked at first', async () => {
    const scene = await newScene('Many')
    const file = await newFile(scene, 'many.txt')
    const markdown = `[It](lectern:file/${file})`
    const insert = { operation: 'insert_page', title: 'Page', document: { markdown } }
    const hidden = Array.from({ length: 30 }, () => ({ ...insert, condition }))
    await change(scene.space, ...hidden)
    await change(scene.space, ...hidden)
    const url = urlFor(scene, file)
    assert.deepEqual(await read(url), gone)
    await newPage(scene, markdown)
    assert.deepEqual(await read(url), everybodys)
  })
})
