import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import { gateNames } from './list.ts'
import {
  describeMeasurements,
  type Measurement,
  mergeMeasurements,
  parseMeasurements,
  sizesOf,
} from './measurements.ts'

const bench: Measurement = {
  gate: 'bench',
  size: 'usual',
  outcome: 'holds',
  figure: 'page 0.25 | tree 0.15 (goal 0.25)',
  commit: 'abc1234',
  date: '2026-01-02',
  machine: '2 × Some CPU, 24 GB, 0 % taken away',
}
const later: Measurement = { ...bench, figure: 'page 0.30', commit: 'def5678' }
const find = (rows: readonly Measurement[], { gate, size }: Measurement) =>
  rows.find((row) => row.gate === gate && row.size === size)

describe('the page of measurements', () => {
  it('has a row for everything that waits for a release, run or not', () => {
    const rows = mergeMeasurements([], [])
    const wanted = gateNames.reduce((sum, name) => sum + sizesOf(name).length, 0)
    assert.equal(rows.length, wanted)
    assert.ok(rows.every(({ outcome }) => outcome === 'not run'))
  })

  it('gives a row that was measured the new figure, and leaves the others their old one', () => {
    const full: Measurement = { ...bench, size: 'full', figure: 'long' }
    const rows = mergeMeasurements([bench, full], [later])
    assert.deepEqual(find(rows, bench), later)
    assert.deepEqual(find(rows, full), full)
  })

  it('is read back as it was written', () => {
    const rows = mergeMeasurements([bench], [])
    assert.deepEqual(parseMeasurements(describeMeasurements(rows)), rows)
  })

  it('has just these rows as it is committed', () => {
    const page = new URL('../../docs/measurements.md', import.meta.url)
    const rows = parseMeasurements(readFileSync(page, 'utf8'))
    assert.deepEqual(rows, mergeMeasurements(rows, []))
  })

  it('leaves out what is not measured any more', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as an older page may have it
    const gone = { ...bench, gate: 'no-such-gate' } as unknown as Measurement
    assert.equal(find(mergeMeasurements([gone], []), gone), undefined)
  })
})
