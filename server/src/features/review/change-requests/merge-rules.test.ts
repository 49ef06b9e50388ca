import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import {
  agree,
  type CallerName,
  callers,
  type Expected,
  mayByRole,
  type RequestUnderRules,
  type RulesWorld,
  rulesWorld,
} from '#test/change-requests/test-merge-rules.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

type Prepare = (request: RequestUnderRules) => Promise<void>

/** The states of review that a change request can have before its merge. */
const reviewed: Readonly<Record<string, Prepare>> = {
  'without a review': async () => undefined,
  'with an approval': async (request) => request.review('reviewer', 'approved'),
  'with changes requested': async (request) =>
    request.review('reviewer', 'changes-requested'),
  'with changes requested and then an approval': async (request) => {
    await request.review('reviewer', 'changes-requested')
    await request.review('reviewer', 'approved')
  },
  'with an approval of older content': async (request) => {
    await request.review('reviewer', 'approved')
    await request.edit()
  },
  'with an approval of its author': async (request) =>
    request.review('author', 'approved'),
  'with changes requested by its author': async (request) =>
    request.review('author', 'changes-requested'),
  'with an approval of somebody who is not named': async (request) =>
    request.review('bypasser', 'approved'),
}

/** The states in which each rule about reviews is met; in every other state it is not. */
const metWhen: Readonly<Record<string, readonly string[]>> = {
  require_specific_reviewers: [
    'with an approval',
    'with changes requested and then an approval',
  ],
  require_one_of_specific_reviewers: [
    'with an approval',
    'with changes requested and then an approval',
  ],
  require_at_least_one_review: [
    'with an approval',
    'with changes requested',
    'with changes requested and then an approval',
    'with an approval of somebody who is not named',
  ],
  require_at_least_one_approved_review: [
    'with an approval',
    'with changes requested and then an approval',
    'with an approval of somebody who is not named',
  ],
  require_all_reviews_approved: Object.keys(reviewed).filter(
    (state) => state !== 'with changes requested',
  ),
  require_agent_review: [],
}

const onePending: Prepare = async (request) => {
  await request.report('build', 'passed')
  await request.report('links', 'pending')
}
const bothPassed: Prepare = async (request) => {
  await onePending(request)
  await request.report('links', 'passed')
}
const passedBefore: Prepare = async (request) => {
  await bothPassed(request)
  await request.edit()
}

describe('merge rules', () => {
  let api: TestApi
  let world: RulesWorld
  before(async () => {
    api = await startTestApi()
    world = await rulesWorld(api)
  })
  after(async () => api.stop())

  const idOf = (name: CallerName) => world.people[name].userId
  const moveOn = async () => {
    await world.space.edit({ operation: 'insert_page', title: 'Meanwhile' })
  }

  /**
   * Tries the merge as each caller in turn; after each success the next one gets a new change
   * request in the same state.
   */
  async function everybodyAgrees(
    rules: readonly object[],
    prepare: Prepare,
    expected: (name: CallerName) => Expected,
  ): Promise<Record<CallerName, readonly string[]>> {
    await world.setRules({ type: 'rules', rules })
    const told: Partial<Record<CallerName, readonly string[]>> = {}
    let request: RequestUnderRules | undefined
    for (const name of callers) {
      if (request === undefined) {
        request = await world.request()
        await prepare(request)
      }
      const { unmet, isBypassed = false } = expected(name)
      told[name] = await agree(world, name, request, { unmet, isBypassed })
      if (mayByRole(name) && (unmet.length === 0 || isBypassed)) request = undefined
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- everybody was asked
    return told as Record<CallerName, readonly string[]>
  }

  for (const [rule, met] of Object.entries(metWhen)) {
    for (const [state, prepare] of Object.entries(reviewed)) {
      const isMet = met.includes(state)
      it(`${rule} is ${isMet ? 'met' : 'unmet'} ${state}`, async () => {
        const named = rule.includes('specific')
        const users = [
          idOf('reviewer'),
          ...(rule.includes('one_of') ? [idOf('admin')] : []),
        ]
        await everybodyAgrees([{ rule, ...(named && { users }) }], prepare, () => ({
          unmet: isMet ? [] : [rule],
        }))
      })
    }
  }

  it('leave what the permissions of the space say to the role alone', async () => {
    await world.setRules({ type: 'rules', rules: [{ rule: 'require_agent_review' }] })
    for (const name of callers) {
      const { caller } = world.people[name]
      const { body } = await caller.get(`/spaces/${world.space.spaceId}`)
      assert.equal(body.permissions.merge, mayByRole(name), name)
      const request = await world.request()
      const refused = await caller.post(`${request.path}/merge`)
      assert.equal(refused.status, mayByRole(name) ? 412 : 403, name)
    }
  })

  it('is bypassed by those whom allow_bypass names, where their role lets them merge', async () => {
    const users = [idOf('bypasser'), idOf('editor')]
    const rules = [
      { rule: 'require_at_least_one_review' },
      { rule: 'allow_bypass', users },
      { rule: 'require_change_request_subject' },
    ]
    const unmet = ['require_at_least_one_review', 'require_change_request_subject']
    await everybodyAgrees(
      rules,
      async () => undefined,
      (name) => ({
        unmet,
        isBypassed: name === 'bypasser' || name === 'editor',
      }),
    )
    const [row] = await api.rows(
      `select details from audit_event where action = 'change_request_merged'
       order by occurred_at desc limit 1`,
    )
    assert.deepEqual(row.details.bypassedRules, unmet)
    await everybodyAgrees(
      [{ rule: 'allow_bypass', users }],
      async () => undefined,
      () => ({ unmet: [] }),
    )
  })

  it('require_author_to_merge is met for the author only', async () => {
    const rule = 'require_author_to_merge'
    const told = await everybodyAgrees(
      [{ rule }],
      async () => undefined,
      (name) => ({
        unmet: name === 'author' ? [] : [rule],
      }),
    )
    assert.deepEqual(told.admin, ['Only Ada Author, who created it, can merge it.'])
  })

  it('require_up_to_date_change_request is unmet until it is updated', async () => {
    const rule = 'require_up_to_date_change_request'
    await everybodyAgrees(
      [{ rule }],
      async () => undefined,
      () => ({ unmet: [] }),
    )
    await everybodyAgrees([{ rule }], moveOn, () => ({ unmet: [rule] }))
    await everybodyAgrees(
      [{ rule }],
      async (request) => {
        await moveOn()
        await api.as('edit').post(`${request.path}/update`)
      },
      () => ({ unmet: [] }),
    )
  })

  it('a subject and a description are what is not blank', async () => {
    const rules = [
      { rule: 'require_change_request_description' },
      { rule: 'require_change_request_subject' },
    ]
    const leaves = [{ object: 'leaf', text: 'Why', marks: [] }]
    const nodes = [{ object: 'text', leaves }]
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes,
    }
    const description = { object: 'document', data: {}, nodes: [paragraph] }
    await everybodyAgrees(
      rules,
      async (request) => request.change({ subject: '  ' }),
      () => ({ unmet: rules.map(({ rule }) => rule) }),
    )
    await everybodyAgrees(
      rules,
      async (request) => request.change({ subject: 'What', description }),
      () => ({ unmet: [] }),
    )
  })

  it('require_checks is met when each passed for the last revision', async () => {
    const rules = [{ rule: 'require_checks', checks: ['build', 'links', 'build'] }]
    const told = await everybodyAgrees(
      rules,
      async (request) => {
        await request.report('links', 'failed')
        await request.report('other', 'passed')
      },
      () => ({ unmet: ['require_checks'] }),
    )
    assert.deepEqual(told.reviewer, [
      'These checks have to pass for its last revision: "build" was not reported and "links" failed.',
    ])
    await everybodyAgrees(rules, onePending, () => ({ unmet: ['require_checks'] }))
    await everybodyAgrees(rules, bothPassed, () => ({ unmet: [] }))
    await everybodyAgrees(rules, passedBefore, () => ({ unmet: ['require_checks'] }))
  })

  const expressions: readonly [
    string,
    Readonly<Partial<Record<CallerName, boolean>>> | boolean,
  ][] = [
    ['true', true],
    ['changeRequest.subject.startsWith("DOC-")', true],
    [
      'changeRequest.description == null && changeRequest.createdBy.displayName == "Ada Author"',
      true,
    ],
    ['space.title != "" && space.permissions.view', true],
    ['reviews.length == 1 && reviews[0].status == "approved"', true],
    ['reviews[0].reviewer.id != actor.id', { reviewer: false }],
    [
      'changeRequest.createdBy.id == actor.id',
      { reader: false, editor: false, reviewer: false, bypasser: false, admin: false },
    ],
    ['changeRequest.nothing', false],
    ['changeRequest.nothing.more', false],
    ['nowhere', false],
    ['', false],
  ]
  for (const [expression, holds] of expressions) {
    it(`an expression is asked of what it names: ${expression || 'none'}`, async () => {
      const told = await everybodyAgrees(
        [{ rule: 'custom', expression }],
        async (request) => {
          await request.change({ subject: 'DOC-1' })
          await request.review('reviewer', 'approved')
        },
        (name) => {
          const isTrue = typeof holds === 'boolean' ? holds : (holds[name] ?? true)
          return { unmet: isTrue ? [] : ['custom'] }
        },
      )
      if (expression === 'nowhere') {
        assert.match(told.admin.join(' '), /cannot be evaluated: 'nowhere' is not known/)
      }
    })
  }

  it('says what its author wrote for people where an expression is false', async () => {
    const message = 'Ask the docs team first.'
    const told = await everybodyAgrees(
      [{ rule: 'custom', expression: 'false', message }],
      async () => undefined,
      () => ({ unmet: ['custom'] }),
    )
    assert.deepEqual(told.author, [message])
  })
})
