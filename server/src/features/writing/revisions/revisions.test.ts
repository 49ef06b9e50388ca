import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

const picture = {
  contentType: 'image/png',
  size: 1234,
  width: 640,
  height: 480,
  key: 'spaces/x/1',
}

describe('revisions', () => {
  let api: TestApi
  let content: TestContent
  let root: string
  const ids: string[] = []
  before(async () => {
    api = await startTestApi({ APP_URL: 'http://app.lectern.test' })
    content = await createContent(api)
    root = `/spaces/${content.spaceId}`
    ids.push(content.revisionId())
    ids.push(
      await content.commit([
        { id: 'Intro', title: 'Intro', slug: 'intro', markdown: 'One.\n' },
        { id: 'Guide', title: 'Guide', slug: 'guide', markdown: 'Guide.\n' },
        { id: 'Child', title: 'Child', slug: 'child', parent: 'Guide', markdown: 'C.\n' },
        { id: 'Pic', kind: 'file', title: 'b.png', attributes: picture },
        {
          id: 'Pdf',
          kind: 'file',
          title: 'a.pdf',
          attributes: { contentType: 'application/pdf', size: 9 },
        },
        { id: 'Snip', kind: 'reusable-content', title: 'Snippet', markdown: 'Snip.\n' },
        {
          id: 'variables',
          kind: 'variables',
          title: '',
          attributes: { product: 'Lectern' },
        },
      ]),
    )
    ids.push(
      await content.commit([
        { id: 'Intro', title: 'Welcome', slug: 'welcome', markdown: 'Two.\n' },
        { id: 'Child', parent: '' },
        {
          id: 'variables',
          kind: 'variables',
          attributes: { product: 'Other', more: 'x' },
        },
      ]),
    )
    ids.push(
      await content.commit(
        [{ id: 'New', title: 'New', slug: 'intro', markdown: 'New.\n' }],
        { remove: ['Guide', 'Pic'], type: 'rollback' },
      ),
    )
  })
  after(async () => api.stop())

  const at = (number: number, suffix = '') =>
    `${root}/revisions/${ids[number - 1]}${suffix}`
  const get = async (target: string): Promise<TestBody> =>
    (await api.as('read').get(target)).body

  it('answers the current revision with everything in it', async () => {
    const body = await get(`${root}/content`)
    assert.equal(body.id, ids[3])
    assert.deepEqual([body.type, body.parents], ['rollback', [ids[2]]])
    assert.deepEqual(
      body.pages.map((page: TestBody) => page.path),
      ['welcome', 'child', 'intro'],
    )
    assert.deepEqual(
      body.files.map((file: TestBody) => file.name),
      ['a.pdf'],
    )
    assert.deepEqual(body.variables, { product: 'Other', more: 'x' })
    const [snippet] = body.reusableContents
    assert.deepEqual([snippet.id, snippet.title], ['Snip', 'Snippet'])
    assert.match(snippet.document, /^[0-9A-Za-z]{32}$/)
    assert.equal(
      body.urls.app,
      `http://app.lectern.test/s/${content.spaceId}/~/revisions/${ids[3]}`,
    )
  })

  it('answers every older revision as it was', async () => {
    const first = await get(at(1))
    assert.deepEqual([first.parents, first.pages, first.files], [[], [], []])
    assert.ok(!('variables' in first))
    const second = await get(at(2))
    assert.deepEqual(
      second.pages.map((page: TestBody) => [page.path, page.pages.length]),
      [
        ['intro', 0],
        ['guide', 1],
      ],
    )
    assert.deepEqual(
      second.files.map((file: TestBody) => file.name),
      ['a.pdf', 'b.png'],
    )
    assert.deepEqual(second.variables, { product: 'Lectern' })
    const third = await get(at(3, '/pages'))
    assert.deepEqual(
      third.pages.map((page: TestBody) => page.path),
      ['welcome', 'guide', 'child'],
    )
  })

  it('answers a page of a revision by its id and path, with what was below it', async () => {
    const guide = await get(at(2, '/page/Guide'))
    assert.deepEqual([guide.markdown, guide.pages[0].path], ['Guide.\n', 'guide/child'])
    assert.deepEqual((await get(at(3, '/page/Guide'))).pages, [])
    assert.equal((await get(at(2, '/page/Child'))).path, 'guide/child')
    assert.equal((await get(at(3, '/page/Child'))).path, 'child')
    assert.equal((await get(at(2, '/path/intro'))).markdown, 'One.\n')
    assert.equal((await get(at(2, '/path/guide/child'))).id, 'Child')
    assert.equal((await get(at(2, '/path/guide%2Fchild'))).id, 'Child')
    // A slug means the page that had it then; an older name means the page that had it before.
    assert.equal((await get(at(4, '/path/intro'))).id, 'New')
    assert.equal((await get(at(3, '/path/intro'))).id, 'Intro')
    assert.equal((await get(at(3, '/path/guide/child'))).id, 'Child')
    assert.equal((await get(at(2, '/path'))).id, 'Intro')
    for (const suffix of ['/page/New', '/path/nope', '/path/guide/nope', '/page/Pic']) {
      assert.equal((await api.as('read').get(at(3, suffix))).status, 404, suffix)
    }
    assert.equal((await api.as('read').get(at(4, '/page/Guide'))).status, 404)
    assert.equal((await api.as('read').get(at(1, '/path/'))).status, 404)
  })

  it('lets pages and documents of a revision be kept for ever, and nothing with mutable parts', async () => {
    const forever = 'private, max-age=31536000, immutable'
    const cached = async (suffix: string) =>
      (await api.as('read').get(at(2, suffix))).headers.get('cache-control')
    assert.equal(await cached('/page/Intro?metadata=false'), forever)
    assert.equal(await cached('/path/intro?metadata=false'), forever)
    assert.equal(await cached('/pages?metadata=false'), forever)
    assert.equal(await cached('/page/Intro/document'), forever)
    assert.equal(await cached('/reusable-contents/Snip/document'), forever)
    for (const suffix of [
      '',
      '?metadata=false',
      '/page/Intro',
      '/files/Pic?metadata=false',
    ]) {
      assert.equal(await cached(suffix), 'private', suffix)
    }
    const first = await api.as('read').get(at(2, '/page/Intro?metadata=false'))
    const known = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await api.as('read').get(at(2, '/page/Intro?metadata=false'), known)
    assert.deepEqual([again.status, again.headers.get('cache-control')], [304, forever])
  })

  it('answers documents by revision, by page and by their own id alike', async () => {
    const page = await get(at(2, '/page/Intro'))
    const document = await get(at(2, '/page/Intro/document'))
    assert.deepEqual(document, page.document)
    assert.deepEqual(await get(`${root}/documents/${page.documentId}`), document)
    assert.deepEqual(
      await get(`${root}/documents/${page.documentId}?schema=next`),
      document,
    )
    const snippet = await get(at(2, '/reusable-contents/Snip'))
    const body = await get(at(2, '/reusable-contents/Snip/document'))
    assert.equal(body.nodes[0].nodes[0].leaves[0].text, 'Snip.')
    assert.deepEqual(await get(`${root}/documents/${snippet.document}`), body)
    assert.deepEqual(await get(`${root}/content/reusable-contents/Snip`), snippet)
    for (const target of [
      `${root}/documents/nope`,
      `${root}/content/reusable-contents/Intro`,
      at(1, '/reusable-contents/Snip'),
      at(1, '/reusable-contents/Snip/document'),
      at(1, '/page/Intro/document'),
    ]) {
      assert.equal((await api.as('read').get(target)).status, 404, target)
    }
  })

  it('lists files by name in pages, now and then', async () => {
    const now = await get(`${root}/content/files`)
    assert.deepEqual([now.count, now.items.length, now.items[0].name], [1, 1, 'a.pdf'])
    const then = await get(at(2, '/files?limit=1'))
    assert.deepEqual([then.count, then.items[0].name], [2, 'a.pdf'])
    const next = await get(at(2, `/files?limit=1&page=${then.next.page}`))
    assert.deepEqual([next.items[0].name, next.next], ['b.png', undefined])
    assert.deepEqual(next.items[0].dimensions, { width: 640, height: 480 })
    assert.deepEqual(await get(at(2, '/files/Pic')), next.items[0])
    assert.deepEqual(await get(`${root}/content/files/Pdf`), now.items[0])
    assert.deepEqual((await get(at(1, '/files'))).items, [])
    const none = await get(at(2, '/files?limit=0'))
    assert.deepEqual([none.items, none.count], [[], 2])
    for (const target of [
      `${root}/content/files/Pic`,
      at(4, '/files/Pic'),
      at(2, '/files/Intro'),
    ]) {
      assert.equal((await api.as('read').get(target)).status, 404, target)
    }
  })

  it('lists the history, the newest first', async () => {
    const all = await get(`${root}/revisions`)
    assert.deepEqual(
      all.items.map((item: TestBody) => [item.number, item.id, item.type, item.changed]),
      [
        [4, ids[3], 'rollback', 3],
        [3, ids[2], 'edits', 3],
        [2, ids[1], 'edits', 7],
        [1, ids[0], 'edits', 0],
      ],
    )
    assert.equal(all.count, 4)
    assert.equal(all.items[0].createdBy.id, api.users.admin)
    assert.equal(all.items[0].createdBy.displayName, 'Admin of acme')
    assert.ok(!('email' in all.items[0].createdBy))
    const first = await get(`${root}/revisions?limit=3`)
    const rest = await get(`${root}/revisions?limit=3&page=${first.next.page}`)
    assert.deepEqual(
      rest.items.map((item: TestBody) => item.number),
      [1],
    )
    assert.equal(
      (await get(all.items[1].urls.location.replace('http://lectern.test/v1', ''))).id,
      ids[2],
    )
  })

  it('says what a revision changed', async () => {
    const second = await get(at(2, '/changes'))
    assert.deepEqual(second.changes.map((change: TestBody) => change.type).toSorted(), [
      'file_created',
      'file_created',
      'page_created',
      'page_created',
      'page_created',
      'reusable_content_created',
      'variables_edited',
    ])
    const third = await get(at(3, '/changes'))
    const [moved, edited, variables] = third.changes
    assert.deepEqual(moved, {
      type: 'page_moved',
      page: { id: 'Child', type: 'document', title: 'Child', path: 'child' },
      parent: {
        before: { id: 'Guide', type: 'document', title: 'Guide', path: 'guide' },
      },
    })
    assert.deepEqual(edited.page, {
      id: 'Intro',
      type: 'document',
      title: 'Welcome',
      path: 'welcome',
    })
    assert.deepEqual(edited.attributes.title, { before: 'Intro', after: 'Welcome' })
    assert.deepEqual(edited.attributes.slug, { before: 'intro', after: 'welcome' })
    const { before: was, after: is } = edited.attributes.document
    assert.equal(was, (await get(at(2, '/page/Intro'))).documentId)
    assert.equal(is, (await get(at(3, '/page/Intro'))).documentId)
    assert.deepEqual(variables, {
      type: 'variables_edited',
      variables: {
        more: { after: 'x' },
        product: { before: 'Lectern', after: 'Other' },
      },
    })
    const fourth = await get(at(4, '/changes?limit=1'))
    assert.deepEqual([fourth.changes.length, fourth.more], [1, 2])
    const whole = await get(at(4, '/changes'))
    assert.deepEqual(whole.changes.map((change: TestBody) => change.type).toSorted(), [
      'file_deleted',
      'page_created',
      'page_deleted',
    ])
    assert.ok(!('more' in whole))
    assert.deepEqual(await get(at(1, '/changes')), { changes: [] })
  })

  it('hides revisions from whoever may not see the space, and knows no others', async () => {
    const suffixes = ['', '/changes', '/pages', '/files', '/files/Pic', '/page/Intro']
    const more = ['/page/Intro/document', '/path/intro', '/reusable-contents/Snip']
    for (const suffix of [...suffixes, ...more, '/reusable-contents/Snip/document']) {
      assert.equal((await api.as('outsider').get(at(2, suffix))).status, 404, suffix)
      assert.equal((await api.as('guest').get(at(2, suffix))).status, 404, suffix)
      assert.equal((await api.anonymous().get(at(2, suffix))).status, 401, suffix)
      const unknown = await api.as('read').get(`${root}/revisions/nope${suffix}`)
      assert.equal(unknown.status, 404, suffix)
      assert.match(unknown.body.error.message, /nope/)
    }
    const other = await createContent(api, 'Other')
    const foreign = `/spaces/${other.spaceId}/revisions/${ids[1]}`
    assert.equal((await api.as('read').get(foreign)).status, 404)
    assert.equal((await api.as('outsider').get(`${root}/revisions`)).status, 404)
    assert.equal((await api.as('outsider').get(`${root}/documents/x`)).status, 404)
  })
})
