import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { newPerson, nowhere } from '#test/test-people.ts'

describe('requested reviewers', () => {
  let api: TestApi
  let spaceId: string
  let team: string
  before(async () => {
    api = await startTestApi()
    spaceId = (await createTestSpace(api)).spaceId
    team = await makeTeam('Reviewers', [api.users.review, api.users.create])
  })
  after(async () => api.stop())

  type Request = Awaited<ReturnType<typeof changeRequestIn>>

  async function makeTeam(title: string, members: string[]): Promise<string> {
    const path = `/orgs/${api.organization}/teams`
    const { body } = await api.as('admin').put(path, { title, members })
    return body.id
  }

  const send = async ({ path }: Request, body: object) =>
    api.as('edit').post(`${path}/requested-reviewers`, body)

  async function ask(request: Request, body: object): Promise<TestBody> {
    const reply = await send(request, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }

  async function asked({ path }: Request): Promise<string[]> {
    const { body } = await api.as('read').get(`${path}/requested-reviewers`)
    assert.equal(body.count, body.items.length)
    return body.items.map(({ user, team: one }: TestBody) => (user ?? one).id).toSorted()
  }

  const review = async ({ path }: Request, as: 'review' | 'create' | 'admin') =>
    api.as(as).post(`${path}/reviews`, { status: 'approved' })

  it('are people and teams, and make a draft open', async () => {
    const request = await changeRequestIn(api, spaceId, { subject: 'Before' })
    const description = { object: 'document', data: {}, nodes: [] }
    const made = await ask(request, {
      users: [api.users.read, api.users.review, api.users.read],
      teams: [team],
      subject: 'After',
      description,
    })
    const now = await request.read()
    assert.deepEqual(
      made.users.map(({ kind, user }: TestBody) => [kind, user.id]),
      [
        ['user', api.users.read],
        ['user', api.users.review],
      ],
    )
    assert.deepEqual(
      [made.teams[0].kind, made.teams[0].team],
      ['team', { object: 'team', id: team }],
    )
    assert.deepEqual(
      [made.users[0].revision, made.users[0].requestedBy.id],
      [now.revision, api.users.edit],
    )
    assert.deepEqual([now.status, now.subject], ['open', 'After'])
    const expected = [api.users.read, api.users.review, team].toSorted()
    assert.deepEqual(await asked(request), expected)
    const [event] = await api.rows(
      `select payload from event where subject = $1 and type = 'change_request_review_requested'`,
      [`change-request:${request.view.id}`],
    )
    assert.deepEqual(event?.['payload'], {
      spaceId,
      changeRequestId: request.view.id,
      actor: api.users.edit,
      number: request.view.number,
      userIds: [api.users.read, api.users.review],
      teamIds: [team],
    })
  })

  it('may be nobody, which leaves a draft one', async () => {
    const request = await changeRequestIn(api, spaceId)
    assert.deepEqual(await ask(request, { users: [], subject: 'Only this' }), {
      users: [],
    })
    const now = await request.read()
    assert.deepEqual([now.status, now.subject], ['draft', 'Only this'])
  })

  it('are listed page by page', async () => {
    const request = await changeRequestIn(api, spaceId)
    await ask(request, { users: [api.users.review, api.users.admin], teams: [team] })
    await ask(request, { users: [api.users.create] })
    const seen: string[] = []
    for (let next: string | undefined = ''; next !== undefined;) {
      const query: string = next === '' ? 'limit=3' : `limit=3&page=${next}`
      const path = `${request.path}/requested-reviewers?${query}`
      const { body } = await api.as('read').get(path)
      assert.equal(body.count, 4)
      seen.push(...body.items.map((each: TestBody) => (each.user ?? each.team).id))
      next = body.next?.page
    }
    assert.equal(seen.at(-1), api.users.create)
    assert.equal(new Set(seen).size, 4)
  })

  it('answer by a review, which says who asked', async () => {
    const request = await changeRequestIn(api, spaceId)
    await ask(request, { users: [api.users.review, api.users.admin], teams: [team] })
    const reply = await review(request, 'review')
    assert.equal(reply.body.requestedBy.id, api.users.edit)
    assert.deepEqual(await asked(request), [api.users.admin])
    const again = await review(request, 'review')
    assert.equal(again.body.requestedBy, undefined)
  })

  it('answer for their team, but not about what they made themselves', async () => {
    const path = `/spaces/${spaceId}/change-requests`
    const { body } = await api.as('create').post(path, {})
    const request = `${path}/${body.id}`
    await api
      .as('create')
      .post(`${request}/requested-reviewers`, { users: [], teams: [team] })
    const own = await api.as('create').post(`${request}/reviews`, { status: 'approved' })
    assert.deepEqual([own.status, own.body.requestedBy], [201, undefined])
    const left = await api.as('read').get(`${request}/requested-reviewers`)
    assert.equal(left.body.count, 1)
    const other = await api
      .as('review')
      .post(`${request}/reviews`, { status: 'approved' })
    assert.equal(other.body.requestedBy.id, api.users.create)
    const none = await api.as('read').get(`${request}/requested-reviewers`)
    assert.equal(none.body.count, 0)
  })

  it('look again when they are asked again, and others need not', async () => {
    const request = await changeRequestIn(api, spaceId)
    await review(request, 'review')
    await review(request, 'admin')
    await ask(request, { users: [api.users.review], teams: [team] })
    const { body } = await api.as('read').get(`${request.path}/reviews?outdated=false`)
    assert.deepEqual(
      body.items.map((each: TestBody) => each.reviewer.id),
      [api.users.admin],
    )
    const first = await ask(request, { users: [api.users.review] })
    assert.deepEqual(await asked(request), [api.users.review, team].toSorted())
    assert.equal(first.users.length, 1)
  })

  it('find what they were asked for, themselves or as a team', async () => {
    const { userId } = await newPerson(api, { name: 'Asked', role: 'review' })
    const [direct, through, neither] = await Promise.all([
      changeRequestIn(api, spaceId),
      changeRequestIn(api, spaceId),
      changeRequestIn(api, spaceId),
    ])
    const own = await makeTeam('Own', [userId])
    await ask(direct, { users: [userId] })
    await ask(through, { users: [], teams: [own] })
    await ask(neither, { users: [api.users.admin] })
    const expected: string[] = [direct.view.id, through.view.id]
    for (const place of [`/spaces/${spaceId}`, `/orgs/${api.organization}`]) {
      const path = `${place}/change-requests?requestedReviewer=${userId}`
      const { body } = await api.as('read').get(path)
      assert.deepEqual(
        body.items.map(({ id }: TestBody) => id).toSorted(),
        expected.toSorted(),
      )
    }
  })

  it('must be members who may view the space, and teams that exist', async () => {
    const request = await changeRequestIn(api, spaceId)
    const users = [api.users.review, nowhere, api.users.outsider, api.users.guest]
    const reply = await send(request, { users })
    assert.deepEqual([reply.status, reply.body.error.reason], [400, 'invalid_request'])
    assert.deepEqual(
      reply.body.error.details.map(({ path }: TestBody) => path),
      ['body.users.1', 'body.users.2', 'body.users.3'],
    )
    assert.match(reply.body.error.message, new RegExp(nowhere))
    const teams = await send(request, { users: [], teams: [team, nowhere] })
    assert.equal(teams.status, 400)
    assert.equal(teams.body.error.details[0].path, 'body.teams.1')
    for (const body of [
      {},
      { users: 'x' },
      { users: [], subject: 'x'.repeat(101) },
      { users: [], description: { object: 'document', data: {}, nodes: [{}] } },
      { users: Array.from({ length: 1001 }, () => api.users.review) },
    ]) {
      assert.equal((await send(request, body)).status, 400, JSON.stringify(body))
    }
    assert.deepEqual(await asked(request), [])
    assert.equal((await request.read()).status, 'draft')
  })

  it('are asked and let go by editors only, while the change request is open', async () => {
    const request = await changeRequestIn(api, spaceId)
    const path = `${request.path}/requested-reviewers`
    const body = { users: [api.users.review] }
    for (const name of ['comment', 'read'] as const) {
      const reply = await api.as(name).post(path, body)
      assert.deepEqual([reply.status, reply.body.error.reason], [403, 'forbidden'])
      const removed = await api.as(name).delete(`${path}/${api.users.review}`)
      assert.equal(removed.status, 403)
    }
    assert.equal((await api.anonymous().post(path, body)).status, 401)
    assert.equal((await api.as('outsider').post(path, body)).status, 404)
    await request.change({ status: 'archived' })
    const closed = await send(request, body)
    assert.deepEqual(
      [closed.status, closed.body.error.reason],
      [409, 'change_request_closed'],
    )
  })

  it('are let go, whether they were asked or not', async () => {
    const request = await changeRequestIn(api, spaceId)
    await ask(request, { users: [api.users.review], teams: [team] })
    const path = `${request.path}/requested-reviewers`
    for (const id of [api.users.review, team, api.users.review, nowhere]) {
      assert.equal((await api.as('edit').delete(`${path}/${id}`)).status, 204)
    }
    assert.deepEqual(await asked(request), [])
    const removals = await api.rows(
      `select payload from event
       where subject = $1 and type = 'change_request_review_request_removed'`,
      [`change-request:${request.view.id}`],
    )
    assert.equal(removals.length, 2)
    const outside = await api.as('outsider').delete(`${path}/${api.users.review}`)
    assert.equal(outside.status, 204)
  })

  it('go with the membership and with the team', async () => {
    const { userId } = await newPerson(api, { name: 'Leaver', role: 'review' })
    const gone = await makeTeam('Gone', [])
    const request = await changeRequestIn(api, spaceId)
    await ask(request, { users: [userId, api.users.review], teams: [gone] })
    const organization = `/orgs/${api.organization}`
    const removed = await api.as('admin').delete(`${organization}/members/${userId}`)
    assert.equal(removed.status, 204)
    assert.equal(
      (await api.as('admin').delete(`${organization}/teams/${gone}`)).status,
      204,
    )
    assert.deepEqual(await asked(request), [api.users.review])
  })
})
