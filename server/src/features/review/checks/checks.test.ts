import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { nowhere, refusal } from '#test/test-people.ts'

const list = (id: string) => `/spaces/${id}/change-requests/1/checks`
const page = { operation: 'insert_page', title: 'Page' }

describe('checks of change requests', () => {
  let api: TestApi
  let spaceId: string
  before(async () => {
    api = await startTestApi()
    ;({ spaceId } = await createTestSpace(api))
  })
  after(async () => api.stop())

  it('say how a pipeline found the content as it is, in place of what they said before', async () => {
    const request = await changeRequestIn(api, spaceId)
    const path = `${request.path}/checks/build`
    const link = 'https://ci.example/1'
    const first = await api
      .as('edit')
      .put(path, { state: 'pending', link, summary: 'Started' })
    assert.equal(first.status, 200)
    const now = await request.read()
    const { name, state, revision, outdated, reportedBy, urls } = first.body
    assert.deepEqual(
      [name, state, revision, outdated, reportedBy.id, first.body.link],
      ['build', 'pending', now.revision, false, api.users.edit, link],
    )
    assert.equal(urls.location, `http://lectern.test/v1${path}`)
    const second = await api.as('review').put(path, { state: 'failed' })
    assert.deepEqual(
      [second.body.state, second.body.link, second.body.summary],
      ['failed', undefined, undefined],
    )
    assert.equal(second.body.reportedBy.id, api.users.review)
    assert.equal(second.body.createdAt, first.body.createdAt)
    const listed = await api.as('read').get(`${request.path}/checks`)
    assert.deepEqual(listed.body.items, [second.body])
    const [event] = await api.rows(
      `select payload from event where type = 'change_request_check_reported'
       order by occurred_at desc limit 1`,
    )
    assert.deepEqual(
      [event.payload.name, event.payload.state, event.payload.changeRequestId],
      ['build', 'failed', request.view.id],
    )
  })

  it('are outdated by newer content, and may say which revision they are of', async () => {
    const request = await changeRequestIn(api, spaceId)
    const path = `${request.path}/checks/build`
    const { revision } = await request.read()
    await api.as('edit').put(path, { state: 'passed' })
    await request.edit(page)
    const [old] = (await api.as('edit').get(`${request.path}/checks`)).body.items
    assert.deepEqual([old.outdated, old.revision], [true, revision])
    const late = await api.as('edit').put(path, { state: 'passed', revision })
    assert.deepEqual([late.body.outdated, late.body.revision], [true, revision])
    const fresh = await api.as('edit').put(path, { state: 'passed' })
    assert.equal(fresh.body.outdated, false)
    const strange = await api.as('edit').put(path, { state: 'passed', revision: nowhere })
    assert.equal(strange.status, 400)
    assert.equal(strange.body.error.details[0].path, 'body.revision')
  })

  it('are listed by name, in pages, of a change request by its number too', async () => {
    const request = await changeRequestIn(api, spaceId)
    const names = ['a b/c', 'links', 'build', 'Ünï']
    for (const name of names) {
      const path = `${request.path}/checks/${encodeURIComponent(name)}`
      assert.equal((await api.as('edit').put(path, { state: 'passed' })).status, 200)
    }
    const byNumber = `/spaces/${spaceId}/change-requests/${request.view.number}/checks`
    const seen: string[] = []
    let next = ''
    do {
      const { body } = await api.as('read').get(`${byNumber}?limit=3${next}`)
      assert.equal(body.count, 4)
      seen.push(...body.items.map((each: { name: string }) => each.name))
      next = body.next === undefined ? '' : `&page=${body.next.page}`
    } while (next !== '')
    assert.deepEqual(seen, names.toSorted())
  })

  it('are a hundred at most', async () => {
    const request = await changeRequestIn(api, spaceId)
    await api.rows(
      `insert into change_request_check (organization_id, space_id, change_request_id, name,
         state, revision_id, reported_by)
       select $1, $2, $3, 'check ' || n, 'passed', $4, $5 from generate_series(1, 100) as n`,
      [api.organization, spaceId, request.view.id, request.view.revision, api.users.edit],
    )
    const more = await api
      .as('edit')
      .put(`${request.path}/checks/more`, { state: 'passed' })
    assert.deepEqual([more.status, more.body.error.reason], [409, 'too_many_checks'])
    const known = `${request.path}/checks/${encodeURIComponent('check 7')}`
    assert.equal((await api.as('edit').put(known, { state: 'failed' })).status, 200)
  })

  it('need the edit role to be reported, and are read by whoever sees the space', async () => {
    const request = await changeRequestIn(api, spaceId)
    const path = `${request.path}/checks/build`
    const body = { state: 'passed' }
    for (const name of ['read', 'comment'] as const) {
      const refused = await api.as(name).put(path, body)
      assert.deepEqual(
        [refused.status, refused.body.error.reason],
        [403, 'forbidden'],
        name,
      )
      assert.equal((await api.as(name).get(`${request.path}/checks`)).status, 200)
    }
    assert.equal((await api.anonymous().put(path, body)).status, 401)
    assert.equal((await api.anonymous().get(`${request.path}/checks`)).status, 401)
    assert.deepEqual(
      refusal(await api.as('outsider').get(list(spaceId)), spaceId),
      refusal(await api.as('outsider').get(list(nowhere)), nowhere),
    )
    const put = async (id: string) => api.as('outsider').put(`${list(id)}/build`, body)
    assert.deepEqual(
      refusal(await put(spaceId), spaceId),
      refusal(await put(nowhere), nowhere),
    )
    const none = await api
      .as('edit')
      .put(`/spaces/${spaceId}/change-requests/${nowhere}/checks/build`, body)
    assert.equal(none.status, 404)
  })

  it('refuse what the contract does not have', async () => {
    const { path } = await changeRequestIn(api, spaceId)
    for (const body of [
      {},
      { state: 'maybe' },
      { state: 'passed', link: 'no link' },
      { state: 'passed', link: 'javascript:alert(1)' },
      { state: 'passed', summary: 'x'.repeat(1001) },
    ]) {
      const refused = await api.as('edit').put(`${path}/checks/build`, body)
      assert.equal(refused.status, 400, JSON.stringify(body))
    }
    const long = await api
      .as('edit')
      .put(`${path}/checks/${'x'.repeat(101)}`, { state: 'passed' })
    assert.equal(long.status, 400)
  })
})
