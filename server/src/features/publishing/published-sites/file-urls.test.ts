import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { reachable } from '#test/files/test-files.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  resolve,
  tokenFor,
} from '#test/test-published.ts'

interface Scene extends PublishedScene {
  readonly fileId: string
}

const everybodys = 'public, max-age=60'
const ones = 'private, max-age=60'

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function jwt(secret: string, claims: object = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ exp, ...claims })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** A page that shows a file: visitors see no other files. */
function pageWith(fileId: string): object {
  const markdown = `[The file](lectern:file/${fileId})\n`
  return { operation: 'insert_page', title: 'Shows it', document: { markdown } }
}

describe('the URL of a file', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const admin = () => api.as('admin')
  const at = (site: string) => `/orgs/${api.organization}/sites/${site}`

  async function newFile(space: string, text: string): Promise<string> {
    const base64 = Buffer.from(text).toString('base64')
    const insert = { operation: 'insert_files', files: [{ name: 'a.txt', base64 }] }
    const made = await ok(admin().post(`/spaces/${space}/content`, { changes: [insert] }))
    const { id } = made.insertedFiles[0]
    await ok(admin().post(`/spaces/${space}/content`, { changes: [pageWith(id)] }))
    return id
  }
  async function newScene(title: string, settings: object = {}): Promise<Scene> {
    const space = await newSpace(api, title, { Start: 'Words.' })
    const fileId = await newFile(space, `bytes of ${title}`)
    return { ...(await newSite(api, title, [space], settings)), fileId }
  }
  /** The URL that the bearer of a token is given. */
  async function givenTo(token: string, { space, fileId }: Scene): Promise<string> {
    const { files } = await ok(api.withToken(token).get(`/spaces/${space}/content`))
    const file = files.find(({ id }: TestBody) => id === fileId)
    return file.downloadURL
  }
  async function asked(url: string, init: RequestInit = {}) {
    const reply = await fetch(reachable(api, url), init)
    const text = await reply.text()
    return { status: reply.status, text, headers: reply.headers }
  }
  async function read(url: string): Promise<[number, string | null]> {
    const { status, headers } = await asked(url)
    return [status, headers.get('cache-control')]
  }
  const gone: [number, string] = [404, 'no-store']
  const change = async (space: string, ...changes: object[]) =>
    ok(admin().post(`/spaces/${space}/content`, { changes }))
  const keyOf = async (site: string): Promise<string> =>
    (await ok(admin().get(`${at(site)}/publishing/auth`))).privateKey

  it('ends with the publication of its space, however it is asked for, and comes back with it', async () => {
    const scene = await newScene('Handbook')
    const url = await givenTo(await tokenFor(api, scene.url), scene)
    assert.doesNotMatch(url, /\.[uv][0-9a-f]{64}-/)
    const { headers } = await asked(url)
    const etag = headers.get('etag') ?? ''
    const ways: [RequestInit, number][] = [
      [{}, 200],
      [{ method: 'HEAD' }, 200],
      [{ headers: { range: 'bytes=0-3' } }, 206],
      [{ headers: { range: 'bytes=99-' } }, 416],
      [{ headers: { 'if-none-match': etag } }, 304],
    ]
    for (const [init, status] of ways) {
      const reply = await asked(url, init)
      assert.equal(reply.status, status)
      assert.equal(reply.headers.get('cache-control'), everybodys)
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    }
    await ok(admin().post(`${at(scene.site)}/unpublish`))
    for (const [init] of ways) {
      const reply = await asked(url, init)
      assert.equal(reply.status, 404)
      assert.equal(reply.headers.get('etag'), null)
    }
    await ok(admin().post(`${at(scene.site)}/publish`))
    assert.deepEqual(await read(url), [200, everybodys])
    assert.equal(await givenTo(await tokenFor(api, scene.url), scene), url)
  })

  it('stays the same as long as any site shows the space to everybody', async () => {
    const scene = await newScene('Shown twice')
    const other = await newSite(api, 'Second', [scene.space], { visibility: 'unlisted' })
    const url = await givenTo(await tokenFor(api, scene.url), scene)
    assert.equal(await givenTo(await tokenFor(api, other.url), scene), url)
    await ok(admin().post(`${at(scene.site)}/unpublish`))
    assert.deepEqual(await read(url), [200, everybodys])
    await ok(admin().delete(at(other.site)))
    assert.deepEqual(await read(url), gone)
  })

  it('ends when the space leaves the site, or goes to the trash', async () => {
    const scene = await newScene('Leaving')
    const url = await givenTo(await tokenFor(api, scene.url), scene)
    await ok(admin().delete(`/spaces/${scene.space}`))
    assert.deepEqual(await read(url), gone)
    await ok(admin().post(`/spaces/${scene.space}/restore`))
    assert.deepEqual(await read(url), [200, everybodys])
    const stays = await newSpace(api, 'Stays', { Start: 'Words.' })
    await ok(admin().post(`${at(scene.site)}/site-spaces`, { spaceId: stays }))
    const { items } = await ok(admin().get(`${at(scene.site)}/site-spaces`))
    const left = items.find(({ space }: TestBody) => space.id === scene.space)
    await ok(admin().delete(`${at(scene.site)}/site-spaces/${left.id}`))
    assert.deepEqual(await read(url), gone)
  })

  it('ends with the file, in the main content at once and in a change request with its merge', async () => {
    const scene = await newScene('Deleted')
    const second = { ...scene, fileId: await newFile(scene.space, 'second') }
    const token = await tokenFor(api, scene.url)
    const [url, other] = [await givenTo(token, scene), await givenTo(token, second)]
    const ours = await givenTo(api.tokens.read, scene)
    const { id: before_ } = await ok(admin().get(`/spaces/${scene.space}/content`))
    await change(scene.space, { operation: 'delete_file', file: scene.fileId })
    assert.deepEqual(await read(url), gone)
    assert.deepEqual(await read(other), [200, everybodys])

    const requests = `/spaces/${scene.space}/change-requests`
    const { id } = await ok(admin().post(requests, { subject: 'Less' }))
    const changes = [{ operation: 'delete_file', file: second.fileId }]
    await ok(admin().post(`${requests}/${id}/content`, { changes }))
    assert.deepEqual(await read(other), [200, everybodys])
    await ok(admin().post(`${requests}/${id}/merge`))
    assert.deepEqual(await read(other), gone)

    const old = `/spaces/${scene.space}/revisions/${before_}/files/${scene.fileId}`
    const { downloadURL } = await ok(api.as('read').get(old))
    assert.equal(downloadURL, ours)
    assert.deepEqual(await read(ours), [200, ones])
  })

  it('ends for everybody when the site is only for some, who have their own', async () => {
    const scene = await newScene('Closing')
    const url = await givenTo(await tokenFor(api, scene.url), scene)
    const site = at(scene.site)
    await ok(admin().patch(site, { visibility: 'share-link' }))
    assert.deepEqual(await read(url), gone)
    const links = `${site}/share-links`
    const link = await ok(admin().post(links, { name: 'One' }))
    const shared = await givenTo(await tokenFor(api, link.urls.published), scene)
    assert.notEqual(shared, url)
    assert.deepEqual(await read(shared), [200, ones])
    await ok(admin().patch(`${links}/${link.id}`, { active: false }))
    assert.deepEqual(await read(shared), gone)

    await ok(admin().patch(`${links}/${link.id}`, { active: true }))
    assert.deepEqual(await read(shared), [200, ones])
    await ok(admin().patch(site, { visibility: 'visitor-auth' }))
    assert.deepEqual(await read(shared), gone)
    const jwtToken = jwt(await keyOf(scene.site))
    const visitor = await tokenFor(api, scene.url, { visitor: { jwtToken } })
    const signedIn = await givenTo(visitor, scene)
    assert.deepEqual(await read(signedIn), [200, ones])
    await change(scene.space, { operation: 'delete_file', file: scene.fileId })
    assert.deepEqual(await read(signedIn), gone)

    await ok(admin().patch(site, { visibility: 'public' }))
    const next = { ...scene, fileId: await newFile(scene.space, 'next') }
    const open = await givenTo(await tokenFor(api, scene.url), next)
    assert.deepEqual(await read(open), [200, everybodys])
  })

  it('of a visitor ends with the token that it was given to', async () => {
    const scene = await newScene('Expiring', { visibility: 'share-link' })
    const link = await ok(admin().post(`${at(scene.site)}/share-links`, { name: 'One' }))
    const url = await givenTo(await tokenFor(api, link.urls.published), scene)
    assert.deepEqual(await read(url), [200, ones])
    await api.rows(
      `update site_token set expires_at = now() - interval '1 second' where site_id = $1`,
      [scene.site],
    )
    assert.deepEqual(await read(url), gone)
  })

  it('of a space behind a condition is not for everybody', async () => {
    const scene = await newScene('Front')
    const inner = await newSpace(api, 'Inner', { Start: 'Words.' })
    const held = { ...scene, space: inner, fileId: await newFile(inner, 'inner') }
    const site = at(scene.site)
    const jsonSchema = {
      type: 'object',
      properties: { beta: { type: 'boolean', description: 'Beta' } },
      additionalProperties: false,
    }
    await ok(admin().patch(site, { adaptiveContent: { enabled: true } }))
    await ok(admin().put(`${site}/adaptive-schema`, { jsonSchema }))
    const placed = await ok(admin().post(`${site}/site-spaces`, { spaceId: inner }))
    const url = await givenTo(await tokenFor(api, scene.url), held)
    assert.deepEqual(await read(url), [200, everybodys])
    const condition = 'visitor.claims.beta == true'
    await ok(admin().patch(`${site}/site-spaces/${placed.id}`, { condition }))
    assert.deepEqual(await read(url), gone)
    const jwtToken = jwt(await keyOf(scene.site), { beta: true })
    const tester = await tokenFor(api, scene.url, { visitor: { jwtToken } })
    assert.deepEqual(await read(await givenTo(tester, held)), [200, ones])
    // The other space of the site is for everybody, with or without claims.
    assert.deepEqual(await read(await givenTo(tester, scene)), [200, everybodys])
    const always = 'visitor.claims.unsigned.beta != true'
    await ok(admin().patch(`${site}/site-spaces/${placed.id}`, { condition: always }))
    assert.deepEqual(await read(url), [200, everybodys])
  })

  it('of a change request is for its readers and those who preview it', async () => {
    const scene = await newScene('Previewed')
    const requests = `/spaces/${scene.space}/change-requests`
    const { id, number } = await ok(admin().post(requests, { subject: 'More' }))
    const insert = {
      operation: 'insert_files',
      files: [{ name: 'new.txt', base64: 'bmV3' }],
    }
    const made = await ok(
      admin().post(`${requests}/${id}/content?compat=false`, { changes: [insert] }),
    )
    const own = { ...scene, fileId: made.insertedFiles[0].id }
    const changes = [pageWith(own.fileId)]
    await ok(admin().post(`${requests}/${id}/content`, { changes }))
    assert.deepEqual(await read(made.insertedFiles[0].downloadURL), [200, ones])
    const { url } = await ok(admin().get(`${at(scene.site)}/publishing/preview`))
    const inRequest = new URL(url)
    inRequest.pathname += `~/changes/${number}/`
    const { apiToken, revision } = await ok(resolve(api, inRequest.href))
    const seen = await ok(
      api.withToken(apiToken).get(`/spaces/${scene.space}/revisions/${revision}`),
    )
    const file = seen.files.find((one: TestBody) => one.id === own.fileId)
    assert.deepEqual(await read(file.downloadURL), [200, ones])
    const plain = file.downloadURL.replace(/\.v[0-9a-f]{64}/, '')
    assert.deepEqual(await read(plain), gone)

    await ok(admin().post(`${requests}/${id}/merge`))
    const merged = await givenTo(await tokenFor(api, scene.url), own)
    assert.deepEqual(await read(merged), [200, everybodys])
  })

  it('of a member ends with their token, their membership and their access', async () => {
    const space = await newSpace(api, 'Ours', { Start: 'Words.' })
    const scene: Scene = {
      site: '',
      host: '',
      url: '',
      space,
      fileId: await newFile(space, 'ours'),
    }
    const { body: made } = await api
      .as('comment')
      .post('/user/tokens', { label: 'Short', scopes: ['read'] })
    const short = await givenTo(made.token, scene)
    const url = await givenTo(api.tokens.comment, scene)
    assert.notEqual(short, url)
    assert.deepEqual(
      [await read(short), await read(url)],
      [
        [200, ones],
        [200, ones],
      ],
    )
    await ok(api.as('comment').delete(`/user/tokens/${made.id}`))
    assert.deepEqual([await read(short), await read(url)], [gone, [200, ones]])
    await api.rows('update member set disabled = true where user_id = $1', [
      api.users.comment,
    ])
    assert.deepEqual(await read(url), gone)
    await api.rows('update member set disabled = false where user_id = $1', [
      api.users.comment,
    ])
    await ok(admin().patch(`/spaces/${space}`, { defaultLevel: null }))
    assert.deepEqual(await read(url), gone)
    assert.deepEqual(await read(await givenTo(api.tokens.admin, scene)), [200, ones])
  })

  it('of an image of the customization is that of each reader, not that of who set it', async () => {
    const scene = await newScene('Branded')
    const mine = await givenTo(api.tokens.admin, scene)
    const logo = { light: mine, dark: mine }
    const current = await ok(admin().get(`${at(scene.site)}/customization`))
    const settings = { ...current, header: { ...current.header, logo } }
    await ok(admin().put(`${at(scene.site)}/customization`, settings))
    const logoFor = async (token: string): Promise<string> => {
      const seen = await ok(api.withToken(token).get(`${at(scene.site)}/published`))
      return seen.customizations.site.header.logo.light
    }
    const open = await logoFor(await tokenFor(api, scene.url))
    assert.equal(open, await givenTo(await tokenFor(api, scene.url), scene))
    assert.deepEqual(await read(open), [200, everybodys])
    await ok(admin().patch(at(scene.site), { visibility: 'visitor-auth' }))
    const jwtToken = jwt(await keyOf(scene.site))
    const visitor = await tokenFor(api, scene.url, { visitor: { jwtToken } })
    assert.deepEqual(await read(await logoFor(visitor)), [200, ones])
    assert.deepEqual(await read(open), gone)
    await ok(admin().post(`${at(scene.site)}/unpublish`))
    assert.deepEqual(await read(await givenTo(api.tokens.admin, scene)), [200, ones])
  })

  it('of a copy goes its own way', async () => {
    const scene = await newScene('Original')
    const copy = await ok(admin().post(`/spaces/${scene.space}/duplicate`))
    const { files } = await ok(admin().get(`/spaces/${copy.id}/content`))
    const copied = await newSite(api, 'Copy', [copy.id])
    const held = { ...scene, ...copied, space: copy.id, fileId: files[0].id }
    const url = await givenTo(await tokenFor(api, copied.url), held)
    await ok(admin().post(`${at(scene.site)}/unpublish`))
    assert.equal((await asked(url)).text, 'bytes of Original')
    await ok(admin().post(`${at(copied.site)}/unpublish`))
    assert.deepEqual(await read(url), gone)
  })

  it('is part of what an answer is known by, so that nobody keeps the URLs of another', async () => {
    const scene = await newScene('Known')
    const path = `/spaces/${scene.space}/content`
    const one = await api.as('read').get(path)
    const known = { 'if-none-match': one.headers.get('etag') ?? '' }
    assert.equal((await api.as('read').get(path, known)).status, 304)
    const { body: made } = await api
      .as('read')
      .post('/user/tokens', { label: 'Other', scopes: ['read'] })
    const other = api.withToken(made.token)
    assert.equal((await other.get(path, known)).status, 200)
  })
})
