import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { type Catalogue, judgeStatement } from './tenant-law.ts'

const catalogue: Catalogue = {
  tenantTables: new Set(['organization', 'member', 'team', 'team_member', 'event']),
  columns: new Map([
    ['organization', ['organization_id', 'title']],
    ['member', ['organization_id', 'user_id', 'role', 'teams']],
    ['team', ['organization_id', 'id', 'title']],
    ['team_member', ['organization_id', 'team_id', 'user_id', 'role']],
    ['event', ['organization_id', 'id', 'occurred_at']],
    ['account', ['id', 'email']],
    ['account_membership', ['account_id', 'organization_id']],
    ['directory', ['id', 'organization_id']],
  ]),
}

const bound: Record<string, string> = {
  'a parameter': `select title from team where organization_id = $1 and id = $2`,
  'a parameter on the left, cast': `select 1 from team t where $1::text = t.organization_id`,
  'a row comparison': `select 1 from team where (organization_id, id) = ($1, $2)`,
  'an inner join, each table by itself': `
    select t.id from team t join member m on m.organization_id = $1
    where t.organization_id = $1`,
  'an inner join, also by each other': `
    select t.id from team t, member m
    where m.organization_id = t.organization_id and m.organization_id = $1
      and t.organization_id = $1`,
  'an inner join whose condition binds both': `
    select 1 from team t join member m on m.organization_id = $1 and t.organization_id = $1`,
  'a join with USING of another column': `
    select id from team t join team_member tm using (title)
    where t.organization_id = $1 and tm.organization_id = $1`,
  'an outer join whose own condition binds the joined table': `
    select t.id from member me
    left join team t on t.organization_id = $1 and t.id = $2
    where me.organization_id = $1`,
  'a right join whose own condition binds the table on the left': `
    select t.id from team t
    right join member me on t.organization_id = $1 where me.organization_id = $1`,
  'a chain of joins': `
    select 1 from organization o join team t on t.organization_id = $1
    join team_member tm on tm.organization_id = $1 and tm.team_id = t.id
    where o.organization_id = $1`,
  'a lateral query bound by itself': `
    select page.* from member as me
    left join lateral (
      select t.id from team t where t.organization_id = $1 limit $3
    ) as page on true
    where me.organization_id = $1 and me.user_id = $2`,
  'a query in FROM, and its neighbour': `
    select 1 from (select organization_id as home from member where organization_id = $1) mine
    join team t on t.organization_id = mine.home and t.organization_id = $1`,
  'EXISTS bound by itself': `
    select 1 from team t where t.organization_id = $1 and exists (
      select 1 from team_member o where o.organization_id = $1 and o.team_id = t.id)`,
  'a scalar query in the select list': `
    select (select count(*) from member m where m.organization_id = $1) as members`,
  'a CTE, and what is joined with it': `
    with mine as (select * from team_member where organization_id = $1)
    select t.title from mine join team t on t.id = mine.team_id and t.organization_id = $1`,
  'a CTE that hides a tenant table of the same name': `
    with team as (select $1::text as organization_id) select * from team`,
  'a recursive CTE bound at its start and at each step': `
    with recursive up as (
      select id from team where organization_id = $1
      union all
      select t.id from team t join up on t.id = up.id where t.organization_id = $1
    ) select * from up`,
  'every branch of a UNION': `
    select user_id from member where organization_id = $1
    union all
    select tm.user_id from account a join team_member tm on tm.organization_id = $1 and tm.user_id = a.id`,
  'an update': `update team set title = $3 where organization_id = $1 and id = $2`,
  'an update with FROM': `
    update team t set title = m.role from member m
    where m.organization_id = $1 and t.organization_id = $1`,
  'a delete with USING': `
    delete from team_member tm using team t
    where tm.organization_id = $1 and t.organization_id = $1`,
  'an insert of values': `insert into team (id, organization_id) values ($1, $2), ($3, $2)`,
  'an insert from a select, which may update': `
    insert into team_member as tm (organization_id, team_id, user_id)
    select $1, $2, w.user_id from unnest($3::text[]) as w (user_id)
    on conflict (organization_id, team_id, user_id) do update set role = excluded.role`,
  'an insert of a column that is bound': `
    insert into team (organization_id, id)
    select m.organization_id, m.user_id from member m where m.organization_id = $1`,
  'an insert from what another one returned': `
    with written as (
      insert into event (organization_id, id) select $1, r.id
      from jsonb_to_recordset($2::jsonb) as r (id text) returning id, organization_id
    )
    insert into team (organization_id, id) select organization_id, id from written`,
  'an insert with values from a FROM list': `
    insert into team (organization_id, id)
    select v.org, v.id from (values ($1, $2), ($1, $4)) as v (org, id)`,
  'an update inside a CTE': `
    with leaving as (
      update member set teams = teams - 1
      where organization_id = $1 and user_id in (
        select user_id from team_member where organization_id = $1 and team_id = $3)
    )
    delete from team where organization_id = $1 and id = $5`,
  'a lock': `select id from team t where t.organization_id = $1 for update of t`,
  'a table of another schema': `select * from pgboss.team`,
  'no tenant table at all': `select organization_id from directory where id = $1`,
  'a DO block on other tables': `do $$ declare event text; begin delete from pgboss.job; end $$`,
  'a change of layout': `alter table team add column colour text`,
}

/** Equal to the parameter in every row, but not by a comparison of their own. */
const throughOthers: Record<string, [statement: string, complaint: RegExp]> = {
  'an inner join': [
    `select t.id from team t join member m on m.organization_id = t.organization_id
     where t.organization_id = $1`,
    /^member "m": its organization_id equals the parameter only through another column/,
  ],
  'an inner join from its far end': [
    `select t.id from team t, member m
     where m.organization_id = t.organization_id and m.organization_id = $1`,
    /^team "t": .*through another/,
  ],
  'a join with USING': [
    `select id from team join team_member using (organization_id) where organization_id = $1`,
    /^team_member: .*through another/,
  ],
  'an outer join': [
    `select t.id from member me
     left join team t on t.organization_id = me.organization_id and t.id = $2
     where me.organization_id = $1`,
    /^team "t": .*through another/,
  ],
  'a global table that is bound itself': [
    `select o.title from account_membership am
     join organization o on o.organization_id = am.organization_id
     where am.account_id = $1 and am.organization_id = $2`,
    /^organization "o": .*through another/,
  ],
  'the neighbour of a lateral query': [
    `select page.* from member as me
     left join lateral (
       select t.id from team t where t.organization_id = me.organization_id limit $3
     ) as page on true
     where me.organization_id = $1 and me.user_id = $2`,
    /^team "t": .*through another/,
  ],
  'a query in FROM': [
    `select 1 from (select organization_id as home from member where organization_id = $1) mine
     join team t on t.organization_id = mine.home`,
    /^team "t": .*through another/,
  ],
  'a query in FROM that only hands on the parameter': [
    `select 1 from (select $1::text as home) mine join team t on t.organization_id = mine.home`,
    /^team "t": .*through another/,
  ],
  'the query around EXISTS': [
    `select 1 from team t where t.organization_id = $1 and exists (
       select 1 from team_member o where o.organization_id = t.organization_id)`,
    /^team_member "o": .*through another/,
  ],
  'a scalar query': [
    `with me as (select organization_id from member where organization_id = $1 and user_id = $2)
     select 1 from team where organization_id = (select organization_id from me)`,
    /^team: .*through another/,
  ],
  'a CTE': [
    `with mine as (select * from team_member where organization_id = $1)
     select t.title from mine join team t on t.organization_id = mine.organization_id`,
    /^team "t": .*through another/,
  ],
  'a CTE with other column names': [
    `with mine (org, usr) as (select organization_id, user_id from member where organization_id = $1)
     select 1 from mine join team t on t.organization_id = mine.org`,
    /^team "t": .*through another/,
  ],
  'the recursion it is a step of': [
    `with recursive up as (
       select organization_id, id from team where organization_id = $1
       union all
       select t.organization_id, t.id from team t join up on t.organization_id = up.organization_id
     ) select * from up`,
    /^team "t": .*through another/,
  ],
  'the updated table': [
    `update team t set title = m.role from member m
     where m.organization_id = t.organization_id and t.organization_id = $1`,
    /^member "m": .*through another/,
  ],
  'the table after USING of a delete': [
    `delete from team_member tm using team t
     where tm.organization_id = t.organization_id and t.organization_id = $1`,
    /^team_member "tm": .*through another/,
  ],
}

const open: Record<string, [statement: string, complaint: RegExp]> = {
  'no condition': [`select * from team`, /^team: nothing makes/],
  'another column': [`select * from team where id = $1`, /^team:/],
  OR: [`select * from team where organization_id = $1 or id = $2`, /^team:/],
  'OR with a missing parameter': [
    `select * from team where (organization_id = $1 or $1 is null) and id = $2`,
    /^team:/,
  ],
  inequality: [`select * from team where organization_id <> $1`, /^team:/],
  'the negated equality': [
    `select * from team where not (organization_id = $1)`,
    /^team:/,
  ],
  'the equality under CASE': [
    `select * from team where case when $2 then organization_id = $1 else true end`,
    /^team:/,
  ],
  ANY: [`select * from team where organization_id = any($1)`, /^team:/],
  IN: [`select * from team where organization_id in ($1, $2)`, /^team:/],
  'IN over a query': [
    `select * from team where organization_id in (
       select organization_id from account_membership where account_id = $1)`,
    /^team:/,
  ],
  LIKE: [`select * from team where organization_id like $1`, /^team:/],
  'coalesce that makes the condition always true': [
    `select * from team where organization_id = coalesce($1, organization_id)`,
    /^team: its organization_id only equals/,
  ],
  'equality with itself': [
    `select * from team where organization_id = organization_id`,
    /^team: its/,
  ],
  'a column that is cut before it is compared': [
    `select * from team where organization_id::varchar(1) = $1`,
    /^team:/,
  ],
  'a global table only': [
    `select o.* from account_membership am
     join organization o on o.organization_id = am.organization_id where am.account_id = $1`,
    /^organization "o": its/,
  ],
  'the directory': [
    `select * from team where organization_id = (select organization_id from directory where id = $1)`,
    /^team: its/,
  ],
  'an unrelated query': [
    `select * from team t where exists (select 1 from member m where m.organization_id = $1)`,
    /^team "t": nothing/,
  ],
  'a condition on it inside another query': [
    `select * from team t where exists (select 1 from account a where t.organization_id = $1)`,
    /^team "t": nothing/,
  ],
  'an unqualified column that belongs to the outer query': [
    `select * from account a, team t where t.organization_id = $1 and exists (
       select 1 from account where organization_id = $1 and exists (select 1 from member))`,
    /^member:/,
  ],
  'the table inside EXISTS': [
    `select * from team t where t.organization_id = $1 and exists (
       select 1 from team_member tm where tm.team_id = t.id)`,
    /^team_member "tm": nothing/,
  ],
  'one branch of a UNION': [
    `select id from team where organization_id = $1 union select user_id from member`,
    /^member:/,
  ],
  'a UNION that hands on a column bound in one branch only': [
    `select t.id from team t join (
       select organization_id from member where organization_id = $1
       union all select organization_id from directory) u
     on u.organization_id = t.organization_id`,
    /^team "t": its/,
  ],
  'a neighbour in FROM': [
    `select * from team t, member m where t.organization_id = $1 and m.user_id = $2`,
    /^member "m":/,
  ],
  'an outer join that keeps the rows its condition refuses': [
    `select * from team t left join member m
       on m.organization_id = $1 and t.organization_id = $1`,
    /^team "t": its/,
  ],
  'a full join': [
    `select * from team t full join account a on t.organization_id = $1`,
    /^team "t": its/,
  ],
  'a natural join': [
    `select * from team t natural join member m where t.organization_id = $1`,
    /^member "m":/,
  ],
  'a CTE that is tied only where it is used': [
    `with everyone as (select * from member) select * from everyone where organization_id = $1`,
    /^member:/,
  ],
  'a tied CTE beside an open table': [
    `with mine as (select * from team where organization_id = $1)
     select * from mine, team t where t.id = mine.id`,
    /^team "t":/,
  ],
  'a CTE that names another column organization_id': [
    `with mine as (select user_id as x, account_id as organization_id
       from member, account_membership am where member.organization_id = $1)
     select * from mine join team t on t.organization_id = mine.organization_id`,
    /^team "t": its/,
  ],
  'a recursion that leaves the organization': [
    `with recursive up as (
       select organization_id, id from team where organization_id = $1
       union all select d.organization_id, d.id from directory d join up on d.id = up.id
     ) select * from up join member m on m.organization_id = up.organization_id`,
    /^member "m": its/,
  ],
  'a table whose columns are renamed': [
    `select * from team as t (id, organization_id) where t.organization_id = $1`,
    /^team "t":/,
  ],
  'an update': [`update team set title = $1 where id = $2`, /^team:/],
  'an update tied in its assignment only': [
    `update team set title = (select title from organization where organization_id = $1) where id = $2`,
    /^team:/,
  ],
  'an update that moves a row': [
    `update team t set organization_id = d.organization_id from directory d
     where t.organization_id = $1 and d.id = $2`,
    /^team "t": its organization_id is changed/,
  ],
  'a delete': [`delete from team where id = any($1)`, /^team:/],
  'a delete inside a CTE': [
    `with gone as (delete from member where user_id = $2) select 1 from team where organization_id = $1`,
    /^member:/,
  ],
  'an insert of a literal': [
    `insert into team (organization_id, id) values ('acme', $1)`,
    /^team: an inserted row/,
  ],
  'one row of an insert': [
    `insert into team (organization_id, id) values ($1, $2), (default, $3)`,
    /^team: an inserted row/,
  ],
  'an insert whose columns are not named': [
    `insert into team values ($1, $2, $3)`,
    /^team: an inserted row/,
  ],
  'an insert that takes organizations from its rows': [
    `insert into team (organization_id, id)
     select r.organization_id, r.id from jsonb_to_recordset($1) as r (organization_id text, id text)`,
    /^team: an inserted row/,
  ],
  'a partition': [`delete from event_20260102 where id = $1`, /^event_20260102:/],
  'the schema spelled out': [`select * from public.team`, /^team:/],
  truncate: [`truncate team`, /TruncateStmt/],
  copy: [`copy team to stdout`, /CopyStmt/],
  merge: [
    `merge into team t using account a on t.id = a.id when matched then delete`,
    /MergeStmt/,
  ],
  'a DO block': [`do $$ begin delete from\n  team; end $$`, /DO block/],
  'two organizations': [
    `select 1 from team t join member m on m.organization_id = $2 where t.organization_id = $1`,
    /bound to more than one parameter/,
  ],
  'the second of two statements': [
    `select 1 from team where organization_id = $1; delete from team`,
    /^team:/,
  ],
}

describe('the judge of statements', () => {
  for (const [name, statement] of Object.entries(bound)) {
    it(`accepts ${name}`, () => {
      assert.deepEqual(judgeStatement(statement, catalogue).problems, [])
    })
  }
  for (const [name, [statement, complaint]] of Object.entries(open)) {
    it(`refuses a statement open by ${name}`, () => {
      const { problems } = judgeStatement(statement, catalogue)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems.join(), complaint)
    })
  }
  for (const [name, [statement, complaint]] of Object.entries(throughOthers)) {
    it(`refuses a table bound only through ${name}`, () => {
      const { problems } = judgeStatement(statement, catalogue)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems.join(), complaint)
    })
  }

  it('tells statements on tenant tables from all others', () => {
    const onTenant = judgeStatement(
      'select 1 from team where organization_id = $1',
      catalogue,
    )
    const onGlobal = judgeStatement('select * from account', catalogue)
    assert.deepEqual([onTenant.touchesTenants, onGlobal.touchesTenants], [true, false])
  })
})
