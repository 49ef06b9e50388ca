import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { sql } from 'kysely'

import { containsPattern } from './pattern.ts'
import { isoFromPostgres } from './postgres-types.ts'
import { sqlBuilder, statement, statementByShape } from './statement.ts'
import { written } from './written.ts'

interface OfTeam {
  readonly organizationId: string
  readonly teamId: string
}

const selectTeam = statement('team.read', (p: OfTeam) =>
  sqlBuilder
    .selectFrom('team')
    .select(['id', 'title'])
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.teamId),
)

describe('a statement', () => {
  it('is compiled with placeholders, which are filled in the order they stand', () => {
    assert.match(selectTeam.text, /"organization_id" = \$1 and "id" = \$2$/)
    assert.deepEqual(selectTeam.bind({ teamId: 't', organizationId: 'o' }), ['o', 't'])
    assert.deepEqual(selectTeam.bind({ teamId: 'u', organizationId: 'o' }), ['o', 'u'])
  })

  it('sends a parameter that is used twice once, and keeps constants', () => {
    const twice = statement(
      'twice',
      (p: { name: string }) => sql`select ${p.name}, ${7}, ${p.name}, ${sql.lit('x')}`,
    )
    assert.equal(twice.text, "select $1, $2, $1, 'x'")
    assert.deepEqual(twice.bind({ name: 'n' }), ['n', 7])
  })

  it('sends values as they are, whatever they hold', () => {
    const echo = statement('echo', (p: { value: unknown }) => sql`select ${p.value}`)
    const values = ["'; drop table team; --", null, [1, 2], Buffer.from('x'), undefined]
    for (const value of values) assert.deepEqual(echo.bind({ value }), [value])
  })

  it('is built once, on first use', () => {
    let built = 0
    const counted = statement('counted', (p: { id: string }) => {
      built += 1
      return sql`select ${p.id}`
    })
    assert.equal(built, 0)
    counted.bind({ id: 'a' })
    counted.bind({ id: 'b' })
    assert.equal(counted.text, 'select $1')
    assert.equal(built, 1)
  })

  it('has a name of its label and its text, so that two texts never share one', () => {
    assert.match(selectTeam.name, /^team\.read\.[\w-]{10}$/)
    const same = statement('x', () => sql`select 1`)
    const again = statement('x', () => sql`select 1`)
    const other = statement('x', () => sql`select 2`)
    assert.equal(same.name, again.name)
    assert.notEqual(same.name, other.name)
    assert.ok(selectTeam.name.length <= 63, 'PostgreSQL cuts longer names')
  })

  it('refuses to be built from what a parameter holds', () => {
    const careless = statement(
      'careless',
      (p: { text: string }) => sql`select ${`%${p.text}%`}`,
    )
    assert.throws(() => careless.text, /parameter "text" has no value/)
  })
})

describe('a statement by shape', () => {
  const list = statementByShape(
    'list',
    (shape: { title: boolean }, p: { title: string | undefined }) =>
      sqlBuilder
        .selectFrom('team')
        .select('id')
        .$if(shape.title, (q) => q.where('title', '=', p.title ?? '')),
  )

  it('is one statement per shape', () => {
    assert.equal(list({ title: true }), list({ title: true }))
    assert.notEqual(list({ title: true }).name, list({ title: false }).name)
    assert.match(list({ title: true }).text, /where "title" = \$1/)
    assert.doesNotMatch(list({ title: false }).text, /where/)
    assert.deepEqual(list({ title: false }).bind({ title: 'x' }), [])
  })
})

describe('timestamps from the database', () => {
  const cases: [string, string][] = [
    ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05.6+00', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02 03:04:05.67+00', '2026-01-02T03:04:05.670Z'],
    ['2026-01-02 03:04:05.678+00', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05.6789+00', '2026-01-02T03:04:05.6789Z'],
    ['2026-01-02 03:04:05.67891+00', '2026-01-02T03:04:05.67891Z'],
    ['2026-01-02 03:04:05.678912+00', '2026-01-02T03:04:05.678912Z'],
    ['1999-12-31 23:59:59.001+00', '1999-12-31T23:59:59.001Z'],
  ]
  for (const [given, expected] of cases) {
    it(`reads ${given} as ${expected}`, () => {
      assert.equal(isoFromPostgres(given), expected)
      assert.equal(new Date(expected).getTime(), new Date(given).getTime())
    })
  }
})

describe('small helpers', () => {
  it('search for text whose wildcards mean themselves', () => {
    assert.equal(containsPattern('100%_\\'), String.raw`%100\%\_\\%`)
    assert.equal(containsPattern(''), '%%')
    assert.equal(containsPattern(undefined), undefined)
  })

  it('take a write that wrote nothing for a defect', () => {
    assert.equal(written('row'), 'row')
    assert.throws(() => written(undefined), /wrote none/)
  })
})
