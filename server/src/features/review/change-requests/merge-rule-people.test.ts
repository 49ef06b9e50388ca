import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  agree,
  mergeFor,
  type RequestUnderRules,
  type RulesWorld,
  rulesWorld,
} from '#test/change-requests/test-merge-rules.ts'
import { startTestApi, type TestApi, type TestCaller } from '#test/test-api.ts'
import { newPerson } from '#test/test-people.ts'

const approved = 'require_at_least_one_approved_review'
const another = 'Somebody who neither created it nor wrote in it'
const toApprove = `${another} has to approve its current content.`

describe('whose reviews and checks merge rules count', () => {
  let api: TestApi
  let world: RulesWorld
  before(async () => {
    api = await startTestApi()
    world = await rulesWorld(api)
  })
  after(async () => api.stop())

  const under = async (...rules: object[]) => world.setRules({ type: 'rules', rules })

  it('no approval of somebody who wrote in it', async () => {
    const { caller, userId } = world.people.reviewer
    await under({ rule: approved }, { rule: 'require_at_least_one_review' })
    const request = await world.request()
    await write(caller, request)
    await approve(caller, request)
    const messages = await agree(world, 'reviewer', request, {
      unmet: [approved, 'require_at_least_one_review'],
    })
    assert.deepEqual(messages, [
      `${toApprove} Approvals not counted: Review of acme, who wrote in it.`,
      `${another} has to review its current content. Reviews not counted: Review of acme, who wrote in it.`,
    ])
    await under({ rule: 'require_specific_reviewers', users: [userId] })
    assert.deepEqual(
      await agree(world, 'reviewer', request, { unmet: ['require_specific_reviewers'] }),
      [
        'Review of acme has to approve its current content. Approvals not counted: Review of acme, who wrote in it.',
      ],
    )
    await under({ rule: 'custom', expression: 'reviews.length > 0' })
    await agree(world, 'reviewer', request, { unmet: ['custom'] })
    await under({ rule: approved })
    await request.review('bypasser', 'approved')
    await agree(world, 'reviewer', request, { unmet: [] })
  })

  it('still the wish for changes of somebody who wrote in it', async () => {
    await under({ rule: 'require_all_reviews_approved' })
    const request = await world.request()
    await write(world.people.bypasser.caller, request)
    await request.review('bypasser', 'changes-requested')
    await agree(world, 'admin', request, { unmet: ['require_all_reviews_approved'] })
    await request.review('bypasser', 'approved')
    await agree(world, 'admin', request, { unmet: [] })
  })

  it('no approval of somebody who decided a conflict of it', async () => {
    await under({ rule: approved })
    const { caller } = world.people.reviewer
    const request = await world.request()
    const title = `Page of ${request.id}`
    await world.space.edit({ operation: 'insert_page', title })
    const { body } = await caller.get(`${request.path}/conflicts`)
    const changes = body.items.map(({ id }: { id: string }) => ({
      operation: 'resolve_conflict',
      conflict: id,
      value: 'of-the-reviewer',
    }))
    assert.equal((await caller.post(`${request.path}/content`, { changes })).status, 200)
    await approve(caller, request)
    await agree(world, 'reviewer', request, { unmet: [approved] })
    const { status } = await caller.post(`${request.path}/update`)
    assert.equal(status, 200)
    await approve(caller, request)
    await agree(world, 'reviewer', request, { unmet: [approved] })
  })

  it('the approval of somebody who only brought it up to date', async () => {
    await under({ rule: approved })
    const { caller } = world.people.reviewer
    const request = await world.request()
    await world.space.edit({ operation: 'insert_page', title: 'Meanwhile' })
    assert.equal((await caller.post(`${request.path}/update`)).status, 200)
    await approve(caller, request)
    await agree(world, 'reviewer', request, { unmet: [] })
  })

  const remove = async (member: string) => api.as('admin').delete(member)
  const suspend = async (member: string) =>
    api.rows(`update member set disabled = true where user_id = $1 returning user_id`, [
      member.split('/').at(-1),
    ])
  const give = (role: string) => async (member: string) =>
    api.as('admin').patch(member, { role })
  const losses: Readonly<Record<string, (member: string) => Promise<unknown>>> = {
    'is no member any more': remove,
    'is suspended': suspend,
    'has no longer the review role': give('edit'),
  }
  for (const [reason, lose] of Object.entries(losses)) {
    it(`no review of somebody who ${reason}`, async () => {
      await under({ rule: approved }, { rule: 'require_all_reviews_approved' })
      const name = `Lee who ${reason}`
      const left = await newPerson(api, { name, role: 'review' })
      const other = await newPerson(api, { name: `Not ${name}`, role: 'review' })
      const request = await world.request()
      await approve(left.caller, request)
      await other.caller.post(`${request.path}/reviews`, { status: 'changes-requested' })
      for (const { userId } of [left, other]) {
        await lose(`/orgs/${api.organization}/members/${userId}`)
      }
      const messages = await agree(world, 'reviewer', request, { unmet: [approved] })
      assert.deepEqual(messages, [
        `${toApprove} Approvals not counted: ${name}, who ${reason}.`,
      ])
    })
  }

  it('the approval of a guest as long as they are granted the role in the space', async () => {
    await under({ rule: approved })
    const guest = await newPerson(api, { name: 'Gus Guest', role: null })
    const grant = async (role: string) => {
      const { status, body } = await api
        .as('admin')
        .post(`/spaces/${world.space.spaceId}/permissions`, {
          role,
          users: [guest.userId],
        })
      assert.ok(status < 300, JSON.stringify(body))
    }
    await grant('review')
    const request = await world.request()
    await approve(guest.caller, request)
    await grant('edit')
    await agree(world, 'reviewer', request, { unmet: [approved] })
    await grant('review')
    await agree(world, 'reviewer', request, { unmet: [] })
  })

  it('no report of a check by somebody who wrote in it, or whom the rule does not name', async () => {
    const rule = 'require_checks'
    const { reviewer, editor } = world.people
    await under({ rule, checks: ['links'] })
    const request = await world.request()
    await write(reviewer.caller, request)
    await reviewer.caller.put(`${request.path}/checks/links`, { state: 'passed' })
    const [own] = await agree(world, 'reviewer', request, { unmet: [rule] })
    assert.equal(
      own,
      'These checks have to pass for its last revision: "links" was reported by Review of acme, who created it or wrote in it.',
    )
    await under({ rule, checks: ['links'], reporters: [editor.userId] })
    const [strange] = await agree(world, 'reviewer', request, { unmet: [rule] })
    assert.match(strange ?? '', /Review of acme, who is none of the rule's reporters\.$/)
    await request.report('links', 'failed')
    const [failed] = await agree(world, 'reviewer', request, { unmet: [rule] })
    assert.match(failed ?? '', /"links" failed\.$/)
    // Somebody whom an admin names counts even for content that they push themselves.
    await write(editor.caller, request, 'Pushed')
    await request.report('links', 'passed')
    await agree(world, 'reviewer', request, { unmet: [] })
  })

  const lossesOfReporters = {
    'is no member any more': remove,
    'is suspended': suspend,
    'has no longer the edit role': give('comment'),
  }
  for (const [reason, lose] of Object.entries(lossesOfReporters)) {
    it(`no report of a check by somebody who ${reason}`, async () => {
      const rule = 'require_checks'
      const name = `Rae who ${reason}`
      const { caller, userId } = await newPerson(api, { name, role: 'edit' })
      const request = await world.request()
      const sent = await caller.put(`${request.path}/checks/links`, { state: 'passed' })
      assert.equal(sent.status, 200, JSON.stringify(sent.body))
      const named = { rule, checks: ['links'], reporters: [userId] }
      await under(named)
      assert.deepEqual(await mergeFor(world, 'reviewer', request), {
        allowed: true,
        unmet: [],
      })
      await lose(`/orgs/${api.organization}/members/${userId}`)
      for (const one of [{ rule, checks: ['links'] }, named]) {
        await under(one)
        assert.deepEqual(await agree(world, 'reviewer', request, { unmet: [rule] }), [
          `These checks have to pass for its last revision: "links" was reported by ${name}, who ${reason}.`,
        ])
      }
      await under({ rule, checks: ['links'] })
      await request.report('links', 'passed')
      await agree(world, 'reviewer', request, { unmet: [] })
    })
  }

  it('no check at all where the rule would name no reporter', async () => {
    const rules = [{ rule: 'require_checks', checks: ['links'], reporters: [] }]
    const { status, body } = await api
      .as('admin')
      .patch(`/spaces/${world.space.spaceId}`, { mergeRules: { type: 'rules', rules } })
    assert.equal(status, 400, JSON.stringify(body))
  })
})

async function write(
  by: TestCaller,
  { path }: RequestUnderRules,
  title = 'Mine',
): Promise<void> {
  const changes = [{ operation: 'insert_page', title }]
  const { status, body } = await by.post(`${path}/content?compat=false`, { changes })
  assert.equal(status, 200, JSON.stringify(body))
}

async function approve(by: TestCaller, { path }: RequestUnderRules): Promise<void> {
  const { status } = await by.post(`${path}/reviews`, { status: 'approved' })
  assert.equal(status, 201)
}
