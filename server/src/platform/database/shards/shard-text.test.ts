import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { withTables } from './shard-text.ts'

const shards = new Map(
  ['member', 'team', 'document'].map((table) => [table, `${table}_102008`]),
)
const placed = (text: string) => withTables(text, (table) => shards.get(table))

describe('the text for a shard', () => {
  for (const [what, text, expected] of [
    [
      'a table with an alias',
      'select 1 from member as me',
      'select 1 from member_102008 as me',
    ],
    ['a quoted one', 'from "member" as "me"', 'from member_102008 as "me"'],
    [
      'an alias without as',
      'from member m where 1 = 1',
      'from member_102008 m where 1 = 1',
    ],
    [
      'a table without an alias, which keeps its name',
      'select member.id from member where member.id = $1',
      'select member.id from member_102008 as member where member.id = $1',
    ],
    [
      'joins',
      'from member as m left join team as t on true cross join lateral (select 1 from document limit 1) as d',
      'from member_102008 as m left join team_102008 as t on true cross join lateral (select 1 from document_102008 as document limit 1) as d',
    ],
    [
      'the end of a subquery',
      '(select 1 from team)',
      '(select 1 from team_102008 as team)',
    ],
    [
      'functions',
      'from unnest($1::text[]) as ids (id) join member as m on true',
      'from unnest($1::text[]) as ids (id) join member_102008 as m on true',
    ],
    [
      'what is compared',
      'where a is distinct from member',
      'where a is distinct from member',
    ],
    [
      'texts and comments',
      `select 'from team' -- from team\n from member as m`,
      `select 'from team' -- from team\n from member_102008 as m`,
    ],
    [
      'names of CTEs',
      'with team as materialized (select 1 from member as m), found (a) as (select 2) select 1 from team join found on true',
      'with team as materialized (select 1 from member_102008 as m), found (a) as (select 2) select 1 from team join found on true',
    ],
    [
      'names of CTEs inside the values of a function',
      'select a, coalesce((select 1 from (with recursive step (b, c) as (select 1 from member as m) select b from step) as once), 1)',
      'select a, coalesce((select 1 from (with recursive step (b, c) as (select 1 from member_102008 as m) select b from step) as once), 1)',
    ],
  ] as const) {
    it(`is right for ${what}`, () => {
      assert.equal(placed(text), expected)
    })
  }

  it('is none where a table has no shard beside the organization', () => {
    assert.equal(placed('from member as m join job as j on true'), undefined)
    assert.equal(placed('from "job"'), undefined)
  })

  it('is none for what writes or locks', () => {
    for (const text of [
      'with gone as (delete from team as t returning 1) select 1 from gone',
      'with x as (update member as m set role = $1 returning 1) select 1 from x',
      'insert into team (id) select id from member as m',
      'select 1 from member as m for update',
    ]) {
      assert.equal(placed(text), undefined)
    }
    assert.notEqual(placed('select m.updated_at from member as m'), undefined)
  })
})
