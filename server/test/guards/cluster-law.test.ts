import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { judgeForCluster } from './cluster-law.ts'
import type { ClusterCatalogue } from './query-scope.ts'

const catalogue: ClusterCatalogue = {
  tenantTables: new Set(['team', 'member', 'event']),
  distributed: new Map([
    ['account_membership', 'account_id'],
    ['hostname', 'name'],
  ]),
  references: new Set(['account']),
  columns: new Map(),
  timed: new Map([['team', ['created_at']]]),
  volatility: new Map([
    ['now', 'stable'],
    ['date_trunc', 'stable'],
    ['jsonb_build_object', 'stable'],
    ['clock_timestamp', 'volatile'],
    ['gen_random_uuid', 'volatile'],
  ]),
}

interface Rule {
  readonly accepts: readonly string[]
  readonly refuses: readonly string[]
  readonly saying: RegExp
}

const rules: Record<string, Rule> = {
  'only immutable functions in ON CONFLICT': {
    accepts: [
      `insert into team (organization_id, id) values ($1, $2)
       on conflict (organization_id, id) do update set at = excluded.at, n = team.n + 1`,
      `insert into team (organization_id, at) values ($1, now())
       on conflict (organization_id) do update set at = excluded.at where team.at < excluded.at`,
      `insert into pgboss.job (id) values ($1) on conflict (id) do update set at = now()`,
    ],
    refuses: [
      `insert into team (organization_id, id) values ($1, $2)
       on conflict (organization_id, id) do update set at = now()`,
      `insert into hostname (name) values ($1) on conflict (name) do update set at = now()`,
      `insert into account (id) values ($1)
       on conflict (id) do update set at = clock_timestamp()`,
      `insert into team (organization_id) select $1 from unnest($2) on conflict (organization_id)
       do update set until = excluded.until + interval '1 day'`,
      `insert into team (organization_id) values ($1)
       on conflict (organization_id) do update set n = 1 where team.at < current_timestamp`,
      `with w as (insert into team (organization_id) values ($1)
         on conflict (organization_id) do update set at = now()) select 1`,
    ],
    saying: /not immutable, in ON CONFLICT of/,
  },
  'no change of what decides where a row is': {
    accepts: [
      `update team set title = $2 where organization_id = $1`,
      `update account set id = $2 where id = $1`,
    ],
    refuses: [
      `update team set organization_id = $2 where organization_id = $1`,
      `update team set title = $3, organization_id = $2 where organization_id = $1`,
      `update hostname set name = $2 where name = $1`,
      `with moved as (update team set organization_id = $2 where organization_id = $1 returning id)
       select id from moved`,
    ],
    saying: /decides where a row of \w+ is/,
  },
  'no changing function under CASE or COALESCE': {
    accepts: [
      `update team set at = now() where organization_id = $1`,
      `update team set at = coalesce(at, clock.at)
       from (select now() as at) as clock where organization_id = $1`,
      `update team set n = case when n > $2 then 0 else n end where organization_id = $1`,
      `insert into team (organization_id, at) select $1, coalesce(r.at, now())
       from jsonb_to_recordset($2::jsonb) as r (at timestamptz)`,
      `select coalesce(at, now()) from team where organization_id = $1`,
      `update pgboss.job set at = coalesce(at, now())`,
    ],
    refuses: [
      `update team set at = coalesce(at, now()) where organization_id = $1`,
      `update team set at = case when $2 then now() end where organization_id = $1`,
      `update account set at = case when $2 then now() end where id = $1`,
      `update team set n = 1 where organization_id = $1 and coalesce(at < now(), true)`,
      `delete from hostname where name = $1 and case when $2 then at < now() end`,
      `insert into team (organization_id, at) values ($1, case when $2 then now() end)`,
      `update team set at = coalesce(at, current_timestamp) where organization_id = $1`,
      `update team set at = case when $2 then (select now()) end where organization_id = $1`,
    ],
    saying: /not immutable, under CASE or COALESCE/,
  },
  'no stable function of a column in a change': {
    accepts: [
      `update team set until = now() + interval '7 days' where organization_id = $1`,
      `delete from hostname where at < now() - make_interval(days => $1)`,
      `update team set until = now() + least(interval '1 day', interval '1 minute' * $2)
       where organization_id = $1`,
      `update team set until = clock.times[n + 1] from (
         select array(select now() + interval '1 day' * i from generate_series(0, 8) as i) as times
       ) as clock where organization_id = $1`,
      `update team set title = lower(title), n = n + 1 where organization_id = $1`,
      `update team set at = date_trunc('day', now(), 'UTC') where organization_id = $1`,
      `select at + interval '1 day' from team where organization_id = $1`,
      `update team set at = ((at at time zone 'UTC') - interval '1 day') at time zone 'UTC'
       where organization_id = $1`,
    ],
    refuses: [
      `update team set until = at + interval '7 days' where organization_id = $1`,
      `delete from team where organization_id = $1 and at + make_interval(days => $2) < now()`,
      `update team set settings = jsonb_build_object('title', title) where organization_id = $1`,
      `update hostname set day = date_trunc('day', at) where name = $1`,
      `update team set at = at at time zone 'UTC' + interval '1 day' + (at + interval '1 day')
       where organization_id = $1`,
      `update team set shown = at::text where organization_id = $1`,
      `update team set until = clock.at + interval '1 day'
       from (select now() as at) as clock where organization_id = $1`,
      `update team set until = now() + case when $2::boolean then interval '1 day'
         else interval '1 minute' * n end
       where organization_id = $1`,
    ],
    saying: /is stable and takes a column, in a change of/,
  },
  'no volatile function in a change': {
    accepts: [
      `insert into team (organization_id, id, at) values ($1, $2, clock_timestamp())`,
      `select clock_timestamp() from team where organization_id = $1`,
      `update team set at = clock.at from (select clock_timestamp() as at) as clock
       where organization_id = $1`,
    ],
    refuses: [
      `update team set at = clock_timestamp() where organization_id = $1`,
      `delete from team where organization_id = $1 and at < clock_timestamp()`,
      `with t as (update hostname set secret = gen_random_uuid() where name = $1) select 1`,
    ],
    saying: /is volatile, in a change of/,
  },
  'only immutable functions in RETURNING': {
    accepts: [
      `update team set n = n + 1 where organization_id = $1 returning id, n > 3 as is_full`,
      `with w as (delete from team where organization_id = $1 returning at)
       select now() - at from w`,
    ],
    refuses: [
      `update team set n = 1 where organization_id = $1 returning at < now() as is_past`,
      `insert into team (organization_id, id) values ($1, $2) returning at::text`,
      `delete from hostname where name = $1 returning at + interval '1 day'`,
    ],
    saying: /not immutable, in RETURNING of/,
  },
  'no query inside an insert of values': {
    accepts: [
      `insert into team (organization_id, n)
       select $1::text, (select max(n) from unnest($2) as u (n))`,
      `insert into pgboss.job (id) values ((select 1))`,
    ],
    refuses: [
      `insert into team (organization_id, n)
       values ($1, (select count(*) from member where organization_id = $1))`,
      `insert into account (id, n) values ($1, 1), ($2, (select 2))`,
      `insert into team (organization_id) values ($1) on conflict (organization_id) do update
       set n = (select count(*) from member where organization_id = $1)`,
      `insert into team (organization_id) values ($1)
       returning (select count(*) from member where organization_id = $1)`,
    ],
    saying: /a query inside VALUES, ON CONFLICT or RETURNING/,
  },
  'no recursion beside what must be answered first': {
    accepts: [
      `with recursive up as (
         select id from team where organization_id = $1
         union all select t.id from team t join up on up.id = t.id where t.organization_id = $1
       ) select * from up`,
      `with recursive up as (
         select id from team where organization_id = $1
         union all select t.id from team t join up on up.id = t.id where t.organization_id = $1
       ) update team set n = 1 from up where organization_id = $1 and team.id = up.id`,
      `update team set at = now() where organization_id = $1 and lineage @> array[$2]`,
    ],
    refuses: [
      `with recursive up as (
         select id from team where organization_id = $1
         union all select t.id from team t join up on up.id = t.id where t.organization_id = $1
       ) update team set at = clock.at from up, (select now() as at) as clock
       where organization_id = $1 and team.id = up.id`,
      `with recursive n as (select 1 as i union all select i + 1 from n where i < 9),
         w as (insert into team (organization_id, id) select $1, i from n) select 1`,
    ],
    saying: /WITH RECURSIVE in a statement that writes/,
  },
  'no parameter after the query of an insert': {
    accepts: [
      `insert into team (organization_id, n) values ($1, $2) on conflict (organization_id)
       do update set n = excluded.n where team.n < $3`,
      `insert into team (organization_id, id) select $1, u.id from unnest($2::text[]) as u (id)
       on conflict (organization_id, id) do update set n = team.n + 1`,
    ],
    refuses: [
      `insert into team (organization_id, n) select $1, $2::bigint where $2::bigint < $3
       on conflict (organization_id) do update set n = excluded.n where team.n < $3`,
      `insert into team (organization_id, id) select $1, u.id from unnest($2::text[]) as u (id)
       returning id = $3`,
    ],
    saying: /a parameter in ON CONFLICT or RETURNING of what is selected/,
  },
  'a time for rows that are made of other rows': {
    accepts: [
      `insert into team (organization_id, id, created_at)
       select $1, m.id, now() from member m where m.organization_id = $1`,
      `insert into team (organization_id, id) select $1, u.id from unnest($2::text[]) as u (id)`,
      `with m as (select id from member where organization_id = $1)
       insert into event (organization_id, id) select $1, m.id from member m
       where m.organization_id = $1`,
    ],
    refuses: [
      `insert into team (organization_id, id)
       select $1, m.id from member m where m.organization_id = $1`,
      `insert into team (organization_id, id) select $1, u.id from unnest($2::text[]) as u (id)
       where exists (select from member m where m.organization_id = $1 and m.id = u.id)`,
    ],
    saying: /created_at of team is left to the clock of another node/,
  },
  'a column from every inner query on a global table': {
    accepts: [
      `select exists (select 1 from hostname where name = $1) from account`,
      `select exists (select from team where organization_id = $1)`,
    ],
    refuses: [`select exists (select from hostname where name = $1) from account`],
    saying: /selects no column of hostname/,
  },
  'no value between CASE and WHEN': {
    accepts: [
      `select case when kind = 'a' then 1 end from team where organization_id = $1`,
      `select case kind when 'a' then 1 end from pgboss.job`,
    ],
    refuses: [
      `select case kind when 'a' then 1 end from team where organization_id = $1`,
      `update team set at = case $2::boolean when true then $3 else at end
       where organization_id = $1`,
      `select 1 from account where id = $1 and case kind when 'a' then true end`,
    ],
    saying: /CASE with a value before WHEN/,
  },
  'no condition that folds to false': {
    accepts: [
      `select 1 from team where organization_id = $1 and ($2::text is null or id > $2)`,
      `update team set n = 1 where organization_id = $1 and (id = $2 or $3)`,
      `select 1 from team left join lateral (select 1) as one on true where organization_id = $1`,
    ],
    refuses: [
      `update team set n = n + 1 where organization_id = $1 and $2 = 'space'`,
      `with gone as (delete from team where organization_id = $1 and not $2::boolean) select 1`,
      `select 1 from team where organization_id = $1 and false`,
      `select 1 from team join account on 1 = 0 where organization_id = $1`,
      `select 1 from account union all select 1 from team where organization_id = $1 and false`,
    ],
    saying: /a condition (?:that is never true|on parameters alone)/,
  },
  'no join of tables on different nodes': {
    accepts: [
      `select 1 from team join member on true join account on true where organization_id = $1`,
      `select 1 from account_membership am join account a on a.id = am.account_id`,
      `with mine as (select * from account_membership where account_id = $1)
       select 1 from mine join account_membership theirs on theirs.account_id = $2`,
    ],
    refuses: [
      `select 1 from account_membership mine
       join account_membership theirs on theirs.organization_id = mine.organization_id
       where mine.account_id = $1 and theirs.account_id = $2`,
      `select 1 from account_membership am join team t on t.organization_id = $2
       where am.account_id = $1`,
      `update hostname h set n = 1 from team t where t.organization_id = $1 and h.name = $2`,
      `delete from hostname h using account_membership am where h.name = $1`,
      `select 1 union all select 1 from hostname, account_membership`,
    ],
    saying: /are joined, and lie on different nodes/,
  },
}

describe('the law of the cluster', () => {
  for (const [name, { accepts, refuses, saying }] of Object.entries(rules)) {
    describe(name, () => {
      for (const statement of accepts) {
        it(`accepts ${inOneLine(statement)}`, () => {
          assert.deepEqual(judgeForCluster(statement, catalogue), [])
        })
      }
      for (const statement of refuses) {
        it(`refuses ${inOneLine(statement)}`, () => {
          const problems = judgeForCluster(statement, catalogue)
          assert.equal(problems.length, 1, problems.join('\n'))
          assert.match(problems.join(), saying)
        })
      }
    })
  }

  it('says nothing of statements on tables that stay on the coordinator', () => {
    const local = `update pgboss.job set at = clock_timestamp(), n = case k when 1 then 2 end
      where $1 = 'x' returning now()`
    assert.deepEqual(judgeForCluster(local, catalogue), [])
  })
})

function inOneLine(statement: string): string {
  return statement.replaceAll(/\s+/g, ' ')
}
