import type { SampleName } from '#test/sample.ts'

import type { seeded } from '../../../../tools/gate.ts'
import type { Instance } from '../harness/instance.ts'

/** A write that somebody wants to happen once, however often it is sent. */
export interface LogicalWrite {
  readonly kind: WriteKind
  /** Unlike that of every other write; its effects are found by it. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: object
  readonly caller: SampleName
  readonly status: number
}

const shares = {
  team: 35,
  link: 20,
  organization: 15,
  token: 10,
  mail: 10,
  rename: 10,
} as const
export type WriteKind = keyof typeof shares

const kinds: readonly WriteKind[] = Object.entries(shares).flatMap(([kind, share]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
  Array.from({ length: share }, () => kind as WriteKind),
)
// An account may have 100, and each of these has one already.
const tokensPerAccountMax = 90
const tokenOwners: readonly SampleName[] = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  'guest',
  'outsider',
]
const renamedTeams = 8

/** All the writes of a run, in the order they are begun. */
export async function planWrites(
  { db, sample: { organization } }: Instance,
  random: ReturnType<typeof seeded>,
  count: number,
): Promise<LogicalWrite[]> {
  await db.raw(
    `insert into team (organization_id, id, title)
     select $1, 'renamed' || lpad(i::text, 13, '0'), 'Waiting for a name'
     from generate_series(0, $2::integer - 1) i`,
    [organization, renamedTeams],
  )
  await db.raw(
    `insert into organization_counter (organization_id, name, value) values ($1, 'teams', $2)
     on conflict (organization_id, name) do update
       set value = organization_counter.value + excluded.value`,
    [organization, renamedTeams],
  )
  let tokens = 0
  return Array.from({ length: count }, (_, index) => {
    const kind = random.pick(kinds)
    if (kind !== 'token') return writeOf(kind, index, organization)
    tokens += 1
    return tokens > tokensPerAccountMax * tokenOwners.length
      ? writeOf('team', index, organization)
      : writeOf('token', index, organization)
  })
}

function writeOf(kind: WriteKind, index: number, organization: string): LogicalWrite {
  const name = `${kind}-${index}`
  const defaults = { caller: 'admin', method: 'POST', status: 201 } as const
  const inOrganization = `/v1/orgs/${organization}`
  return { kind, name, ...defaults, ...requests[kind]({ name, index, inOrganization }) }
}

type RequestOf = (of: {
  readonly name: string
  readonly index: number
  readonly inOrganization: string
}) => Pick<LogicalWrite, 'path' | 'body'> & Partial<LogicalWrite>

const requests: Readonly<Record<WriteKind, RequestOf>> = {
  team: ({ name, inOrganization }) => ({
    method: 'PUT',
    path: `${inOrganization}/teams`,
    body: { title: name },
  }),
  link: ({ inOrganization }) => ({
    path: `${inOrganization}/link-invites`,
    body: { role: 'read' },
  }),
  organization: ({ name }) => ({ path: '/v1/orgs', body: { title: name } }),
  token: ({ name, index }) => ({
    path: '/v1/user/tokens',
    body: { label: name },
    caller: tokenOwners[index % tokenOwners.length] ?? 'admin',
  }),
  mail: ({ name, inOrganization }) => ({
    path: `${inOrganization}/invites`,
    body: { emails: [`${name}@invited.example`] },
    status: 200,
  }),
  rename: ({ name, index, inOrganization }) => ({
    method: 'PATCH',
    path: `${inOrganization}/teams/renamed${String(index % renamedTeams).padStart(13, '0')}`,
    body: { title: name },
    status: 200,
  }),
}

/** How often each named write happened. What has no name of its own is found by the request's. */
const effects: Readonly<Record<WriteKind, string>> = {
  team: `select title as name, count(*)::integer as times from team
    where title like 'team-%' group by title`,
  link: `select a.request_id as name, count(*)::integer as times
    from link_invite l
    left join audit_event a on a.organization_id = l.organization_id and a.target_id = l.id
    group by a.request_id`,
  organization: `select title as name, count(*)::integer as times from organization
    where title like 'organization-%' group by title`,
  token: `select label as name, count(*)::integer as times from api_token
    where label like 'token-%' group by label`,
  mail: `select split_part(i.email, '@', 1) as name, count(*)::integer as times
    from mail_invite i
    left join pgboss.job j on j.data->>'inviteId' = i.id and j.name = 'invites.send-mail'
    group by i.email`,
  rename: `select request_id as name, count(*)::integer as times from audit_event
    where action = 'team_renamed' group by request_id`,
}

export async function countEffects({
  db,
}: Instance): Promise<Map<string, { kind: WriteKind; times: number }>> {
  const found = new Map<string, { kind: WriteKind; times: number }>()
  for (const [kind, statement] of Object.entries(effects)) {
    const { rows } = await db.raw(statement)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statements above name their columns
    for (const { name, times } of rows as { name: string | null; times: number }[]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
      found.set(name ?? `${kind} of nobody`, { kind: kind as WriteKind, times })
    }
  }
  return found
}

/** A rename that happened twice under one name would still show here. */
export async function countRenames({ db }: Instance): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(version - 1), 0)::integer as renames from team where id like 'renamed%'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return (rows as { renames: number }[])[0]?.renames ?? 0
}
