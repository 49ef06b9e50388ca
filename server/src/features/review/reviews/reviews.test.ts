import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { newPerson, nowhere, refusal } from '#test/test-people.ts'

describe('reviews of change requests', () => {
  let api: TestApi
  let spaceId: string
  let page: string
  let space: Awaited<ReturnType<typeof createTestSpace>>
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
    spaceId = space.spaceId
    const made = await space.edit({
      operation: 'insert_page',
      title: 'Page',
      document: { markdown: 'One.\n\nTwo.\n' },
    })
    page = made.changes[0].page
  })
  after(async () => api.stop())

  type Request = Awaited<ReturnType<typeof changeRequestIn>>

  async function review(
    { path }: Request,
    as: 'review' | 'create' | 'admin' = 'review',
    body: object = { status: 'approved' },
  ): Promise<TestBody> {
    const reply = await api.as(as).post(`${path}/reviews`, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    assert.equal(reply.headers.get('location'), reply.body.urls.location)
    return reply.body
  }

  /** The ids of reviewers whose reviews are current, newest first. */
  async function current({ path }: Request): Promise<string[]> {
    const { body } = await api.as('read').get(`${path}/reviews?outdated=false`)
    return body.items.map((each: TestBody) => each.reviewer.id)
  }

  it('are of the content as it is, and found again', async () => {
    const request = await changeRequestIn(api, spaceId)
    const said = { markdown: 'Looks **good**' }
    const made = await review(request, 'review', { status: 'approved', comment: said })
    const now = await request.read()
    assert.deepEqual(
      [made.status, made.outdated, made.reviewer.id, made.revision, made.requestedBy],
      ['approved', false, api.users.review, now.revision, undefined],
    )
    assert.deepEqual(
      [made.comment.body.markdown, made.comment.target.review, now.comments],
      ['Looks **good**', made.id, 1],
    )
    const found = await api.as('read').get(`${request.path}/reviews/${made.id}`)
    assert.equal(found.body.comment.permissions.edit, false)
    const { comment, ...rest } = found.body
    assert.deepEqual(
      { ...rest, comment: { ...comment, permissions: 0 } },
      {
        ...made,
        comment: { ...made.comment, permissions: 0 },
      },
    )
    const plain = await api
      .as('read')
      .get(`${request.path}/reviews/${made.id}?format=markdown`)
    assert.deepEqual(plain.body.comment.body, said)
    const comments = await api.as('read').get(`${request.path}/comments`)
    assert.deepEqual(comments.body.items, [found.body.comment])
  })

  it('say nothing where nothing is said, and go on without a comment that is deleted', async () => {
    const request = await changeRequestIn(api, spaceId)
    for (const comment of [undefined, {}, { markdown: '  ' }]) {
      const made = await review(request, 'review', { status: 'approved', comment })
      assert.equal(made.comment, undefined)
    }
    const said = { status: 'changes-requested', comment: { markdown: 'No.' } }
    const made = await review(request, 'review', said)
    const path = `${request.path}/comments/${made.comment.id}`
    assert.equal((await api.as('review').delete(path)).status, 204)
    const found = await api.as('read').get(`${request.path}/reviews/${made.id}`)
    assert.deepEqual(
      [found.body.status, found.body.comment],
      ['changes-requested', undefined],
    )
  })

  it('of one person replace each other, and those of others stay', async () => {
    const request = await changeRequestIn(api, spaceId)
    const first = await review(request)
    const other = await review(request, 'admin', { status: 'changes-requested' })
    const second = await review(request, 'review', { status: 'changes-requested' })
    const list = await api.as('read').get(`${request.path}/reviews`)
    assert.deepEqual(
      list.body.items.map(({ id, outdated }: TestBody) => [id, outdated]),
      [
        [second.id, false],
        [other.id, false],
        [first.id, true],
      ],
    )
    const outdated = await api.as('read').get(`${request.path}/reviews?outdated=true`)
    assert.deepEqual([outdated.body.count, outdated.body.items[0].id], [1, first.id])
  })

  it('are listed page by page', async () => {
    const request = await changeRequestIn(api, spaceId)
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) ids.push((await review(request)).id)
    const seen: string[] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const query: string = next === '' ? 'limit=2' : `limit=2&page=${next}`
      const { body } = await api.as('read').get(`${request.path}/reviews?${query}`)
      assert.equal(body.count, 3)
      seen.push(...body.items.map(({ id }: TestBody) => id))
      next = body.next?.page
    }
    assert.deepEqual(seen, ids.toReversed())
  })

  it('of twenty at once leave one of each person that counts', async () => {
    const request = await changeRequestIn(api, spaceId)
    const people = ['review', 'create', 'admin'] as const
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        review(request, people[index % people.length]),
      ),
    )
    assert.deepEqual(
      (await current(request)).toSorted(),
      people.map((name) => api.users[name]).toSorted(),
    )
  })

  it('become outdated with new content, however it comes', async () => {
    const request = await changeRequestIn(api, spaceId)
    await review(request)
    await request.edit({ operation: 'insert_page', title: 'New' })
    assert.deepEqual(await current(request), [])
    await review(request)
    await request.merge()
    assert.equal((await current(request)).length, 1)
    await request.change({ status: 'open' })
    assert.deepEqual(await current(request), [])
  })

  it('stay through an update that changes nothing of its own', async () => {
    const request = await changeRequestIn(api, spaceId)
    await request.edit({ operation: 'insert_page', title: 'Its own' })
    await review(request)
    await space.edit({ operation: 'insert_page', title: 'Of others' })
    const updated = await request.update()
    assert.equal(updated.body.result, 'update')
    assert.deepEqual(await current(request), [api.users.review])
  })

  it('stay through an update that forgets what was changed and changed back', async () => {
    const request = await changeRequestIn(api, spaceId)
    const markdown = await request.textOf(page)
    assert.ok(typeof markdown === 'string')
    for (const text of [`${markdown}\nMore.\n`, markdown]) {
      await request.edit({ operation: 'update_page', page, document: { markdown: text } })
    }
    await review(request)
    await space.edit({ operation: 'insert_page', title: 'Beside it' })
    assert.equal((await request.update()).body.result, 'update')
    assert.deepEqual(await current(request), [api.users.review])
  })

  it('become outdated by an update that changes its own texts', async () => {
    const request = await changeRequestIn(api, spaceId)
    const markdown = await request.textOf(page)
    assert.ok(typeof markdown === 'string')
    const edit = (text: string) => ({
      operation: 'update_page',
      page,
      document: { markdown: text },
    })
    await request.edit(edit(markdown.replace('One.', 'One more.')))
    await review(request)
    await space.edit(edit(markdown.replace('Two.', 'Two more.')))
    assert.equal((await request.update()).body.result, 'update')
    assert.deepEqual(await current(request), [])
  })

  it('become outdated when a conflict is decided: a merge would use what nobody saw', async () => {
    const request = await changeRequestIn(api, spaceId)
    const markdown = await request.textOf(page)
    assert.ok(typeof markdown === 'string')
    const edit = (text: string) => ({
      operation: 'update_page',
      page,
      document: { markdown: text },
    })
    await request.edit(edit(markdown.replace('Two', 'Ours')))
    await space.edit(edit(markdown.replace('Two', 'Theirs')))
    await review(request)
    const { body } = await request.conflicts()
    const conflict = body.items[0].id
    assert.deepEqual(await current(request), [api.users.review])
    await request.edit({ operation: 'resolve_conflict', conflict, text: 'Else.\n' })
    assert.deepEqual(await current(request), [])
  })

  it('are accepted from the author too', async () => {
    const path = `/spaces/${spaceId}/change-requests`
    const made = await api.as('review').post(path, {})
    const reply = await api
      .as('review')
      .post(`${path}/${made.body.number}/reviews`, { status: 'approved' })
    assert.deepEqual([reply.status, reply.body.outdated], [201, false])
  })

  it('take the review role, and a change request that is not closed', async () => {
    const request = await changeRequestIn(api, spaceId)
    const body = { status: 'approved' }
    for (const name of ['edit', 'comment', 'read'] as const) {
      const reply = await api.as(name).post(`${request.path}/reviews`, body)
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'forbidden'])
    }
    for (const sent of [
      {},
      { status: 'maybe' },
      { status: 'approved', comment: { document: { object: 'document', nodes: [{}] } } },
    ]) {
      const reply = await api.as('review').post(`${request.path}/reviews`, sent)
      assert.equal(reply.status, 400, JSON.stringify(sent))
    }
    for (const status of ['archived', 'merged']) {
      if (status === 'merged') await request.merge()
      else await request.change({ status })
      const reply = await api.as('review').post(`${request.path}/reviews`, body)
      assert.deepEqual(
        [reply.status, reply.body.error.reason],
        [409, 'change_request_closed'],
      )
    }
  })

  it('hide from everybody else', async () => {
    const request = await changeRequestIn(api, spaceId)
    const { id } = await review(request)
    for (const rest of [
      'reviews',
      `reviews/${id}`,
      'requested-reviewers',
      'contributors',
    ]) {
      assert.equal((await api.anonymous().get(`${request.path}/${rest}`)).status, 401)
      const hidden = await api.as('outsider').get(`${request.path}/${rest}`)
      const elsewhere = request.path.replace(spaceId, nowhere)
      const missing = await api.as('outsider').get(`${elsewhere}/${rest}`)
      assert.equal(hidden.status, 404)
      assert.deepEqual(refusal(hidden, spaceId), refusal(missing, nowhere))
    }
    for (const name of [nowhere, 'x']) {
      const missing = await api.as('read').get(`${request.path}/reviews/${name}`)
      assert.deepEqual([missing.status, missing.body.error.reason], [404, 'not_found'])
    }
    const other = await changeRequestIn(api, spaceId)
    assert.equal((await api.as('read').get(`${other.path}/reviews/${id}`)).status, 404)
  })

  it('leave an event and an audit row that say nothing of what was said', async () => {
    const request = await changeRequestIn(api, spaceId)
    const { id } = await review(request, 'review', {
      status: 'changes-requested',
      comment: { markdown: 'Secret' },
    })
    const [event] = await api.rows(
      `select payload from event where subject = $1 and type = 'change_request_review_submitted'`,
      [`change-request:${request.view.id}`],
    )
    assert.deepEqual(event?.['payload'], {
      spaceId,
      changeRequestId: request.view.id,
      actor: api.users.review,
      number: request.view.number,
      reviewId: id,
      status: 'changes-requested',
    })
    const [audited] = await api.rows(
      `select actor_id from audit_event
       where target_id = $1 and action = 'change_request_review_submitted'`,
      [request.view.id],
    )
    assert.equal(audited?.['actor_id'], api.users.review)
  })

  it('are by people whose work is counted', async () => {
    const request = await changeRequestIn(api, spaceId)
    await request.edit({ operation: 'insert_page', title: 'A' })
    await request.edit({ operation: 'insert_page', title: 'B' })
    await review(request, 'review', { status: 'approved', comment: { markdown: 'x' } })
    const { body } = await api.as('read').get(`${request.path}/contributors`)
    assert.deepEqual(
      body.items.map((each: TestBody) => [each.user.id, each.actionType, each.count]),
      [
        [api.users.review, 'comment', 1],
        [api.users.edit, 'edit', 2],
      ],
    )
    assert.equal(body.count, 2)
    const first = await api.as('read').get(`${request.path}/contributors?limit=1`)
    const rest = await api
      .as('read')
      .get(`${request.path}/contributors?limit=1&page=${first.body.next.page}`)
    assert.deepEqual([...first.body.items, ...rest.body.items], body.items)
  })

  it('of somebody who left stay', async () => {
    const { userId, caller } = await newPerson(api, { name: 'Leaver', role: 'review' })
    const request = await changeRequestIn(api, spaceId)
    await caller.post(`${request.path}/reviews`, { status: 'approved' })
    await api.as('admin').delete(`/orgs/${api.organization}/members/${userId}`)
    const { body } = await api.as('read').get(`${request.path}/reviews`)
    assert.equal(body.items[0].reviewer.id, userId)
  })
})
