import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createBranch, type TestBranch } from '#test/test-branches.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

const greeting = 'From <code class="expression">space.vars.product</code>.\n'

describe('the pages of a change request', () => {
  let api: TestApi
  let main: TestContent
  let branch: TestBranch
  let base: string
  const get = async (path: string): Promise<TestBody> => {
    const reply = await api.as('read').get(path)
    assert.equal(reply.status, 200, `${path} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const statusOf = async (path: string) => (await api.as('read').get(path)).status
  const markdownOf = async (root: string, page: string) =>
    (await get(`${root}/page/${page}?format=markdown`)).markdown

  before(async () => {
    api = await startTestApi({ APP_URL: 'http://app.lectern.test' })
    main = await createContent(api)
    base = `/spaces/${main.spaceId}`
    await main.commit([
      { id: 'Home', slug: 'home', markdown: 'Home.\n' },
      { id: 'Guides', kind: 'group', slug: 'guides' },
      { id: 'Setup', slug: 'setup', parent: 'Guides', markdown: 'Set up.\n' },
      { id: 'Deep', slug: 'deep', parent: 'Setup', markdown: greeting },
      { id: 'Doomed', slug: 'doomed', markdown: 'Doomed.\n' },
      { id: 'Kept', slug: 'kept', markdown: 'Kept.\n' },
      { id: 'Moved', slug: 'moved', markdown: 'Moved.\n' },
      { id: 'Snip', kind: 'reusable-content', markdown: 'Snip.\n' },
      { id: 'Other', kind: 'reusable-content', markdown: 'Other.\n' },
      { id: 'variables', kind: 'variables', attributes: { product: 'Lectern' } },
    ])
    branch = await createBranch(api, main, 7)
    await branch.commit(
      [
        { id: 'Home', slug: 'start', markdown: 'Start here.\n' },
        { id: 'Fresh', slug: 'fresh', parent: 'Setup', markdown: 'Fresh.\n' },
        { id: 'Moved', parent: 'Guides', slug: 'guide' },
        { id: 'Snip', markdown: 'Snap.\n' },
        { id: 'Mine', kind: 'reusable-content', markdown: 'Mine.\n' },
      ],
      { remove: ['Doomed'] },
    )
    await main.commit(
      [
        { id: 'Home', markdown: 'Home again.\n' },
        { id: 'Setup', slug: 'installation', parent: '' },
        { id: 'Late', slug: 'late', parent: 'Guides', markdown: 'Late.\n' },
        { id: 'Deep', markdown: 'Deeper.\n' },
        { id: 'Moved', slug: 'elsewhere' },
        { id: 'variables', kind: 'variables', attributes: { product: 'Later' } },
      ],
      { remove: ['Kept', 'Other'] },
    )
  })
  after(async () => api.stop())

  const ofNumber = () => `${base}/change-requests/7/content`
  /** The id of the page at a path, or the status of the refusal. */
  const idAt = async (path: string) => {
    const reply = await api.as('read').get(`${ofNumber()}/path/${path}`)
    return reply.status === 200 ? reply.body.id : reply.status
  }

  it('are its own where it changed them, and else those of the main content it is up to date with', async () => {
    const { pages } = await get(`${ofNumber()}/pages`)
    assert.deepEqual(outline(pages), [
      'Home start',
      'Guides guides',
      '- Setup guides/setup',
      '- - Deep guides/setup/deep',
      '- - Fresh guides/setup/fresh',
      '- Moved guides/guide',
      'Kept kept',
    ])
    const byId = await get(`${base}/change-requests/${branch.id}/content/pages`)
    assert.deepEqual(byId.pages, pages)
    const byRevision = await get(`${base}/revisions/${branch.revisionId()}/pages`)
    assert.deepEqual(outline(byRevision.pages), outline(pages))
    const now = await get(`${base}/content/pages`)
    assert.deepEqual(outline(now.pages).toSorted(), [
      '- Deep installation/deep',
      '- Late guides/late',
      'Doomed doomed',
      'Guides guides',
      'Home home',
      'Moved elsewhere',
      'Setup installation',
    ])
  })

  it('have the texts of the change request, and addresses in it', async () => {
    for (const root of [ofNumber(), `${base}/revisions/${branch.revisionId()}`]) {
      assert.equal(await markdownOf(root, 'Home'), 'Start here.\n')
      assert.equal(await markdownOf(root, 'Fresh'), 'Fresh.\n')
      assert.equal(await markdownOf(root, 'Setup'), 'Set up.\n')
      assert.equal(await markdownOf(root, 'Kept'), 'Kept.\n')
      assert.equal(await statusOf(`${root}/page/Doomed`), 404)
      assert.equal(await statusOf(`${root}/page/Late`), 404)
    }
    const app = `http://app.lectern.test/s/${main.spaceId}`
    const fresh = await get(`${ofNumber()}/page/Fresh`)
    assert.equal(fresh.urls.app, `${app}/~/changes/7/guides/setup/fresh`)
    assert.equal(fresh.document.nodes[0].nodes[0].leaves[0].text, 'Fresh.')
    const then = await get(`${base}/revisions/${branch.revisionId()}/page/Fresh`)
    assert.equal(
      then.urls.app,
      `${app}/~/revisions/${branch.revisionId()}/guides/setup/fresh`,
    )
    const document = `/page/Fresh/document`
    assert.deepEqual(
      await get(`${base}/revisions/${branch.revisionId()}${document}`),
      fresh.document,
    )
    assert.deepEqual(await get(`${base}/documents/${fresh.documentId}`), fresh.document)
    const { pages } = await get(`${ofNumber()}/page/Setup`)
    assert.deepEqual(outline(pages), [
      'Deep guides/setup/deep',
      'Fresh guides/setup/fresh',
    ])
  })

  it('are found by the paths that they had before the change request renamed or moved them', async () => {
    const content = await createContent(api)
    await content.commit([
      { id: 'First', slug: 'first', markdown: 'First.\n' },
      { id: 'Below', slug: 'below', parent: 'First', markdown: 'Below.\n' },
      { id: 'Second', slug: 'second', markdown: 'Second.\n' },
      { id: 'Gone', slug: 'gone', markdown: 'Gone.\n' },
    ])
    const own = await createBranch(api, content, 1)
    const at = (root: string) => async (path: string) => {
      const reply = await api.as('read').get(`/spaces/${content.spaceId}/${root}/${path}`)
      return reply.status === 200 ? reply.body.id : reply.status
    }
    const here = at('change-requests/1/content/path')
    const renamed = await own.commit([{ id: 'First', slug: 'one' }])
    await own.commit([{ id: 'First', slug: 'uno' }], { remove: ['Gone'] })
    for (const path of ['uno', 'one', 'first']) {
      assert.equal(await here(path), 'First', path)
      assert.equal(await here(`${path}/below`), 'Below', path)
    }
    assert.equal(await here('gone'), 404)
    const then = at(`revisions/${renamed}/path`)
    assert.deepEqual(
      [await then('one'), await then('first'), await then('uno')],
      ['First', 'First', 404],
    )
    // The page that has a name now comes before a page that had it.
    await own.commit([{ id: 'Second', slug: 'one' }])
    assert.deepEqual(
      [await here('one'), await here('second'), await here('first')],
      ['Second', 'Second', 'First'],
    )
    // The page that had a name last comes before a page that had it earlier.
    await own.commit([{ id: 'Second', slug: 'two' }])
    assert.equal(await here('one'), 'Second')
    const main_ = at('content/path')
    assert.deepEqual([await main_('one'), await main_('first')], [404, 'First'])
  })

  it('are found by their paths in the change request, and by no other', async () => {
    assert.equal(await idAt('start'), 'Home')
    assert.equal(await idAt('guides/setup'), 'Setup')
    assert.equal(await idAt('guides%2Fsetup%2Ffresh'), 'Fresh')
    assert.equal(await idAt('guides/setup/deep'), 'Deep')
    assert.equal(await idAt('guides/guide'), 'Moved')
    assert.equal(await idAt(''), 'Home')
    for (const path of ['doomed', 'guides/late', 'late', 'installation', 'elsewhere']) {
      assert.equal(await idAt(path), 404, path)
    }
    const revision = `${base}/revisions/${branch.revisionId()}/path`
    assert.equal((await get(`${revision}/start`)).id, 'Home')
    assert.equal((await get(`${revision}/guides/setup/fresh`)).id, 'Fresh')
    assert.equal((await get(`${revision}/`)).id, 'Home')
  })

  it('know their paths however deep they lie', async () => {
    const own = await createContent(api, 'Deep')
    const names = Array.from({ length: 9 }, (_, index) => `L${index}`)
    await own.commit(
      names.map((id, index) => ({ id, slug: id, parent: names[index - 1] ?? '' })),
    )
    const change = await createBranch(api, own, 1)
    await change.commit([{ id: 'L1', slug: 'one' }])
    await own.commit([{ id: 'L0', slug: 'zero' }])
    const root = `/spaces/${own.spaceId}/change-requests/1/content`
    const { path } = await get(`${root}/page/L8`)
    assert.equal(path, 'L0/one/L2/L3/L4/L5/L6/L7/L8')
    assert.equal((await get(`${root}/path/${path}`)).id, 'L8')
    assert.equal((await get(`${root}/page/L0`)).pages[0].pages[0].path, 'L0/one/L2')
  })

  it('have the values of the variables that the change request has', async () => {
    const said = async () =>
      (await get(`${ofNumber()}/page/Deep?format=markdown&evaluated=true`)).markdown
    assert.equal(await said(), 'From Lectern.\n')
    const change = await createBranch(api, main, 8)
    await change.commit([
      { id: 'variables', kind: 'variables', attributes: { product: 'Mine' } },
      { id: 'Deep', markdown: greeting },
    ])
    const own = `${base}/change-requests/8/content/page/Deep`
    assert.equal((await get(`${own}?evaluated=true`)).markdown, 'From Mine.\n')
    assert.match(
      JSON.stringify((await get(`${own}?evaluated=true`)).document),
      /From Mine\./,
    )
    assert.equal(await said(), 'From Lectern.\n')
  })

  it('stay what they were in older revisions after the change request was updated', async () => {
    const own = await createContent(api, 'Updated')
    const root = `/spaces/${own.spaceId}`
    await own.commit([
      { id: 'A', slug: 'a', markdown: 'A.\n' },
      { id: 'B', slug: 'b', markdown: 'B.\n' },
    ])
    const change = await createBranch(api, own, 1)
    const first = change.revisionId()
    const second = await change.commit([{ id: 'A', markdown: 'A of the branch.\n' }])
    await own.commit([
      { id: 'A', markdown: 'A of main.\n' },
      { id: 'B', markdown: 'B of main.\n' },
      { id: 'C', slug: 'c', markdown: 'C.\n' },
    ])
    const third = await change.update()
    const fourth = await change.commit([], { dropped: ['A'] })
    const textsIn = async (revision: string) => {
      const at = `${root}/revisions/${revision}`
      const { pages } = await get(`${at}/pages`)
      const ids: string[] = pages.map(({ id }: TestBody) => id).toSorted()
      return Promise.all(ids.map(async (id) => markdownOf(at, id)))
    }
    assert.deepEqual(await textsIn(first), ['A.\n', 'B.\n'])
    assert.deepEqual(await textsIn(second), ['A of the branch.\n', 'B.\n'])
    assert.deepEqual(await textsIn(third), ['A of the branch.\n', 'B of main.\n', 'C.\n'])
    assert.deepEqual(await textsIn(fourth), ['A of main.\n', 'B of main.\n', 'C.\n'])
    const { items } = await get(`${root}/revisions`)
    assert.deepEqual(
      items.map(({ number }: TestBody) => number),
      [3, 2, 1],
    )
  })

  it('come with the reusable contents of the change request', async () => {
    const root = `${ofNumber()}/reusable-contents`
    const snippet = await get(`${root}/Snip`)
    const revision = `${base}/revisions/${branch.revisionId()}/reusable-contents`
    assert.deepEqual(await get(`${revision}/Snip`), snippet)
    const textOf = async (id: string) =>
      (await get(`${revision}/${id}/document`)).nodes[0].nodes[0].leaves[0].text
    assert.equal(await textOf('Snip'), 'Snap.')
    assert.equal(await textOf('Mine'), 'Mine.')
    assert.equal(await textOf('Other'), 'Other.')
    assert.equal((await get(`${root}/Mine`)).title, 'Mine')
    assert.equal(await statusOf(`${root}/Home`), 404)
    assert.equal(await statusOf(`${base}/content/reusable-contents/Mine`), 404)
    assert.deepEqual(
      await get(`${base}/documents/${snippet.document}`),
      await get(`${revision}/Snip/document`),
    )
  })

  it('answer 304 until the change request itself changes, and are never kept for ever', async () => {
    const own = await createContent(api, 'Cached')
    await own.commit([{ id: 'A', slug: 'a', markdown: 'A.\n' }])
    const change = await createBranch(api, own, 1)
    const root = `/spaces/${own.spaceId}/change-requests/1/content`
    for (const suffix of [
      '/pages?metadata=false',
      '/page/A?metadata=false',
      '/path/a',
      '',
    ]) {
      const first = await api.as('read').get(`${root}${suffix}`)
      assert.equal(first.headers.get('cache-control'), 'private')
      const known = { 'if-none-match': first.headers.get('etag') ?? '' }
      const again = async () =>
        (await api.as('read').get(`${root}${suffix}`, known)).status
      assert.equal(await again(), 304, suffix)
      await own.commit([{ id: 'A', markdown: `A for ${suffix}\n` }])
      assert.equal(await again(), 304, suffix)
      await change.commit([{ id: 'A', markdown: `Mine for ${suffix}\n` }])
      assert.equal(await again(), 200, suffix)
    }
  })

  it('are hidden from whoever may not see the space, and no other change request is known', async () => {
    const suffixes = ['/pages', '/page/Home', '/path/start', '/reusable-contents/Snip']
    for (const suffix of suffixes) {
      for (const id of [branch.id, '7']) {
        const target = `${base}/change-requests/${id}/content${suffix}`
        assert.equal((await api.as('outsider').get(target)).status, 404, target)
        assert.equal((await api.as('guest').get(target)).status, 404, target)
        assert.equal((await api.anonymous().get(target)).status, 401, target)
      }
      for (const id of ['99', 'nope', '0', '007', '99999999999999999999', main.spaceId]) {
        const target = `${base}/change-requests/${id}/content${suffix}`
        const { status, body } = await api.as('read').get(target)
        assert.deepEqual([status, body.error.reason], [404, 'not_found'], target)
        assert.match(body.error.message, new RegExp(`change request.*${id}`, 'i'))
      }
    }
    const other = await createContent(api, 'Elsewhere')
    const foreign = `/spaces/${other.spaceId}/change-requests/${branch.id}/content/pages`
    assert.equal(await statusOf(foreign), 404)
    const revision = `/spaces/${other.spaceId}/revisions/${branch.revisionId()}/pages`
    assert.equal(await statusOf(revision), 404)
  })
})

/** Each page with its path, and how deep it lies. */
function outline(pages: readonly TestBody[], depth = ''): string[] {
  return pages.flatMap(({ id, path, pages: below = [] }: TestBody) => [
    `${depth}${id} ${path}`,
    ...outline(below, `${depth}- `),
  ])
}
