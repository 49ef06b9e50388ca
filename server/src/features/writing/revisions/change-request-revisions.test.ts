import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createBranch, type TestBranch } from '#test/test-branches.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

const file = { contentType: 'text/plain', size: 1 }

describe('the revisions of a change request', () => {
  let api: TestApi
  let main: TestContent
  let branch: TestBranch
  let base: string
  const ids: string[] = []
  const get = async (path: string): Promise<TestBody> => {
    const reply = await api.as('read').get(path)
    assert.equal(reply.status, 200, `${path} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const changesOf = async (path: string) => (await get(path)).changes.map(shortly)
  const revisionChanges = async (id: string | undefined) =>
    changesOf(`${base}/revisions/${id}/changes`)

  before(async () => {
    api = await startTestApi({ APP_URL: 'http://app.lectern.test' })
    main = await createContent(api)
    base = `/spaces/${main.spaceId}`
    await main.commit([
      { id: 'Home', slug: 'home', markdown: 'Home.\n' },
      { id: 'Guide', slug: 'guide', markdown: 'Guide.\n' },
      { id: 'Child', slug: 'child', parent: 'Guide', markdown: 'Child.\n' },
      { id: 'Old', slug: 'old', markdown: 'Old.\n' },
      { id: 'Snip', kind: 'reusable-content', markdown: 'Snip.\n' },
      { id: 'Pdf', kind: 'file', title: 'a.pdf', attributes: file },
      { id: 'variables', kind: 'variables', attributes: { product: 'Lectern' } },
    ])
    branch = await createBranch(api, main, 1)
    ids.push(branch.revisionId())
    ids.push(
      await branch.commit(
        [
          { id: 'Home', title: 'Welcome', slug: 'welcome' },
          { id: 'Child', parent: '' },
          { id: 'New', slug: 'new', parent: 'Guide', markdown: 'New.\n' },
          { id: 'Txt', kind: 'file', title: 'b.txt', attributes: file },
        ],
        { remove: ['Old', 'Pdf'] },
      ),
    )
    ids.push(await branch.commit([{ id: 'Snip', markdown: 'Snap.\n' }]))
    await main.commit(
      [
        { id: 'Guide', title: 'Manual', slug: 'manual' },
        { id: 'Late', slug: 'late', markdown: 'Late.\n' },
        { id: 'Home', markdown: 'Home of main.\n' },
        { id: 'variables', kind: 'variables', attributes: { product: 'Later' } },
      ],
      { remove: ['Old'] },
    )
  })
  after(async () => api.stop())

  it('hold everything that is in the change request', async () => {
    const body = await get(`${base}/change-requests/1/content`)
    assert.deepEqual(
      [body.object, body.id, body.type, body.parents],
      ['revision', ids[2], 'edits', [ids[1]]],
    )
    assert.deepEqual(
      body.pages.map(({ path }: TestBody) => path),
      ['welcome', 'guide', 'child'],
    )
    assert.equal(body.pages[1].pages[0].path, 'guide/new')
    assert.deepEqual(
      body.files.map(({ name }: TestBody) => name),
      ['b.txt'],
    )
    assert.deepEqual(body.variables, { product: 'Lectern' })
    const app = `http://app.lectern.test/s/${main.spaceId}`
    assert.equal(body.pages[0].urls.app, `${app}/~/changes/1/welcome`)
    assert.equal(body.urls.app, `${app}/~/revisions/${ids[2]}`)
    const then = await get(`${base}/revisions/${ids[2]}`)
    assert.equal(then.pages[0].urls.app, `${app}/~/revisions/${ids[2]}/welcome`)
    assert.deepEqual(
      [then.files, then.reusableContents, then.variables],
      [body.files, body.reusableContents, body.variables],
    )
    const first = await get(`${base}/revisions/${ids[0]}`)
    assert.deepEqual(
      first.pages.map(({ path }: TestBody) => path),
      ['home', 'guide', 'old'],
    )
    assert.deepEqual(
      first.files.map(({ name }: TestBody) => name),
      ['a.pdf'],
    )
  })

  it('say what the change request changes in the main content it is up to date with', async () => {
    const path = `${base}/change-requests/1/changes`
    assert.deepEqual((await changesOf(path)).toSorted(), [
      'file_created Txt',
      'file_deleted Pdf',
      'page_created New',
      'page_deleted Old',
      'page_edited Home',
      'page_moved Child',
      'reusable_content_edited Snip',
    ])
    const { changes } = await get(path)
    const byType = (type: string) => changes.find((each: TestBody) => each.type === type)
    assert.equal(byType('page_created').page.path, 'guide/new')
    assert.deepEqual(byType('page_edited').attributes, {
      title: { before: 'Home', after: 'Welcome' },
      slug: { before: 'home', after: 'welcome' },
    })
    assert.deepEqual(byType('page_moved').parent, {
      before: { id: 'Guide', type: 'document', title: 'Guide', path: 'guide' },
    })
    const some = await get(`${path}?limit=3`)
    assert.deepEqual([some.changes.length, some.more], [3, 4])
    assert.deepEqual((await get(`${path}?limit=0`)).more, 7)
  })

  it('say what each changed since its first parent', async () => {
    assert.deepEqual(await revisionChanges(ids[0]), [])
    assert.deepEqual((await revisionChanges(ids[1])).toSorted(), [
      'file_created Txt',
      'file_deleted Pdf',
      'page_created New',
      'page_deleted Old',
      'page_edited Home',
      'page_moved Child',
    ])
    assert.deepEqual(await revisionChanges(ids[2]), ['reusable_content_edited Snip'])
  })

  it('say of an update what the main content brought, and then no longer of the change request', async () => {
    const updated = await branch.update()
    assert.deepEqual((await revisionChanges(updated)).toSorted(), [
      'page_created Late',
      'page_edited Guide',
      'variables_edited',
    ])
    const body = await get(`${base}/change-requests/1/content`)
    assert.deepEqual(
      [body.id, body.type, body.parents],
      [updated, 'update', [ids[2], main.revisionId()]],
    )
    assert.deepEqual((await changesOf(`${base}/change-requests/1/changes`)).toSorted(), [
      'file_created Txt',
      'file_deleted Pdf',
      'page_created New',
      'page_edited Home',
      'page_moved Child',
      'reusable_content_edited Snip',
    ])
    assert.deepEqual((await get(`${base}/revisions/${ids[2]}`)).variables, {
      product: 'Lectern',
    })
  })

  it('stay what they are once it is merged', async () => {
    const before_ = await get(`${base}/change-requests/1/content`)
    await api.rows(
      `update change_request set status = 'merged', merged_revision_id = $1
       where organization_id = $2 and space_id = $3 and id = $4`,
      [main.revisionId(), api.organization, main.spaceId, branch.id],
    )
    await main.commit([{ id: 'Home', title: 'Welcome', slug: 'welcome' }])
    assert.deepEqual(await get(`${base}/change-requests/1/content`), before_)
  })

  it('answer 304 about its changes until it changes', async () => {
    const path = `${base}/change-requests/${branch.id}/changes`
    const first = await api.as('read').get(path)
    const known = { 'if-none-match': first.headers.get('etag') ?? '' }
    assert.equal((await api.as('read').get(path, known)).status, 304)
    assert.equal((await api.as('read').get(`${path}?limit=1`, known)).status, 200)
  })

  it('are hidden from whoever may not see the space, and no others are known', async () => {
    for (const suffix of ['/content', '/changes']) {
      const target = `${base}/change-requests/${branch.id}${suffix}`
      assert.equal((await api.as('outsider').get(target)).status, 404)
      assert.equal((await api.as('guest').get(target)).status, 404)
      assert.equal((await api.anonymous().get(target)).status, 401)
      const unknown = await api.as('read').get(`${base}/change-requests/2${suffix}`)
      assert.equal(unknown.status, 404)
      assert.match(unknown.body.error.message, /change request.*2/i)
    }
    const revision = `${base}/revisions/${ids[1]}`
    assert.equal((await api.as('outsider').get(revision)).status, 404)
    assert.equal((await api.anonymous().get(revision)).status, 401)
    const tooMany = await api
      .as('read')
      .get(`${base}/change-requests/1/changes?limit=1001`)
    assert.equal(tooMany.status, 400)
  })
})

function shortly({ type, page, file: changed, reusableContent }: TestBody): string {
  return [type, (page ?? changed ?? reusableContent)?.id].filter(Boolean).join(' ')
}
