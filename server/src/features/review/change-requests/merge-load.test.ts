import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'

/** A page of that many paragraphs, which takes a thread some milliseconds each to merge. */
const textOf = (whose: string, paragraphs: number) =>
  Array.from(
    { length: paragraphs },
    (_, index) => `${whose}, *paragraph* ${index}, with [a link](page-${index}.md).\n\n`,
  ).join('')

const edit = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

const insert = (markdown: string) => ({
  operation: 'insert_page',
  title: 'Page',
  document: { markdown },
})

const isMerge = (given: unknown) =>
  typeof given === 'object' &&
  given !== null &&
  'name' in given &&
  given.name === 'mergeContent'

describe('work on documents of one organization', () => {
  let api: TestApi
  let neighbourSpace: string
  before(async () => {
    api = await startTestApi()
    const neighbour = api.as('outsider')
    const [{ id }] = (await neighbour.get('/orgs')).body.items
    const made = await neighbour.post(`/orgs/${id}/spaces`, { empty: true })
    neighbourSpace = made.body.id
    // Both threads are started, so that what is compared below is work and not a start.
    await Promise.all([
      neighbourEdits(),
      createTestSpace(api, { template: { id: 'product-docs' } }),
    ])
  })
  after(async () => api.stop())

  const neighbourEdits = async () =>
    api
      .as('outsider')
      .post(`/spaces/${neighbourSpace}/content`, { changes: [insert('A neighbour.\n')] })

  /** A change request with one page that both sides have changed everywhere. */
  const changedOnBothSides = async (paragraphs: number) => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit(insert(textOf('base', paragraphs)))
    const page: string = changes[0].page
    const request = await changeRequestIn(api, space.spaceId, { subject: 'Both' })
    await request.edit(edit(page, textOf('ours', paragraphs)))
    await space.edit(edit(page, textOf('theirs', paragraphs)))
    return { request, page }
  }

  /** Tells which merges are begun, while they go on as usual. */
  const watchMerges = () => {
    const run = mock.method(api.services.threads, 'run')
    return {
      begun: () =>
        run.mock.calls.flatMap(({ arguments: given, result }) =>
          given.some(isMerge) && result !== undefined ? [result] : [],
        ),
      restore: () => run.mock.restore(),
    }
  }

  it('does not keep another organization from editing', async () => {
    const { request } = await changedOnBothSides(1500)
    const merges = watchMerges()
    const order: string[] = []
    try {
      const conflicts = [1, 2, 3].map(async () => request.conflicts())
      while (merges.begun().length === 0) await sleep(1)
      const merging = merges.begun()[0]?.then(() => order.push('merged'))
      const { status } = await neighbourEdits()
      order.push(`neighbour ${status}`)
      const replies = await Promise.all(conflicts)
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [200, 200, 200],
      )
      await merging
    } finally {
      merges.restore()
    }
    assert.deepEqual(order, ['neighbour 200', 'merged'])
  })

  it('is done once for all who ask for the conflicts of the same heads', async () => {
    const { request, page } = await changedOnBothSides(20)
    const merges = watchMerges()
    try {
      const replies = await Promise.all([1, 2, 3].map(async () => request.conflicts()))
      assert.deepEqual(
        replies.map(({ status, body }) => [status, body.count]),
        replies.map(() => [200, 20]),
      )
      assert.equal(merges.begun().length, 1)
      assert.equal((await request.merge()).body.result, 'conflicts')
      assert.equal(merges.begun().length, 1)

      await request.edit(edit(page, textOf('base', 20)))
      assert.equal((await request.conflicts()).body.count, 0)
      assert.equal(merges.begun().length, 2)
    } finally {
      merges.restore()
    }
  })

  it('is refused with 429 where its organization has filled its queue, and nobody else is', async () => {
    const space = await createTestSpace(api)
    const query = '?dryRun=true'
    const changes = ['a', 'b', 'c', 'd'].map((whose) => insert(textOf(whose, 40)))
    // Eight requests of one person are answered at the same time.
    const people = ['edit', 'review', 'create', 'admin'] as const
    const filling = people.flatMap((as) =>
      Array.from({ length: 10 }, async () => space.send(changes, { as, query })),
    )
    await sleep(200)
    const neighbours = await Promise.all([neighbourEdits(), neighbourEdits()])
    assert.deepEqual(
      neighbours.map(({ status }) => status),
      [200, 200],
    )
    const replies = await Promise.all(filling)
    const refused = replies.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0, 'nothing was refused')
    for (const { status, headers, body } of refused) {
      assert.deepEqual([status, body.error.reason], [429, 'content_busy'])
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
  })
})
