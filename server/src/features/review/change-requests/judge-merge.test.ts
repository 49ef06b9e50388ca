import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { MergeRule } from '@lectern/contract/merge-rules.ts'

import { judgeMerge, type MergeFacts, readyRules } from './merge-rules.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)

describe('the judgement of merge rules', () => {
  const facts: MergeFacts = {
    rules: [],
    callerId: 'caller',
    author: { id: 'author', name: 'Ada' },
    subject: '',
    description: null,
    isOutdated: false,
    reviews: [],
    checks: new Map(),
    nameOf: (userId) => userId,
    names: () => ({}),
  }
  const messages = (rule: MergeRule, more: Partial<MergeFacts> = {}) =>
    judgeMerge({ ...facts, rules: readyRules([rule]), ...more }).unmet.map(
      ({ message }) => message,
    )

  it('takes a review of the agent for one, whatever it says', () => {
    const rule = { rule: 'require_agent_review' } as const
    const agent = {
      reviewerId: 'gitbook:agent',
      reviewerName: 'Agent',
      standing: 'gone' as const,
    }
    const reviews = [{ ...agent, status: 'changes-requested' }]
    assert.deepEqual(messages(rule, { reviews }), [])
    assert.equal(messages(rule).length, 1)
  })

  it('names ten people, and how many more there are', () => {
    const rule = 'require_specific_reviewers'
    assert.match(
      messages({ rule, users: people(13) }).join(''),
      /^p0, p1, .*, p9 and 3 others have to approve/,
    )
    assert.match(messages({ rule, users: people(11) }).join(''), /p9 and p10 have to/)
  })

  it('is met by rules that name nobody and nothing', () => {
    assert.deepEqual(messages({ rule: 'require_specific_reviewers', users: [] }), [])
    assert.deepEqual(messages({ rule: 'require_checks', checks: [] }), [])
    assert.equal(judgeMerge(facts).isBypassed, false)
  })

  it('says so of an expression that was stored and cannot be read', () => {
    const [message = ''] = messages({ rule: 'custom', expression: 'a &&' })
    assert.match(message, /^The expression cannot be evaluated: .*: a &&$/)
  })
})
