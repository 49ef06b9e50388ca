import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { loadModule } from 'libpg-query'

import { judgeShardNames } from './shard-names.ts'

await loadModule()

const catalogue = { tenantTables: new Set(['member', 'team']) }

describe('the judge of the names of shards', () => {
  for (const text of [
    'select 1 from member as me join team on team.id = me.team_id',
    'with recursive up as (select 1 from member) select 1 from up, lateral (select 2 from team) as t',
    'select 1 from unnest($1::text[]) as ids (id) where id is distinct from $2',
    'update member set role = $1',
    'with written as (update member set role = $1 returning id) select 1 from written',
  ]) {
    it(`takes ${text}`, () => assert.deepEqual(judgeShardNames(text, catalogue), []))
  }

  for (const [what, text] of [
    ['a table that is not behind from or join', 'select 1 from member as a, team as b'],
    ['a word between from and a table', 'select 1 from only member'],
    ['a CTE with the name of a table', 'with team as (select 1) select 1 from team'],
  ] as const) {
    it(`finds ${what}`, () => assert.equal(judgeShardNames(text, catalogue).length, 1))
  }
})
