import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { blockKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'

import { lockBranch, mainBranch } from '#/content-store/branches/public.ts'
import { documentIdOf, type TextChange } from '#/content-store/documents/public.ts'
import { saying } from '#test/comments/test-comments.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createContent, type TestContent } from '#test/test-content.ts'

import { followAnchors } from './anchor-task.ts'
import { moveCommentAnchors, prepareAnchorMoves } from './move-comment-anchors.ts'

const first = 'Welcome to the handbook of the team.'
const second = 'Run the installer and follow its questions.'
const third = 'Ask the owner of the account for a token.'
const page = (...blocks: readonly string[]) => `${blocks.join('\n\n')}\n`

/** The key of the block that has this text. */
function keyIn(markdown: string, text: string): string {
  const reading = read(markdown)
  for (const [block, key] of blockKeys(reading)) {
    if (reading.source.slice(block.start, block.end) === text) return key
  }
  throw new Error(`No block says ${text}`)
}

describe('comments on blocks', () => {
  let api: TestApi
  let content: TestContent
  before(async () => {
    api = await startTestApi()
    content = await createContent(api)
  })
  after(async () => api.stop())

  const path = () => `/spaces/${content.spaceId}/comments`

  async function post(pageId: string, node: string): Promise<string> {
    const body = { ...saying('About this'), page: pageId, node }
    const reply = await api.as('comment').post(path(), body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.id
  }

  const targetOf = async (id: string) => {
    const { body } = await api.as('comment').get(`${path()}/${id}`)
    return { node: body.target.node?.id, orphaned: body.orphaned ?? false }
  }

  /** Writes a text over another and moves its comments, as every writer of revisions does. */
  async function rewrite(
    pageId: string,
    texts: { readonly from: string; readonly to: string | null },
    prepares = true,
  ): Promise<void> {
    const { from, to } = texts
    const branch = mainBranch(api.organization, content.spaceId)
    const change: TextChange = {
      entryId: pageId,
      before: { documentId: documentIdOf(from) },
      after: to === null ? null : { documentId: documentIdOf(to), markdown: to },
    }
    const prepared = prepares
      ? await prepareAnchorMoves(api.services, branch, [change])
      : new Map<string, ReadonlyMap<string, string | null>>()
    if (to === null) await content.commit([], { remove: [pageId] })
    else await content.commit([{ id: pageId, markdown: to }])
    await api.services.db.transaction(async (tx) => {
      await tx.first(lockBranch, branch)
      await moveCommentAnchors(tx, api.services, branch, { changes: [change], prepared })
    })
  }

  for (const prepares of [true, false]) {
    const how = prepares ? 'prepared before the lock' : 'worked out under it'
    it(`follow their block through edits and moves, ${how}`, async () => {
      const id = `follow${prepares}`
      const from = page(first, second, third)
      await content.commit([{ id, markdown: from }])
      const comments = [first, second, third].map((text) => keyIn(from, text))
      const ids = await Promise.all(comments.map(async (node) => post(id, node)))
      const edited = second.replace('follow its', 'answer all its')
      const to = page('New words at the top.', third, first, edited)
      await rewrite(id, { from, to }, prepares)
      const wanted = [first, edited, third].map((text) => keyIn(to, text))
      const found = await Promise.all(ids.map(targetOf))
      assert.deepEqual(
        found,
        wanted.map((node) => ({ node, orphaned: false })),
      )
    })
  }

  it('say that they are orphaned when their block is gone, and stay so', async () => {
    const from = page(first, second, third)
    await content.commit([{ id: 'orphans', markdown: from }])
    const node = keyIn(from, second)
    const id = await post('orphans', node)
    const without = page(first, third)
    await rewrite('orphans', { from, to: without })
    assert.deepEqual(await targetOf(id), { node, orphaned: true })
    await rewrite('orphans', { from: without, to: from })
    assert.deepEqual(await targetOf(id), { node, orphaned: true })
  })

  it('are orphaned when their page is deleted', async () => {
    const from = page(first)
    await content.commit([{ id: 'deleted', markdown: from }])
    const id = await post('deleted', keyIn(from, first))
    await rewrite('deleted', { from, to: null })
    assert.equal((await targetOf(id)).orphaned, true)
  })

  it('are not put on a block that only says the same', async () => {
    const from = page(first, third, first)
    const [node, twin] = [keyIn(from, first), `${keyIn(from, first)}-1`]
    await content.commit([{ id: 'twins', markdown: from }])
    const ids = [await post('twins', node), await post('twins', twin)]
    const kept = page(second, first, third, first)
    await rewrite('twins', { from, to: kept })
    assert.deepEqual(await Promise.all(ids.map(targetOf)), [
      { node, orphaned: false },
      { node: twin, orphaned: false },
    ])
    await rewrite('twins', { from: kept, to: page(third, second, first) })
    const found = await Promise.all(ids.map(targetOf))
    assert.ok(found.some(({ orphaned }) => orphaned))
  })

  it('on other pages and other branches stay where they are', async () => {
    const from = page(first, second)
    await content.commit([
      { id: 'touched', markdown: from },
      { id: 'untouched', markdown: from },
    ])
    const node = keyIn(from, first)
    const other = await post('untouched', node)
    const made = await api
      .as('edit')
      .post(`/spaces/${content.spaceId}/change-requests`, { subject: 'Other' })
    const comments = `/spaces/${content.spaceId}/change-requests/${made.body.id}/comments`
    const onBranch = await api
      .as('comment')
      .post(comments, { ...saying('There'), page: 'touched', node })
    await rewrite('touched', { from, to: page(second) })
    assert.deepEqual(await targetOf(other), { node, orphaned: false })
    const { body } = await api.as('comment').get(`${comments}/${onBranch.body.id}`)
    assert.deepEqual([body.target.node.id, body.orphaned], [node, undefined])
  })

  it('posted between the preparation and the lock are carried too', async () => {
    const from = page(first, second)
    await content.commit([{ id: 'late', markdown: from }])
    const branch = mainBranch(api.organization, content.spaceId)
    const edited = first.replace('handbook', 'new handbook')
    const to = page(edited, second)
    const change = {
      entryId: 'late',
      before: { documentId: documentIdOf(from) },
      after: { documentId: documentIdOf(to), markdown: to },
    }
    const early = await post('late', keyIn(from, second))
    const prepared = await prepareAnchorMoves(api.services, branch, [change])
    const late = await post('late', keyIn(from, first))
    await content.commit([{ id: 'late', markdown: to }])
    await api.services.db.transaction(async (tx) =>
      moveCommentAnchors(tx, api.services, branch, { changes: [change], prepared }),
    )
    assert.deepEqual(await targetOf(early), { node: keyIn(to, second), orphaned: false })
    assert.deepEqual(await targetOf(late), { node: keyIn(to, edited), orphaned: false })
  })

  it('wait for a revision that is being written, and hold up the next one', async () => {
    await content.commit([{ id: 'busy', markdown: page(first) }])
    const branch = mainBranch(api.organization, content.spaceId)
    let posted = false
    let posting: Promise<unknown> = Promise.resolve()
    await api.services.db.transaction(async (tx) => {
      await tx.first(lockBranch, branch)
      posting = (async () => {
        await post('busy', keyIn(page(first), first))
        posted = true
      })()
      await new Promise((resolve) => setTimeout(resolve, 150))
      assert.equal(posted, false)
      const plain = await api.as('comment').post(path(), saying('No block'))
      assert.equal(plain.status, 200)
    })
    await posting
    assert.equal(posted, true)
  })

  it('go back with their block when the content is rolled back', async () => {
    const from = page(first, second)
    const revisionId = await content.commit([{ id: 'rolled', markdown: from }])
    const edited = second.replace('questions', 'many questions')
    const to = page(third, edited)
    await content.commit([{ id: 'rolled', markdown: to }])
    const followed = await post('rolled', keyIn(to, edited))
    const lost = await post('rolled', keyIn(to, third))
    const reply = await api
      .as('edit')
      .post(`/spaces/${content.spaceId}/revisions/${revisionId}/rollback`)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.deepEqual(await targetOf(followed), {
      node: keyIn(from, second),
      orphaned: false,
    })
    assert.equal((await targetOf(lost)).orphaned, true)
  })
})

describe('what is named after its block', () => {
  const before_ = page(first, second)
  const node = `${keyIn(before_, second)}.0`
  const become = (after_: string) =>
    followAnchors({ before: before_, after: after_, nodes: [node] })[0]?.[1]

  it('stays in a block that stays whole, and is the block itself when that is edited', () => {
    const moved = page(second, first)
    assert.equal(become(moved), `${keyIn(moved, second)}.0`)
    const edited = second.replace('questions', 'many questions')
    assert.equal(become(page(first, edited)), keyIn(page(first, edited), edited))
  })

  it('is gone with its block, as is what never was there', () => {
    assert.equal(become(page(first)), null)
    const unknown = { before: before_, after: before_, nodes: ['nothing', ''] }
    assert.deepEqual(followAnchors(unknown), [
      ['nothing', null],
      ['', null],
    ])
  })
})
