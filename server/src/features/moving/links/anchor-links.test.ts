import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { changeRequestOf } from '#test/links/test-change-request.ts'
import { write } from '#test/links/test-links.ts'
import type { SampleName } from '#test/sample.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

/** The status of each linked anchor. */
async function statuses(space: TestSpace, as: SampleName = 'edit') {
  const reply = await api.as(as).get(`/spaces/${space.spaceId}/links`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return statusesIn(reply.body)
}

function statusesIn({ items }: TestBody): Record<string, string> {
  return Object.fromEntries(
    items.flatMap(({ reference, status }: TestBody) =>
      reference.kind === 'anchor' ? [[reference.anchor, status]] : [],
    ),
  )
}

const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

describe('links to anchors of other pages', () => {
  it('are broken where the page has no such anchor, and only there', async () => {
    const space = await createTestSpace(api)
    await write(
      space,
      'Target',
      [
        '## Set up\n\n## Set up\n\n## 2.0 is out\n\n## Über uns\n\n## Named <a href="#mine" id="mine"></a>\n',
        '<details>\n\n<summary>More of it</summary>\n\nText.\n\n</details>\n',
      ].join('\n'),
    )
    const present = [
      'set-up',
      'set-up-1',
      'id-2.0-is-out',
      '2.0-is-out',
      'über-uns',
      'mine',
      'more-of-it',
    ]
    const missing = ['set-up-2', 'named', 'Set-up', 'nope']
    const links = [...present, ...missing].map(
      (one) => `[a](target.md#${encodeURI(one)})`,
    )
    await write(space, 'From', `${links.join(' ')}\n`)
    const found = await statuses(space)
    for (const anchor of present) assert.equal(found[anchor], 'ok', anchor)
    for (const anchor of missing) assert.equal(found[anchor], 'broken', anchor)
    const { body } = await api
      .as('edit')
      .get(`/spaces/${space.spaceId}/links?status=broken`)
    assert.equal(body.count, missing.length)
    assert.equal(body.stats.broken.total, missing.length)
    for (const item of body.items) assert.equal(item.targetReference, undefined)
  })

  it('break and heal with the page they lead to, without being written again', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', '## One\n')
    const from = await write(space, 'From', '[a](target.md#one) [b](target.md#two)\n')
    assert.deepEqual(await statuses(space), { one: 'ok', two: 'broken' })
    await space.edit(rewrite(target, '## Two\n'))
    assert.deepEqual(await statuses(space), { one: 'broken', two: 'ok' })
    const ofPage = `/spaces/${space.spaceId}/content/page/${from}/links`
    const { body } = await api.as('edit').get(ofPage)
    assert.deepEqual(statusesIn(body), { one: 'broken', two: 'ok' })
    await space.edit({ operation: 'delete_page', page: target })
    assert.deepEqual(await statuses(space), { one: 'broken', two: 'broken' })
  })

  it('are judged in a change request by the pages of the change request', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', '## One\n')
    await write(space, 'From', '[a](target.md#one) [b](target.md#two)\n')
    const request = await changeRequestOf(api, space)
    await request.edit(rewrite(target, '## Two\n'))
    const links = await request.get('/links')
    assert.deepEqual(statusesIn(links), { one: 'broken', two: 'ok' })
    assert.deepEqual(links.stats.broken, { total: 1, changeRequest: 1 })
    assert.deepEqual(await statuses(space), { one: 'ok', two: 'broken' })
    await space.edit(rewrite(target, '## Three\n'))
    assert.deepEqual(statusesIn(await request.get('/links')), {
      one: 'broken',
      two: 'ok',
    })
  })

  it('lead to headings of the reusable contents in a page too', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit({
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: '## In the note\n\n## Same\n' },
    })
    await write(
      space,
      'Target',
      '## Same\n\n[own](#in-the-note)\n\n{% include ".gitbook/includes/note.md" %}\n',
    )
    await write(
      space,
      'From',
      '[a](target.md#in-the-note) [b](target.md#same-1) [c](target.md#nope)\n',
    )
    const expected = { 'in-the-note': 'ok', 'same-1': 'ok', nope: 'broken' }
    assert.deepEqual(await statuses(space), expected)
    await space.edit({
      operation: 'delete_reusable_content',
      reusableContent: changes[0].reusableContent,
    })
    const without = { 'in-the-note': 'broken', 'same-1': 'broken', nope: 'broken' }
    assert.deepEqual(await statuses(space), without)
  })

  it('tell nothing of pages in spaces that the caller may not see', async () => {
    const space = await createTestSpace(api)
    const other = await createTestSpace(api)
    const far = await write(other, 'Far', '## Here\n')
    const links = ['here', 'nope'].map(
      (anchor) => `[a](lectern:anchor/${anchor}?page=${far}?space=${other.spaceId})`,
    )
    await write(space, 'From', `${links.join(' ')}\n`)
    assert.deepEqual(await statuses(space), { here: 'ok', nope: 'broken' })
    await api.as('admin').patch(`/spaces/${other.spaceId}`, { defaultLevel: null })
    assert.deepEqual(await statuses(space, 'read'), { here: 'ok', nope: 'ok' })
    assert.deepEqual(await statuses(space, 'admin'), { here: 'ok', nope: 'broken' })
  })

  it('stay known in a copy of the space', async () => {
    const space = await createTestSpace(api)
    await write(space, 'Target', '## One\n')
    await write(space, 'From', '[a](target.md#one) [b](target.md#two)\n')
    const copy = await api.as('admin').post(`/spaces/${space.spaceId}/duplicate`, {})
    const reply = await api.as('admin').get(`/spaces/${copy.body.id}/links`)
    assert.deepEqual(statusesIn(reply.body), { one: 'ok', two: 'broken' })
  })
})
