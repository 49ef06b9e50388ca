import { startSession } from '#/features/people/sessions/public.ts'

import type { Instance } from '../harness/instance.ts'

const members = 2_000
export const benchTeams = 64
export const benchSpaces = 64

export interface BenchTarget {
  readonly organizationId: string
  readonly userId: string
  readonly token: string
  /** The Cookie header of a browser that the same person is signed in with. */
  readonly cookie: string
  readonly databaseUrl: string
}

/** Members and teams whose ids can be computed, so that the bare engine can address them too. */
export async function fillForBench(
  { db, sample, databaseUrl }: Instance,
  broken: string | undefined,
): Promise<BenchTarget> {
  const organizationId = sample.organization
  await db.raw(
    `insert into account (id, display_name, email)
     select 'benchuser' || lpad(i::text, 11, '0'), 'Person ' || i, 'person' || i || '@bench.example'
     from generate_series(1, $1::integer) i`,
    [members],
  )
  await db.raw(
    `insert into member (organization_id, user_id, role, joined_at, search_text)
     select $1, 'benchuser' || lpad(i::text, 11, '0'), 'read', now() - i * interval '1 minute',
       'person ' || i || ' person' || i || '@bench.example'
     from generate_series(1, $2::integer) i`,
    [organizationId, members],
  )
  await db.raw(
    `update organization_counter set value = value + $2 where organization_id = $1 and name = 'members'`,
    [organizationId, members],
  )
  await db.raw(
    `insert into team (organization_id, id, title)
     select $1, 'benchteam' || lpad(i::text, 11, '0'), 'Team ' || i from generate_series(1, $2::integer) i`,
    [organizationId, benchTeams],
  )
  await fillSpaces(db, organizationId, sample.users.admin)
  if (broken === 'slow-reads') {
    // A thousand plain look-ups' worth of work hidden behind every read of the caller's own row.
    await db.raw('alter table member rename to member_stored')
    await db.raw(
      `create view member as select m.* from member_stored m
       where (select count(*) from generate_series(1, 30000) s where s % 7 = length(m.user_id) % 7) >= 0`,
    )
  }
  await db.raw('create extension if not exists pg_stat_statements')
  await db.raw('analyze')
  return {
    organizationId,
    userId: sample.users.admin,
    token: sample.tokens.admin,
    cookie: await signIn(db, sample.users.admin),
    databaseUrl,
  }
}

async function signIn(db: Instance['db'], accountId: string): Promise<string> {
  const { cookie } = await db.transaction(async (tx) =>
    startSession(
      tx,
      { SESSION_HOURS: 24 },
      { accountId, way: 'link', address: '192.0.2.1', userAgent: undefined },
    ),
  )
  return cookie.split(';', 1).join('')
}

/** Empty ones, to comment on. */
async function fillSpaces(
  db: Instance['db'],
  organizationId: string,
  userId: string,
): Promise<void> {
  const spaces = `(select 'benchspace' || lpad(i::text, 10, '0') as id
    from generate_series(1, ${benchSpaces}) i) as s`
  const statements = [
    `insert into directory select s.id, 'space', $1 from ${spaces}`,
    `insert into content_node (organization_id, id, kind, title, position, lineage, created_by)
     select $1, s.id, 'space', 'Space', s.id, array[s.id], '${userId}' from ${spaces}`,
    `insert into space (organization_id, id) select $1, s.id from ${spaces}`,
    `insert into space_counter (organization_id, space_id) select $1, s.id from ${spaces}`,
    `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
     select $1, s.id, s.id, 1, 'first' from ${spaces}`,
  ]
  for (const text of statements) await db.raw(text, [organizationId])
}
