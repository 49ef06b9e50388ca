import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { mainBranch, type OfBranch } from '#/content-store/branches/public.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'

import { selectPlaces } from './merge-queries.ts'

const idOf = (number: number) => `page${String(number).padStart(16, '0')}`
const positionOf = (number: number) => `a${String(number).padStart(6, '0')}`

describe('the places of pages that a merge moves', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  /** A space with so many pages at the top, and nothing else of them than where they stand. */
  const spaceOf = async (pages: number) => {
    const { spaceId } = await createTestSpace(api)
    const organizationId = api.organization
    await api.rows(
      `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
         kind, position, created_at, updated_at)
       select $1, $2, $2, p.id, 1, 'document', p.position, p.at, p.at
       from unnest($3::text[], $4::text[], $5::timestamptz[]) as p (id, position, at)`,
      [
        organizationId,
        spaceId,
        Array.from({ length: pages }, (_, number) => idOf(number)),
        Array.from({ length: pages }, (_, number) => positionOf(number)),
        Array.from({ length: pages }, () => '2026-01-01T00:00:00Z'),
      ],
    )
    return mainBranch(organizationId, spaceId)
  }

  const placesIn = async (main: OfBranch, { areMany, positions, except }: Asked) => {
    const rows = await api.services.db.many(selectPlaces({ areMany }), {
      ...main,
      parentIds: positions.map(() => ''),
      positions,
      exceptIds: except.map(idOf),
    })
    return rows
      .map(({ position, is_taken: isTaken, next }) => ({ position, isTaken, next }))
      .toSorted((one, other) => (one.position < other.position ? -1 : 1))
  }

  it('are the same whether they are looked for one by one or among all pages', async () => {
    const main = await spaceOf(9)
    const positions = ['Z', ...[0, 3, 4, 5, 8].map(positionOf), `${positionOf(4)}V`, 'z']
    const asked = { positions, except: [1, 2, 4, 5, 8] }
    const few = await placesIn(main, { ...asked, areMany: false })
    assert.deepEqual(few, [
      { position: 'Z', isTaken: false, next: positionOf(0) },
      { position: positionOf(0), isTaken: true, next: positionOf(3) },
      { position: positionOf(3), isTaken: true, next: positionOf(6) },
      { position: positionOf(4), isTaken: false, next: positionOf(6) },
      { position: `${positionOf(4)}V`, isTaken: false, next: positionOf(6) },
      { position: positionOf(5), isTaken: false, next: positionOf(6) },
      { position: positionOf(8), isTaken: false, next: null },
      { position: 'z', isTaken: false, next: null },
    ])
    assert.deepEqual(await placesIn(main, { ...asked, areMany: true }), few)
  })

  it('are found where thousands of pages leave theirs, long before a statement may take no longer', async () => {
    const pages = 3000
    const main = await spaceOf(pages)
    const numbers = Array.from({ length: pages }, (_, number) => number)
    const positions = numbers.map((number) => `${positionOf(number)}V`)
    const found = await placesIn(main, { areMany: true, positions, except: numbers })
    assert.equal(
      found.filter(({ isTaken, next }) => !isTaken && next === null).length,
      pages,
    )
  })
})

interface Asked {
  readonly areMany: boolean
  readonly positions: readonly string[]
  readonly except: readonly number[]
}
