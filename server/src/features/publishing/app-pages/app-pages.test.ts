import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { newSite, newSpace, ok, type PublishedScene } from '#test/test-published.ts'

const forPeople = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const headerNames = ({ headers }: Response) => [...headers.keys()].toSorted()

describe('pages for people at the addresses of the web app', () => {
  let api: TestApi
  let scene: PublishedScene
  let hidden: PublishedScene
  let unpublished: string
  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', { Start: 'Welcome.', Deep: 'Roots.' })
    scene = await newSite(api, 'Garden docs', [space], { visibility: 'public' })
    const secret = await newSpace(api, 'Plans', { Start: 'Secret.' })
    hidden = await newSite(api, 'Plans', [secret], { visibility: 'unlisted' })
    unpublished = await newSpace(api, 'Drafts', { Start: 'Draft.' })
  })
  after(async () => api.stop())

  async function open(path: string) {
    const reply = await fetch(new URL(path, api.url), { headers: forPeople })
    return { reply, text: await reply.text() }
  }

  /** The path of an address that an answer of the API gives as `urls.app`. */
  async function appPath(path: string): Promise<string> {
    const { urls } = await ok(api.as('admin').get(path))
    return new URL(urls.app).pathname
  }

  it('say what kind of thing every address is, and how to read it', async () => {
    const { space, site } = scene
    const org = `/orgs/${api.organization}`
    const collection = await ok(
      api.as('admin').post(`${org}/collections`, { title: 'All' }),
    )
    const { id: change } = await ok(
      api.as('admin').post(`/spaces/${space}/change-requests`, { subject: 'More' }),
    )
    const { revision } = await ok(api.as('admin').get(`/spaces/${space}`))
    const source = { text: '{}' }
    await api.as('admin').put(`${org}/openapi/pets`, { source })
    const expected = {
      [org]: /<h1>This is an organization<\/h1>[^]*<code>lectern space list</,
      [`/collections/${collection.id}`]: /<h1>This is a collection</,
      [`${org}/sites/${site}`]: new RegExp(
        `<h1>This is a site<[^]*<code>lectern site open ${site}<`,
      ),
      [`${org}/openapi/pets`]: new RegExp(
        `<h1>This is a specification<[^]*<code>GET /v1${org}/openapi/pets<`,
      ),
      [`/spaces/${space}`]: new RegExp(
        `<h1>This is a space<[^]*<code>lectern content pull ${space}<`,
      ),
      [`/spaces/${space}/content/path/deep`]: /<h1>This is a page</,
      [`/spaces/${space}/revisions/${revision}`]: /<h1>This is a revision</,
      [`/spaces/${space}/change-requests/${change}`]: new RegExp(
        `<h1>This is a change request<[^]*<code>lectern change diff 1 --space ${space}<`,
      ),
    }
    for (const [path, words] of Object.entries(expected)) {
      const { reply, text } = await open(await appPath(path))
      assert.equal(reply.status, 200, path)
      assert.match(text, words)
    }
    const compared = `/o/${api.organization}/openapi/pets/changes/v1/v2`
    assert.match(
      (await open(compared)).text,
      /<h1>This is a comparison<[^]*<code>lectern openapi changes pets --from v1 --to v2</,
    )
  })

  it('lead to what is public', async () => {
    const link = `<a href="${scene.url}">`
    for (const path of [
      `/s/${scene.space}`,
      `/s/${scene.space}/deep`,
      `/s/${scene.space}/~/changes/1`,
      `/o/${api.organization}/sites/${scene.site}`,
    ]) {
      assert.ok((await open(path)).text.includes(link), path)
    }
  })

  it('are the same for what is not public and for what does not exist', async () => {
    const none = 'nosuchthing000000000'
    const { organization } = api
    const pairs = [
      [`/s/${hidden.space}`, `/s/${none}`],
      [`/s/${unpublished}`, `/s/${none}`],
      [`/s/${hidden.space}/start`, `/s/${none}/start`],
      [`/s/${hidden.space}/~/changes/1`, `/s/${none}/~/changes/1`],
      [`/o/${organization}`, `/o/${none}`],
      [`/o/${organization}/sites/${hidden.site}`, `/o/${none}/sites/${none}`],
      [`/o/${api.otherOrganization}/sites/${scene.site}`, `/o/${none}/sites/${none}`],
    ] as const
    for (const [there, missing] of pairs) {
      const [one, other] = [await open(there), await open(missing)]
      const neutral = (text: string) =>
        text
          .replaceAll(hidden.space, 'ID')
          .replaceAll(unpublished, 'ID')
          .replaceAll(hidden.site, 'ID')
          .replaceAll(scene.site, 'ID')
          .replaceAll(none, 'ID')
      assert.equal(neutral(one.text), neutral(other.text), there)
      assert.equal(one.reply.status, other.reply.status)
      assert.deepEqual(headerNames(one.reply), headerNames(other.reply))
    }
  })

  it('do not lead to what a site shows to some readers only', async () => {
    const space = await newSpace(api, 'Secret', { Start: 'Here.' })
    const adaptive = await newSite(api, 'Adaptive', [scene.space], {
      visibility: 'public',
    })
    const site = `/orgs/${api.organization}/sites/${adaptive.site}`
    const admin = api.as('admin')
    const condition = 'visitor.claims.plan == "pro"'
    const section = await ok(
      admin.post(`${site}/sections`, { spaceId: space, title: 'Pro' }),
    )
    assert.ok((await open(`/s/${space}`)).text.includes(adaptive.url))
    await ok(admin.patch(`${site}/sections/${section.id}`, { condition }))
    const none = 'nosuchthing000000000'
    const [one, other] = [await open(`/s/${space}`), await open(`/s/${none}`)]
    assert.equal(one.text.replaceAll(space, none), other.text)
    await ok(admin.patch(`${site}/sections/${section.id}`, { condition: null }))
    assert.ok((await open(`/s/${space}`)).text.includes(adaptive.url))
    const { structure } = await ok(admin.get(`${site}/structure`))
    const [siteSpace] = structure.at(-1).siteSpaces
    await ok(admin.patch(`${site}/site-spaces/${siteSpace.id}`, { condition }))
    assert.ok(!(await open(`/s/${space}`)).text.includes(adaptive.url))
  })

  it('stop leading to a space that is deleted or a site that is unpublished', async () => {
    const space = await newSpace(api, 'Brief', { Start: 'Here.' })
    const brief = await newSite(api, 'Brief', [space], { visibility: 'public' })
    const site = `/orgs/${api.organization}/sites/${brief.site}`
    assert.ok((await open(`/s/${space}`)).text.includes(brief.url))
    await ok(api.as('admin').post(`${site}/unpublish`))
    assert.ok(!(await open(`/s/${space}`)).text.includes(brief.url))
    const path = `/o/${api.organization}/sites/${brief.site}`
    assert.ok(!(await open(path)).text.includes(brief.url))
    await ok(api.as('admin').post(`${site}/publish`))
    assert.ok((await open(`/s/${space}`)).text.includes(brief.url))
    await ok(api.as('admin').delete(`/spaces/${space}`))
    assert.ok(!(await open(`/s/${space}`)).text.includes(brief.url))
  })

  it('carry no script, no frame and nothing of the address that is no id', async () => {
    const paths = ['/', `/s/${scene.space}`, '/s/%3Cscript%3E/x', '/s/a;b', '/o/x/%E0%A4']
    for (const path of paths) {
      const { reply, text } = await open(path)
      if (path !== '/o/x/%E0%A4') assert.equal(reply.status, 200, path)
      const policy = reply.headers.get('content-security-policy') ?? ''
      if (reply.status === 200) {
        assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ]+';/)
        assert.match(policy, /frame-ancestors 'none'/)
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
        assert.equal(reply.headers.get('cache-control'), 'no-store')
      }
      assert.ok(!/<script|a;b/i.test(text), path)
    }
  })

  it('are for people: programs get the error that every unknown route has', async () => {
    for (const path of ['/', `/s/${scene.space}`, `/o/${api.organization}`]) {
      for (const accept of ['application/json', '*/*']) {
        const reply = await fetch(new URL(path, api.url), { headers: { accept } })
        assert.equal(reply.status, 404)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an error of the API
        const { error } = (await reply.json()) as { error: { reason: string } }
        assert.equal(error.reason, 'unknown_route')
      }
    }
  })

  it('begin with a page that says what this is and where to go on', async () => {
    const { reply, text } = await open('/')
    assert.equal(reply.status, 200)
    assert.match(text, /<h1>The API of Lectern</)
    assert.match(text, /href="\/reference"/)
    assert.match(text, /<code>npm run dev<\/code>/)
    const told = await startTestApi({ DOCS_URL: 'https://docs.example.com/lectern/' })
    try {
      const page = await fetch(told.url, { headers: forPeople })
      assert.match(await page.text(), /href="https:\/\/docs\.example\.com\/lectern\/?"/)
    } finally {
      await told.stop()
    }
  })
})

describe('a server that has a web app elsewhere', () => {
  it('has no pages at its addresses', async () => {
    const api = await startTestApi({ APP_URL: 'https://app.example.com' })
    try {
      const reply = await fetch(`${api.url}/s/x`, { headers: forPeople })
      await reply.body?.cancel()
      assert.equal(reply.status, 404)
    } finally {
      await api.stop()
    }
  })
})
