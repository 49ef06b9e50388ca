import type { Client } from 'pg'

import {
  compare,
  type Compared,
  costsOf,
  type Effort,
  type Measured,
  readsOf,
} from './growth-cost.ts'
import { cursorsOf } from './growth-cursors.ts'
import { filling } from './growth-world.ts'
import type { Instance } from '../harness/instance.ts'

const smallMembers = 100
const pageSize = 50
const queries = [
  'sort=joinedAt&order=desc',
  'sort=joinedAt&order=asc',
  'sort=lastSeenAt&order=desc',
  'sort=lastSeenAt&order=asc',
]

/** Members of a large organization page at about the cost of those of one of a hundred. */
export async function compareMembers(
  measured: Measured,
  { effort, say }: { effort: Effort; say: (line: string) => void },
): Promise<Compared[]> {
  const { instance } = measured.world
  const { url } = measured.api
  const organizations = organizationsOf(instance)
  const compared: Compared[] = []
  for (const query of queries) {
    const target = (organizationId: string, page: string | undefined) =>
      `/orgs/${organizationId}/members?${query}&limit=${pageSize}${page === undefined ? '' : `&page=${page}`}`
    const small = [target(organizations.small, undefined)]
    const cursors = await cursorsOf(
      instance,
      url,
      `/orgs/${organizations.large}/members?${query}`,
    )
    for (const [place, page] of Object.entries(cursors)) {
      const large = [target(organizations.large, page)]
      const { one, other } = await costsOf(
        readsOf(measured, small),
        readsOf(measured, large),
        effort,
      )
      const result = compare(`members ${query}, ${place} page`, one, other)
      say(`  ${result.text}`)
      compared.push(result)
    }
  }
  return compared
}

export function organizationsOf({ sample }: Instance) {
  return { small: sample.otherOrganization, large: sample.organization }
}

export async function fillMembers(instance: Instance, members: number): Promise<void> {
  return filling(instance, async (client) => fillWith(client, instance, members))
}

async function fillWith(
  client: Client,
  instance: Instance,
  members: number,
): Promise<void> {
  const { sample } = instance
  const organizations = organizationsOf(instance)
  const sizes = { small: smallMembers, large: members }
  // The admin of the large one reads both.
  await client.query(
    `insert into member (organization_id, user_id, role, search_text)
     values ($1, $2, 'admin', 'admin') on conflict do nothing`,
    [organizations.small, sample.users.admin],
  )
  await client.query(
    `insert into account (id, display_name, email)
     select 'growthuser' || lpad(i::text, 10, '0'), 'Person ' || i, 'person' || i || '@growth.example'
     from generate_series(1, $1::integer) i`,
    [sizes.large],
  )
  for (const size of ['small', 'large'] as const) {
    await client.query(
      `insert into member (organization_id, user_id, role, joined_at, last_seen_at, search_text)
       select $1, 'growthuser' || lpad(i::text, 10, '0'), 'read', now() - i * interval '1 minute',
         now() - i * interval '7 seconds', 'person ' || i || ' person' || i || '@growth.example'
       from generate_series(1, $2::integer) i`,
      [organizations[size], sizes[size]],
    )
    await client.query(
      `insert into organization_counter (organization_id, name, value)
       select $1, name, count(*) from member, unnest(array['members', 'members-seen']) as name
       where organization_id = $1 and (name = 'members' or last_seen_at is not null)
       group by name
       on conflict (organization_id, name) do update set value = excluded.value`,
      [organizations[size]],
    )
  }
  await client.query('vacuum analyze member, account')
}
