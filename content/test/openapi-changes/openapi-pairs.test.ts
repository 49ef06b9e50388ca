import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareOpenApi } from '#/openapi-changes/compare-openapi.ts'
import type { OpenApiChange } from '#/openapi-changes/change.ts'
import { rules } from '#/openapi-changes/rules.ts'
import { documentsOf, type Pair } from './pair.ts'
import { pairs } from './pairs.ts'
import { harderPairs } from './harder-pairs.ts'

interface Outcome {
  readonly pair: Pair
  readonly changes: readonly OpenApiChange[]
  /** Whether the labelled rule was given, with the labelled verdict. */
  readonly isFound: boolean
  /** Breaking changes that nobody labelled. */
  readonly wrong: readonly OpenApiChange[]
}

const all = [...pairs, ...harderPairs]
const outcomes = all.map((pair): Outcome => {
  const { before, after } = documentsOf(pair)
  const { changes } = compareOpenApi(before, after)
  const isLabelled = ({ rule, isBreaking }: OpenApiChange) =>
    rule === pair.rule && isBreaking === pair.isBreaking
  return {
    pair,
    changes,
    isFound: pair.rule === undefined ? changes.length === 0 : changes.some(isLabelled),
    wrong: changes.filter((change) => change.isBreaking && !isLabelled(change)),
  }
})

/** Precision and recall of what is called breaking. */
function measure(some: readonly Outcome[]) {
  const found = some.filter(({ pair, isFound }) => pair.isBreaking && isFound).length
  const wrong = some.reduce((sum, { wrong: each }) => sum + each.length, 0)
  const labelled = some.filter(({ pair }) => pair.isBreaking).length
  return {
    pairs: some.length,
    precision: found / (found + wrong),
    recall: found / labelled,
  }
}

function shown({ pair, changes }: Outcome): string {
  const given = changes.map(({ rule, isBreaking }) => `${rule}${isBreaking ? '!' : ''}`)
  return `${pair.name}: ${pair.rule ?? 'nothing'}${pair.isBreaking ? '!' : ''}, got ${given.join(', ') || 'nothing'}`
}

test('removals and newly required fields are all found, and nothing else is called one', (t) => {
  for (const group of ['removal', 'newly-required'] as const) {
    const some = outcomes.filter(({ pair }) => pair.group === group)
    const measured = measure(some)
    t.diagnostic(`${group}: ${JSON.stringify(measured)}`)
    assert.deepEqual(
      [measured.precision, measured.recall],
      [1, 1],
      some
        .filter(({ isFound, wrong }) => !isFound || wrong.length > 0)
        .map(shown)
        .join('\n'),
    )
  }
})

test('what people call breaking is called breaking, and little else', (t) => {
  const measured = measure(outcomes)
  t.diagnostic(`overall: ${JSON.stringify(measured)}`)
  const exact = outcomes.filter(
    ({ pair, isFound, changes }) =>
      isFound && changes.length === (pair.rule === undefined ? 0 : 1),
  )
  t.diagnostic(`one change with the labelled rule, and no other: ${exact.length}`)
  const missed = outcomes.filter((each) => !exact.includes(each)).map(shown)
  for (const each of missed) t.diagnostic(each)
  assert.ok(measured.precision >= 0.95, `precision ${measured.precision}`)
  assert.ok(measured.recall >= 0.95, `recall ${measured.recall}`)
  assert.ok(exact.length / outcomes.length >= 0.95, missed.join('\n'))
})

test('there are many pairs, each with a name of its own and a rule that exists', () => {
  assert.ok(pairs.length >= 90)
  assert.equal(new Set(pairs.map(({ name }) => name)).size, pairs.length)
  const known = new Set(rules.map(({ id }) => id))
  assert.equal(known.size, rules.length)
  for (const { rule } of pairs) assert.ok(rule === undefined || known.has(rule), rule)
})

test('every pair is judged as its label says: a pair that was once right stays so', () => {
  const wrong = outcomes.filter((each) => !each.isFound || each.wrong.length > 0)
  assert.deepEqual(wrong.map(shown), [])
})
