import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { documentForm } from '@lectern/content/document/form.ts'

import { decodeProjection, encodeProjection } from '#/content-store/documents/public.ts'
import { pageNamed } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createContent, type TestContent } from '#test/test-content.ts'
import { createTestSpace } from '#test/test-edits.ts'

import { renewProjections } from './renew-projections.ts'

const markdown =
  '## Über uns\n\n<details open>\n\n<summary>T</summary>\n\n[a](b.md)\n\n</details>\n'
const links = [{ ref: { kind: 'page', page: 'B' }, status: 'ok' }] as const

describe('document JSON that an older release stored', () => {
  let api: TestApi
  let content: TestContent
  let page: string
  before(async () => {
    api = await startTestApi()
    content = await createContent(api)
    page = `/spaces/${content.spaceId}/content/page/Old`
    await content.commit([{ id: 'Old', slug: 'old', markdown, links }])
  })
  after(async () => api.stop())

  const stored = async (): Promise<TestBody> => {
    const [row] = await api.rows(
      'select id, projection, projection_form from document where space_id = $1 and markdown = $2',
      [content.spaceId, markdown],
    )
    return row
  }

  /** Stores an older form of the text, of which nothing may be shown any more. */
  const makeOlder = async (spaceId: string) =>
    api.rows(
      'update document set projection = $2, projection_form = 1 where space_id = $1',
      [spaceId, encodeProjection({ object: 'document', data: {}, nodes: [] })],
    )

  it('is not shown: it is made from the Markdown, with the same keys, anchors and targets', async () => {
    const now = (await api.as('read').get(page)).body.document
    const other = await createContent(api, 'Older')
    await other.commit([{ id: 'Old', slug: 'old', markdown, links }])
    await makeOlder(other.spaceId)
    const target = `/spaces/${other.spaceId}/content/page/Old`
    const { document } = (await api.as('read').get(target)).body
    assert.deepEqual(document, now)
    assert.equal(document.nodes[1].fragments[0].type, 'expandable-title')
  })

  it('is stored anew by a job, once', async () => {
    const fresh = await stored()
    assert.equal(fresh.projection_form, documentForm)
    await makeOlder(content.spaceId)
    await renewProjections.run({}, api.services)
    const renewed = await stored()
    assert.equal(renewed.projection_form, documentForm)
    assert.deepEqual(
      decodeProjection(renewed.projection),
      decodeProjection(fresh.projection),
    )
    const [{ left }] = await api.rows(
      'select count(*)::integer as left from document where projection_form < $1',
      [documentForm],
    )
    assert.equal(left, 0)
  })

  it('is stored anew when the same text is written again', async () => {
    await makeOlder(content.spaceId)
    await content.commit([{ id: 'Again', slug: 'again', markdown, links }])
    assert.equal((await stored()).projection_form, documentForm)
  })

  it('has its anchors read by the job: links to them count as unbroken until then', async () => {
    const space = await createTestSpace(api)
    await space.edit(
      pageNamed('Target', '## Quite old\n'),
      pageNamed('From', '[a](target.md#quite-old) [b](target.md#nope) [c](#none)\n'),
    )
    const statuses = async () => {
      const { body } = await api.as('edit').get(`/spaces/${space.spaceId}/links`)
      return Object.fromEntries(
        body.items.map(({ reference, status }: TestBody) => [reference.anchor, status]),
      )
    }
    await api.rows('update document set anchors = null where space_id = $1', [
      space.spaceId,
    ])
    const unread = { 'quite-old': 'ok', nope: 'ok', none: 'broken' }
    assert.deepEqual(await statuses(), unread)
    await renewProjections.run({}, api.services)
    assert.deepEqual(await statuses(), { ...unread, nope: 'broken' })
  })
})
