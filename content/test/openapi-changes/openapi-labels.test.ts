import assert from 'node:assert/strict'
import { test } from 'node:test'

import { compareOpenApi } from '#/openapi-changes/compare-openapi.ts'

import { baseDocument } from './base-document.ts'
import { edited } from './pair.ts'
import type { LabelledChange } from './labelled-change.ts'
import { labelledChanges } from './second-labels.ts'

function isFoundBreaking({ before, after }: LabelledChange): boolean {
  const old = edited(baseDocument, before)
  const { changes, isPartial } = compareOpenApi(old, edited(old, after))
  assert.ok(!isPartial)
  return changes.some(({ isBreaking }) => isBreaking)
}

test('what another person judged by the specification alone is judged alike', (test_) => {
  const judged = labelledChanges.map((change) => ({
    ...change,
    found: isFoundBreaking(change),
  }))
  const missed = judged.filter(({ isBreaking, found }) => isBreaking && !found)
  const wrong = judged.filter(({ isBreaking, found }) => !isBreaking && found)
  const right = judged.filter(({ isBreaking, found }) => isBreaking && found).length
  const precision = right / (right + wrong.length)
  const recall = right / (right + missed.length)
  test_.diagnostic(
    `${judged.length} changes: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; missed: ${names(missed)}; wrongly breaking: ${names(wrong)}`,
  )
  assert.ok(judged.length >= 80)
  assert.deepEqual(
    missed.filter(({ group }) => group !== undefined),
    [],
    'every removal and every newly required field is found',
  )
  assert.ok(precision >= 0.95, names(wrong))
  assert.ok(recall >= 0.95, names(missed))
})

function names(some: readonly LabelledChange[]): string {
  return some.map(({ name }) => name).join('; ')
}
