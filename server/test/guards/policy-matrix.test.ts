import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

import { roles } from '@lectern/contract/common.ts'

import type { Actor } from '#/access/actor.ts'

import { type Facts, policyFacts, self } from './policy-facts.ts'

type Policies = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type FactsTable = Readonly<Record<string, Readonly<Record<string, Facts>>>>

const sources = path.resolve(import.meta.dirname, '../../src')
const snapshot = path.join(import.meta.dirname, 'policy-matrix.snapshot.txt')
const columns = [...roles, 'guest'] as const

/** Policies and actions without facts to try them on, and facts without an action. */
function problems(policies: Policies, facts: FactsTable): string[] {
  const inCode = pairsOf(policies)
  const inTable = pairsOf(facts)
  return [
    ...inCode
      .filter(([action]) => !inTable.some(([known]) => known === action))
      .map(([action]) => `${action} is in no matrix: add its facts to policy-facts.ts`),
    ...inTable
      .filter(([action]) => !inCode.some(([known]) => known === action))
      .map(([action]) => `${action} has facts and no longer exists`),
    ...inTable
      .filter(([action, cases]) => {
        const rule = inCode.find(([known]) => known === action)?.[1]
        const taken = typeof rule === 'function' ? rule.length - 1 : 0
        return Object.values(cases).some((given) => given.length < taken)
      })
      .map(([action]) => `${action} looks at more facts than it is tried on`),
  ]
}

function pairsOf<Value>(
  table: Readonly<Record<string, Readonly<Record<string, Value>>>>,
): [action: string, value: Value][] {
  return Object.entries(table).flatMap(([policy, actions]) =>
    Object.entries(actions).map(([action, value]): [string, Value] => [
      `${policy}.${action}`,
      value,
    ]),
  )
}

/** One line per action and facts, one column per role. */
function matrixOf(policies: Policies, facts: FactsTable): string {
  const rows = Object.entries(facts).flatMap(([policy, actions]) =>
    Object.entries(actions).flatMap(([action, cases]) =>
      Object.entries(cases).map(([label, given]) => [
        `${policy}.${action}`,
        label,
        ...columns.map((column) => cell(policies[policy]?.[action], column, given)),
      ]),
    ),
  )
  const table = [['action', 'facts', ...columns], ...rows]
  const widths = table[0]?.map((_, index) =>
    Math.max(...table.map((row) => row[index]?.length ?? 0)),
  )
  const lines = table.map((row) =>
    row
      .map((text, index) => text.padEnd(widths?.[index] ?? 0))
      .join(' | ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function cell(
  rule: unknown,
  column: (typeof columns)[number],
  facts: readonly unknown[],
): string {
  if (typeof rule !== 'function') return '?'
  const role = column === 'guest' ? null : column
  const actor: Actor = { userId: self, organizationId: 'here', role }
  const allowed: unknown = Reflect.apply(rule, undefined, [actor, ...facts])
  if (typeof allowed !== 'boolean') return JSON.stringify(allowed) ?? String(allowed)
  return allowed ? 'yes' : '-'
}

async function findPolicies(): Promise<Policies> {
  const found: Record<string, Record<string, unknown>> = {}
  for await (const file of glob('{features,content-store}/**/*-policy.ts', {
    cwd: sources,
  })) {
    const exported: unknown = await import(pathToFileURL(path.join(sources, file)).href)
    for (const [name, policy] of Object.entries(exported ?? {})) {
      if (typeof policy === 'object' && policy !== null) found[name] = { ...policy }
    }
  }
  return found
}

function isPublicPage(_actor: Actor, page: { isPublic: boolean }): boolean {
  return page.isPublic
}

describe('the policy matrix', () => {
  let policies: Policies
  before(async () => {
    policies = await findPolicies()
  })

  it('tries every action of every policy', () => {
    assert.ok(Object.keys(policies).length > 0)
    assert.deepEqual(problems(policies, policyFacts), [])
  })

  it('is as it was reviewed; a changed cell is a changed right', (t) => {
    const matrix = matrixOf(policies, policyFacts)
    t.assert.fileSnapshot(matrix, snapshot, { serializers: [String] })
  })

  it('would show a right that was given away', () => {
    const facts = { teamPolicy: { view: policyFacts['teamPolicy']?.['view'] ?? {} } }
    const reviewed = matrixOf({ teamPolicy: { view: () => false } }, facts)
    const changed = matrixOf(
      { teamPolicy: { view: (actor: Actor) => actor.role === null } },
      facts,
    )
    assert.match(reviewed, /^teamPolicy\.view \| +(\| - +){6}\| -$/m)
    assert.match(changed, /^teamPolicy\.view \| +(\| - +){6}\| yes$/m)
  })

  it('would name a policy or an action that nobody tries, and facts of one that is gone', () => {
    assert.deepEqual(
      problems(
        { pagePolicy: { view: () => true, edit: () => true } },
        { pagePolicy: { view: {} } },
      ),
      ['pagePolicy.edit is in no matrix: add its facts to policy-facts.ts'],
    )
    assert.deepEqual(problems({}, { pagePolicy: { view: {} } }), [
      'pagePolicy.view has facts and no longer exists',
    ])
    assert.deepEqual(
      problems(
        { pagePolicy: { view: isPublicPage } },
        { pagePolicy: { view: { '': [] } } },
      ),
      ['pagePolicy.view looks at more facts than it is tried on'],
    )
  })
})
