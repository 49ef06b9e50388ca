import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { tiers, tiersOf } from './section-tiers.ts'

describe('tiers of sections', () => {
  const pages = Array.from({ length: 40_000 }, (_, at) => `page${at}`)
  const all = pages.flatMap((page) => [tiersOf(page, 0), tiersOf(page, 1)])

  it('hold the part of all sections that they are named for', () => {
    for (const { mark, part } of tiers) {
      const count = all.filter((own) => own.includes(mark)).length
      const expected = all.length * part
      assert.ok(Math.abs(count - expected) < 0.25 * expected, `${count} of ${expected}`)
    }
  })

  it('hold each other, the smaller the larger', () => {
    for (const own of all) assert.ok(!own.includes('2') || own.includes('1'))
  })

  it('hold more openings of pages than other sections', () => {
    const [openings, others] = [0, 1].map(
      (number) => pages.filter((page) => tiersOf(page, number).length > 0).length,
    )
    assert.ok((openings ?? 0) > 2 * (others ?? 0))
  })

  it('are the same for the same section', () => {
    assert.deepEqual(tiersOf('page7', 3), tiersOf('page7', 3))
  })
})
