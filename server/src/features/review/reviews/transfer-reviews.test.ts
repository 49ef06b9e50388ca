import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { addMember } from '#/features/people/members/public.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { newPerson } from '#test/test-people.ts'

describe('a space with reviews', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('takes them along to another organization, and whom that one knows', async () => {
    const both = await newPerson(api, { name: 'Both', role: 'admin' })
    const { userId } = both
    const member = { organizationId: api.otherOrganization, userId, sso: false }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, role: 'create' }),
    )
    const { spaceId } = await createTestSpace(api)
    const request = await changeRequestIn(api, spaceId)
    const teams = `/orgs/${api.organization}/teams`
    const team = await api.as('admin').put(teams, { title: 'Reviewers' })
    const comment = { markdown: 'Well.' }
    for (const status of ['changes-requested', 'approved']) {
      await api.as('review').post(`${request.path}/reviews`, { status, comment })
    }
    const asked = { users: [userId, api.users.admin], teams: [team.body.id] }
    await api.as('edit').post(`${request.path}/requested-reviewers`, asked)
    await api.rows(
      `insert into change_request_check (
         organization_id, space_id, change_request_id, name, state, revision_id, reported_by)
       values ($1, $2, $3, 'links', 'passed', $4, $5)`,
      [api.organization, spaceId, request.view.id, request.view.revision, userId],
    )
    const were = await both.caller.get(`${request.path}/reviews`)

    const organization = api.otherOrganization
    const moved = await both.caller.post(`/spaces/${spaceId}/transfer`, { organization })

    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const now = await both.caller.get(`${request.path}/reviews`)
    assert.equal(now.body.count, 2)
    assert.deepEqual(
      now.body.items.map((each: TestBody) => [each.id, each.outdated, each.comment.id]),
      were.body.items.map((each: TestBody) => [each.id, each.outdated, each.comment.id]),
    )
    const left = await both.caller.get(`${request.path}/requested-reviewers`)
    assert.deepEqual(
      left.body.items.map(({ user }: TestBody) => user?.id),
      [userId],
    )
    const checks = await api.rows(
      'select state from change_request_check where organization_id = $1 and space_id = $2',
      [organization, spaceId],
    )
    assert.deepEqual(checks, [{ state: 'passed' }])
  })
})
