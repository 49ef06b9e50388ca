import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openTestDatabase, type TestDatabase } from '#test/database/test-open-database.ts'

import { newId } from './new-id.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const count = 200_000

/** The milliseconds that an id begins with. */
function timeOf(id: string): number {
  let value = 0n
  for (const character of id) value = value * 62n + BigInt(alphabet.indexOf(character))
  return Number(value >> 77n)
}

describe('ids', () => {
  const startedMs = Date.now()
  const ids = Array.from({ length: count }, newId)
  const endedMs = Date.now()

  it('are 20 characters of base62, and never digits alone', () => {
    assert.ok(ids.every((id) => /^[0-9A-Za-z]{20}$/.test(id)))
    assert.ok(ids.every((id) => /[A-Za-z]/.test(id)))
  })

  it('never come twice', () => {
    assert.equal(new Set(ids).size, count)
  })

  it('increase strictly within a process', () => {
    const misplaced = ids.findIndex(
      (id, index) => index > 0 && !((ids[index - 1] ?? '') < id),
    )
    assert.equal(misplaced, -1)
  })

  it('begin with the time they were made', () => {
    assert.ok(timeOf(ids[0] ?? '') >= startedMs)
    assert.ok(timeOf(ids.at(-1) ?? '') <= endedMs + 1)
  })

  it('cannot be guessed from the time they were made', () => {
    const ends = new Set<string>()
    for (let millisecond = 0; millisecond < 40; millisecond += 1) {
      const sinceMs = Date.now()
      while (Date.now() === sinceMs);
      ends.add(newId().slice(-10))
    }
    assert.equal(ends.size, 40)
    const neighbours = ids.slice(1, 2_000).filter((id, index) => {
      const previous = ids[index] ?? ''
      return id.slice(0, -4) === previous.slice(0, -4)
    })
    assert.ok(neighbours.length < 20, 'the next id is not the one after the last')
  })

  it('keep increasing when the clock stands still or goes back', (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: endedMs + 10_000 })
    const first = newId()
    const same = newId()
    context.mock.timers.setTime(endedMs)
    const back = newId()
    assert.ok(first < same && same < back)
  })

  describe('in the database', () => {
    let test: TestDatabase
    before(async () => {
      test = await openTestDatabase()
    })
    after(async () => test.close())

    it('sort by time in id columns', async () => {
      const some = ids.filter((_, index) => index % 400 === 0)
      const shuffled = some.toSorted((a, b) => (a.slice(-6) < b.slice(-6) ? -1 : 1))
      await test.db.raw(
        `insert into directory (id, kind, organization_id)
         select id, 'organization', id from unnest($1::text[]) as id`,
        [shuffled],
      )
      const { rows } = await test.db.raw('select id from directory order by id')
      assert.deepEqual(
        rows,
        some.map((id) => ({ id })),
      )
    })
  })
})
