import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  mergeFor,
  type RulesWorld,
  rulesWorld,
} from '#test/change-requests/test-merge-rules.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const subject = { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] }
const review = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }

const custom = (expression: string) => ({
  mergeRules: {
    type: 'rules',
    rules: [{ rule: 'require_agent_review' }, { rule: 'custom', expression }],
  },
})

describe('merge rules in force', () => {
  let api: TestApi
  let world: RulesWorld
  before(async () => {
    api = await startTestApi()
    world = await rulesWorld(api)
  })
  after(async () => api.stop())

  const ofOrganization = async (mergeRules: object) => {
    const reply = await api.as('admin').patch(`/orgs/${api.organization}`, { mergeRules })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }

  it('are those of the organization for a space that inherits, and else its own', async () => {
    const request = await world.request()
    const unmet = async () =>
      (await mergeFor(world, 'reviewer', request)).unmet.map(({ rule }) => rule)
    await world.setRules({ type: 'inherit' })
    assert.deepEqual(await unmet(), [])
    await ofOrganization(subject)
    assert.deepEqual(await unmet(), ['require_change_request_subject'])
    await world.setRules(review)
    assert.deepEqual(await unmet(), ['require_at_least_one_review'])
    await world.setRules({ type: 'none' })
    assert.deepEqual(await unmet(), [])
    await world.setRules({ type: 'inherit' })
    assert.deepEqual(await unmet(), ['require_change_request_subject'])
    const refused = await api.as('review').post(`${request.path}/merge`)
    assert.equal(refused.status, 412)
    await ofOrganization({ type: 'none' })
    assert.equal((await api.as('review').post(`${request.path}/merge`)).status, 200)
  })

  it('are each told of the change requests of its own space in a list of many', async () => {
    const other = await rulesWorld(api, world.people)
    await world.setRules(review)
    await other.setRules(subject)
    const [one, two, three] = [
      await world.request(),
      await other.request(),
      await world.request(),
    ]
    const { body } = await api
      .as('admin')
      .get(`/orgs/${api.organization}/change-requests?status=draft&limit=3`)
    const found = body.items.map((each: { id: string; merge: { unmet: object[] } }) => [
      each.id,
      each.merge.unmet,
    ])
    const reviewed = {
      rule: 'require_at_least_one_review',
      message:
        'Somebody who neither created it nor wrote in it has to review its current content.',
    }
    const named = {
      rule: 'require_change_request_subject',
      message: 'It has to be given a subject.',
    }
    assert.deepEqual(found, [
      [three.id, [reviewed]],
      [two.id, [named]],
      [one.id, [reviewed]],
    ])
  })

  it('name people, and say why the author cannot be one of them', async () => {
    const { people } = world
    const absent = 'nobodyWithThisIdHere'
    const users = [people.reviewer.userId, people.author.userId, absent]
    await world.setRules({
      type: 'rules',
      rules: [
        { rule: 'require_specific_reviewers', users },
        { rule: 'require_one_of_specific_reviewers', users },
        { rule: 'require_one_of_specific_reviewers', users: [] },
        { rule: 'require_all_reviews_approved' },
        { rule: 'require_agent_review' },
      ],
    })
    const request = await world.request()
    await request.review('reviewer', 'changes-requested')
    await request.review('bypasser', 'changes-requested')
    const { unmet } = await mergeFor(world, 'admin', request)
    assert.deepEqual(
      unmet.map(({ message }) => message),
      [
        `Review of acme and ${absent} have to approve its current content. Ada Author created it, and nobody's approval of their own counts: an admin has to take Ada Author out of the rule.`,
        `One of Review of acme and ${absent} has to approve its current content.`,
        'The rule names nobody but its author, if anybody: an admin has to name somebody who can approve it.',
        'Review of acme and Bo Bypass requested changes, and have to approve its current content.',
        'The agent, gitbook:agent, has to review its current content.',
      ],
    )
  })

  it('are told as soon as a change request is made or changed', async () => {
    await world.setRules(subject)
    const { caller } = world.people.author
    const path = `/spaces/${world.space.spaceId}/change-requests`
    const made = await caller.post(path, {})
    assert.equal(made.body.merge.allowed, false)
    const changed = await caller.patch(`${path}/${made.body.id}`, { subject: 'What' })
    assert.deepEqual(changed.body.merge, { allowed: true, unmet: [] })
    const byReader = await api.as('read').get(`${path}/${made.body.id}`)
    assert.deepEqual(byReader.body.merge, { allowed: false, unmet: [] })
  })

  it('come before conflicts, of which they say nothing', async () => {
    await world.setRules(subject)
    const request = await world.request()
    const title = `Page of ${request.id}`
    await world.space.edit({ operation: 'insert_page', title })
    assert.equal((await api.as('review').post(`${request.path}/merge`)).status, 412)
    await request.change({ subject: 'What' })
    const merge = await mergeFor(world, 'reviewer', request)
    assert.deepEqual(merge, { allowed: true, unmet: [] })
    const { status, body } = await api.as('review').post(`${request.path}/merge`)
    assert.deepEqual([status, body.result], [200, 'conflicts'])
  })

  it('hold for an archived change request too', async () => {
    await world.setRules(subject)
    const request = await world.request()
    await request.change({ status: 'archived' })
    assert.equal((await api.as('review').post(`${request.path}/merge`)).status, 412)
    await request.change({ subject: 'What' })
    assert.equal((await api.as('review').post(`${request.path}/merge`)).status, 200)
  })

  it('are refused with an expression that cannot be read, wherever they are set', async () => {
    for (const path of [`/orgs/${api.organization}`, `/spaces/${world.space.spaceId}`]) {
      const { status, body } = await api.as('admin').patch(path, custom('a &&'))
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'body.mergeRules.rules.1.expression')
      assert.match(body.error.message, /is no expression that can be read: /)
      assert.equal((await api.as('admin').patch(path, custom('a && b'))).status, 200)
    }
  })
})
