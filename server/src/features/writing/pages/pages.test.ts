import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

describe('pages', () => {
  let api: TestApi
  let content: TestContent
  let base: string
  before(async () => {
    api = await startTestApi({ APP_URL: 'http://app.lectern.test' })
    content = await createContent(api)
    base = `/spaces/${content.spaceId}/content`
    await content.commit([
      { id: 'Intro', title: 'Intro', slug: 'intro', markdown: 'Hello **world**.\n' },
      { id: 'Guides', kind: 'group', title: 'Guides', slug: 'guides' },
      {
        id: 'Setup',
        title: 'Set up',
        slug: 'set-up',
        parent: 'Guides',
        markdown: '# A\n',
      },
      { id: 'Deep', title: 'Deep', slug: 'deep', parent: 'Setup', markdown: 'Deep.' },
      {
        id: 'Site',
        kind: 'link',
        title: 'Site',
        attributes: { target: { kind: 'url', url: 'https://example.com/' } },
      },
    ])
  })
  after(async () => api.stop())

  it('answers a page with its body in both forms, its layout and its address', async () => {
    const reply = await api.as('read').get(`${base}/page/Intro`)

    assert.equal(reply.status, 200)
    const { document, createdAt, updatedAt, documentId, ...page } = reply.body
    assert.equal(createdAt, updatedAt)
    assert.match(documentId, /^[0-9A-Za-z]{32}$/)
    assert.equal(document.nodes[0].nodes[0].leaves[1].text, 'world')
    assert.ok(document.nodes[0].key)
    assert.deepEqual(page, {
      id: 'Intro',
      type: 'document',
      kind: 'sheet',
      title: 'Intro',
      slug: 'intro',
      path: 'intro',
      urls: { app: `http://app.lectern.test/s/${content.spaceId}/intro` },
      pages: [],
      layout: {
        width: 'default',
        coverSize: 'hero',
        cover: true,
        title: true,
        description: true,
        tableOfContents: true,
        outline: true,
        pagination: true,
        metadata: false,
        coverMask: 'none',
        tags: true,
        actions: true,
        anchors: true,
      },
      tags: [],
      markdown: 'Hello **world**.\n',
    })
  })

  it('answers the form that is asked for and no other', async () => {
    const markdown = await api.as('read').get(`${base}/page/Intro?format=markdown`)
    assert.deepEqual(
      ['markdown' in markdown.body, 'document' in markdown.body],
      [true, false],
    )
    const document = await api.as('read').get(`${base}/page/Intro?format=document`)
    assert.deepEqual(
      ['markdown' in document.body, 'document' in document.body],
      [false, true],
    )
    const odd = await api.as('read').get(`${base}/page/Intro?format=html`)
    assert.equal(odd.status, 400)
  })

  it('answers the pages below a page without their bodies, with whole paths', async () => {
    const { body } = await api.as('read').get(`${base}/page/Guides`)
    assert.deepEqual([body.type, body.kind, body.path], ['group', 'group', 'guides'])
    assert.ok(!('markdown' in body) && !('document' in body))
    const [setUp] = body.pages
    assert.deepEqual(
      [setUp.path, setUp.pages[0].path],
      ['guides/set-up', 'guides/set-up/deep'],
    )
    assert.ok(!('markdown' in setUp))
    const deep = await api.as('read').get(`${base}/page/Deep`)
    assert.equal(deep.body.path, 'guides/set-up/deep')
  })

  it('answers every kind of page by its id', async () => {
    const { body } = await api.as('read').get(`${base}/page/Site`)
    assert.deepEqual(
      [body.type, body.kind, body.href, body.target],
      [
        'link',
        'link',
        'https://example.com/',
        { kind: 'url', url: 'https://example.com/' },
      ],
    )
  })

  it('answers the whole tree in order', async () => {
    const { body } = await api.as('read').get(`${base}/pages`)
    assert.deepEqual(outline(body.pages), [
      'Intro',
      'Guides',
      '- Setup',
      '- - Deep',
      'Site',
    ])
  })

  it('finds pages by their path, with slashes raw or encoded, the first without one', async () => {
    const idAt = async (path: string) =>
      (await api.as('read').get(`${base}/path${path}`)).body.id
    assert.equal(await idAt('/guides/set-up/deep'), 'Deep')
    assert.equal(await idAt('/guides%2Fset-up%2Fdeep'), 'Deep')
    assert.equal(await idAt('/guides/set-up/'), 'Setup')
    assert.equal(await idAt('/guides'), 'Guides')
    assert.equal(await idAt('/'), 'Intro')
    assert.equal(await idAt(''), 'Intro')
    const missing = await api.as('read').get(`${base}/path/guides/deep`)
    assert.deepEqual([missing.status, missing.body.error.reason], [404, 'not_found'])
    assert.match(missing.body.error.message, /guides\/deep/)
    const posted = await api.as('read').post(`${base}/path/guides/set-up`)
    assert.equal(posted.status, 405)
  })

  it('follows the old paths of what was renamed and moved, and of what is below it', async () => {
    const moving = await createContent(api, 'Moving')
    await moving.commit([
      { id: 'A', slug: 'a', markdown: '' },
      { id: 'B', slug: 'b', parent: 'A', markdown: '' },
      { id: 'C', slug: 'c', parent: 'B', markdown: '' },
    ])
    await moving.commit([{ id: 'B', slug: 'bee' }])
    await moving.commit([{ id: 'A', slug: 'ay' }])
    await moving.commit([{ id: 'C', parent: 'A', slug: 'sea' }])
    const idAt = async (path: string) =>
      (await api.as('read').get(`/spaces/${moving.spaceId}/content/path/${path}`)).body.id
    for (const path of ['a/b/c', 'ay/bee/c', 'a/bee/c', 'ay/sea', 'a/sea']) {
      assert.equal(await idAt(path), 'C', path)
    }
    const { body } = await api
      .as('read')
      .get(`/spaces/${moving.spaceId}/content/path/a/b/c`)
    assert.equal(body.path, 'ay/sea')
    // A name means the page that has it now, whichever page had it before.
    await moving.commit([{ id: 'New', slug: 'b', parent: 'A', markdown: '' }])
    assert.equal(await idAt('a/b'), 'New')
    await moving.commit([], { remove: ['C'] })
    assert.equal(await idAt('a/sea'), undefined)
  })

  it('takes the first page with a body, also when it is in a group', async () => {
    const grouped = await createContent(api, 'Grouped')
    const target = `/spaces/${grouped.spaceId}/content/path/`
    assert.equal((await api.as('read').get(target)).status, 404)
    await grouped.commit([
      { id: 'Out', kind: 'link', attributes: { target: { kind: 'url', url: '/' } } },
      { id: 'Empty', kind: 'group', slug: 'empty' },
      { id: 'Full', kind: 'group', slug: 'full' },
      { id: 'Later', slug: 'later', markdown: '' },
      { id: 'First', slug: 'first', parent: 'Full', markdown: '' },
    ])
    assert.equal((await api.as('read').get(target)).body.id, 'First')
  })

  it('knows the path of a page however deep it lies', async () => {
    const deep = await createContent(api, 'Deep')
    const ids = Array.from({ length: 12 }, (_, level) => `L${level}`)
    await deep.commit(
      ids.map((id, level) => ({
        id,
        slug: `l${level}`,
        markdown: '',
        ...(level > 0 && { parent: `L${level - 1}` }),
      })),
    )
    const path = ids.join('/').toLowerCase()
    const root = `/spaces/${deep.spaceId}`
    for (const target of [
      `${root}/content/page/L11`,
      `${root}/content/path/${path}`,
      `${root}/revisions/${deep.revisionId()}/page/L11`,
      `${root}/revisions/${deep.revisionId()}/path/${path}`,
    ]) {
      const { body } = await api.as('read').get(target)
      assert.deepEqual([body.id, body.path], ['L11', path], target)
    }
  })

  it('answers 304 until the head moves, and says which head it was', async () => {
    const space = await createContent(api, 'Tagged')
    await space.commit([{ id: 'One', slug: 'one', markdown: 'One.' }])
    const root = `/spaces/${space.spaceId}/content`
    for (const target of [
      `${root}/page/One`,
      `${root}/path/one`,
      `${root}/pages`,
      root,
    ]) {
      const first = await api.as('read').get(target)
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"2-/, target)
      assert.equal(first.headers.get('cache-control'), 'private')
      const known = { 'if-none-match': etag }
      assert.equal((await api.as('read').get(target, known)).status, 304, target)
      const stale = await api.as('read').get(target, { 'if-none-match': '"1-x"' })
      assert.deepEqual([stale.status, stale.body], [200, first.body], target)
    }
    const known = (await api.as('read').get(`${root}/page/One`)).headers.get('etag') ?? ''
    const other = await api.as('read').get(`${root}/page/Two`, { 'if-none-match': known })
    assert.deepEqual([other.status, other.headers.get('etag')], [404, null])
    const asMarkdown = await api
      .as('read')
      .get(`${root}/page/One?format=markdown`, { 'if-none-match': known })
    assert.equal(asMarkdown.status, 200)
    await space.commit([{ id: 'One', markdown: 'Two.' }])
    const moved = await api.as('read').get(`${root}/page/One`, { 'if-none-match': known })
    assert.deepEqual([moved.status, moved.body.markdown], [200, 'Two.'])
  })

  it('hides the content of a space from whoever may not see it', async () => {
    const targets = ['', '/pages', '/page/Intro', '/path/intro', '/files']
    for (const suffix of targets) {
      const missing = await api.as('read').get(`/spaces/nope/content${suffix}`)
      for (const name of ['outsider', 'guest'] as const) {
        const reply = await api.as(name).get(`${base}${suffix}`)
        assert.equal(reply.status, 404, suffix)
        assert.equal(
          reply.body.error.message.replace(content.spaceId, 'nope'),
          missing.body.error.message,
        )
      }
      assert.equal((await api.anonymous().get(`${base}${suffix}`)).status, 401)
    }
    const unknown = await api.as('read').get(`${base}/page/Nope`)
    assert.deepEqual([unknown.status, unknown.body.error.reason], [404, 'not_found'])
  })
})

/** Ids with a dash for each level. */
function outline(pages: TestBody[], depth = 0): string[] {
  return pages.flatMap((page) => [
    `${'- '.repeat(depth)}${page.id}`,
    ...outline(page.pages ?? [], depth + 1),
  ])
}
