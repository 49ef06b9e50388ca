import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { OperationId } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { exemptions, exemptionsMax } from './exemptions.ts'
import { observe } from './observe.ts'
import { sampleParameters } from './sample-parameters.ts'
import { type Observation, type SweepProblem, sweepProblems, unexcused } from './sweep.ts'

function isExempt(id: OperationId): boolean {
  return exemptions.some(({ operation }) => operation === id)
}

describe('every operation', () => {
  let api: TestApi
  const found: SweepProblem[] = []
  before(async () => {
    api = await startTestApi()
    const parameters = await sampleParameters(api)
    // What an exemption allows may change the sample, so it comes last.
    const inOrder = allOperations.toSorted(
      (a, b) => Number(isExempt(a.id)) - Number(isExempt(b.id)),
    )
    for (const operation of inOrder) {
      found.push(...sweepProblems(await observe(api, operation, parameters)))
    }
  })
  after(async () => api.stop())

  it('refuses who brings no token, hides from outsiders, and deletes what is gone with 204', () => {
    assert.deepEqual(unexcused(found, exemptions, exemptionsMax), [])
  })
})

describe('the sweep', () => {
  const refused = { status: 404, headers: {}, body: { error: { reason: 'not_found' } } }
  const answered = { status: 200, headers: {}, body: { items: [] } }
  const gone = { status: 204, headers: {}, body: undefined }
  const good: Observation = {
    operation: 'getTeam',
    method: 'GET',
    caller: 'user',
    anonymous: { ...refused, status: 401 },
    isInOrganization: true,
    outsider: { foreign: refused, missing: refused },
    changedTables: [],
  }
  const removing: Observation = {
    ...good,
    method: 'DELETE',
    outsider: { foreign: gone, missing: gone },
    removal: gone,
  }

  it('has nothing against an operation that keeps the rules', () => {
    assert.deepEqual([good, removing].flatMap(sweepProblems), [])
  })

  const broken: Record<string, [Observation, SweepProblem['rule'], RegExp]> = {
    'answers without a token': [
      { ...good, anonymous: gone },
      'anonymous',
      /204 without a token/,
    ],
    'asks for a token where none is needed': [
      { ...good, caller: 'anyone' },
      'anonymous',
      /anyone may call it, and it answers 401/,
    ],
    'tells a foreign thing from a missing one by its status': [
      { ...good, outsider: { foreign: { ...refused, status: 403 }, missing: refused } },
      'outsider',
      /its status is 403, and 404/,
    ],
    'answers as if every organization existed': [
      { ...good, outsider: { foreign: answered, missing: answered } },
      'outsider',
      /answers 200 for an organization that does not exist, not 404/,
    ],
    'tells them apart by its words': [
      { ...good, outsider: { foreign: { ...refused, body: 'no' }, missing: refused } },
      'outsider',
      /its body is "no"/,
    ],
    'tells them apart by a header': [
      {
        ...good,
        outsider: { foreign: { ...refused, headers: { etag: '1' } }, missing: refused },
      },
      'outsider',
      /its headers/,
    ],
    'lets an outsider change something behind a friendly answer': [
      { ...removing, changedTables: ['team'] },
      'outsider',
      /changes team/,
    ],
    'shows outsiders something of others': [
      {
        ...good,
        elsewhere: { answer: { ...gone, body: ['canary'] }, secrets: ['canary'] },
      },
      'outsider',
      /shown canary/,
    ],
    'refuses to delete what is gone': [
      { ...removing, removal: refused },
      'delete',
      /already gone answers 404/,
    ],
    'was only asked something invalid': [
      {
        ...good,
        outsider: {
          foreign: { ...refused, body: { error: { reason: 'invalid_request' } } },
          missing: { ...refused, body: { error: { reason: 'invalid_request' } } },
        },
      },
      'outsider',
      /the sample request is not valid/,
    ],
  }
  for (const [name, [observation, rule, complaint]] of Object.entries(broken)) {
    it(`catches an operation that ${name}`, () => {
      const [problem, ...more] = sweepProblems(observation)
      assert.deepEqual([problem?.rule, more], [rule, []])
      assert.match(problem?.problem ?? '', complaint)
    })
  }

  it('lets the list of exemptions only shrink', () => {
    const problem = {
      operation: 'getUserById',
      rule: 'outsider',
      problem: 'is seen',
    } as const
    const exemption = {
      operation: 'getUserById',
      rule: 'outsider',
      reason: 'Public.',
    } as const
    assert.deepEqual(unexcused([problem], [exemption], 1), [])
    assert.deepEqual(unexcused([problem], [], 0), ['getUserById: is seen'])
    assert.deepEqual(unexcused([], [exemption], 1), [
      'getUserById no longer needs its exemption from "outsider"',
    ])
    assert.deepEqual(unexcused([problem], [{ ...exemption, reason: ' ' }], 1), [
      'the exemption of getUserById gives no reason',
    ])
    assert.deepEqual(unexcused([problem], [exemption], 2), [
      'there are 1 exemptions, and exemptionsMax says 2',
    ])
  })
})
