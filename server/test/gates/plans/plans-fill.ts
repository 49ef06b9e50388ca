import type { Client } from 'pg'

import { filling, type GrownWorld } from '../growth/growth-world.ts'
import { siteFills } from './plans-sites.ts'

/**
 * Enough of everything that stands around content, in this organization and more of it in another, so
 * that a plan which reads too much of it shows: spaces without pages, teams, access, invites, imports,
 * sites.
 */
export async function fillAround(world: GrownWorld): Promise<void> {
  const { sample } = world.instance
  const { admin, outsider } = sample.users
  await filling(world.instance, async (client) => {
    const here = { organizationId: world.organizationId, createdBy: admin, code: 'h' }
    const there = {
      organizationId: sample.otherOrganization,
      createdBy: outsider,
      code: 't',
    }
    await fillOrganization(client, { ...here, rows: 3_000 })
    await fillOrganization(client, { ...there, rows: 9_000 })
    await client.query('vacuum analyze')
  })
}

interface Filled {
  readonly organizationId: string
  readonly createdBy: string
  /** In all ids. */
  readonly code: string
  readonly rows: number
}

const series = 'generate_series(1, $4::integer) as i'
const user = `'growthuser' || lpad((1 + i % 2000)::text, 10, '0')`

function idOf(letter: string): string {
  return `'${letter}' || $3::text || lpad(i::text, 18, '0')`
}

/** Each with the organization, who made it, the code of its ids and how many. */
const fills = [
  `insert into content_node (organization_id, id, kind, title, position, lineage, created_by)
   select $1, ${idOf('s')}, 'space', 'Space ' || i, 'y' || i, array[${idOf('s')}], $2
   from ${series}`,
  `insert into space (organization_id, id) select $1, ${idOf('s')} from ${series}`,
  `insert into space_counter (organization_id, space_id) select $1, ${idOf('s')} from ${series}`,
  `insert into directory (id, kind, organization_id) select ${idOf('s')}, 'space', $1 from ${series}`,
  `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
   select $1, ${idOf('s')}, ${idOf('s')}, 1, ${idOf('r')} from ${series}`,
  `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
     changed, created_by)
   select $1, ${idOf('s')}, ${idOf('r')}, ${idOf('s')}, 1, 'edits', '{}', '{}', $2 from ${series}`,
  `insert into search_state (organization_id, space_id, indexed_number, recipe, dictionary)
   select $1, ${idOf('s')}, 1, s.recipe, s.dictionary
   from (select recipe, dictionary from search_state limit 1) s, ${series}`,
  `insert into team (organization_id, id, title, members, spaces)
   select $1, ${idOf('t')}, 'Team ' || i, 1, 1 from ${series}`,
  `insert into team_member (organization_id, team_id, user_id, role)
   select $1, ${idOf('t')}, ${user}, 'member' from ${series}`,
  `insert into team_grant (organization_id, content_id, team_id, role)
   select $1, ${idOf('s')}, ${idOf('t')}, 'read' from ${series}`,
  // Whoever makes a space is given a role on it.
  `insert into user_grant (organization_id, content_id, user_id, role)
   select $1, ${idOf('s')}, g.user_id, 'admin' from ${series}
   cross join lateral (values ($2::text), (${user})) as g (user_id)`,
  `insert into api_token (hash, id, account_id, label, scopes)
   select ${idOf('h')}, ${idOf('k')}, ${user}, 'Token', '{read}' from ${series}`,
  `insert into link_invite (organization_id, id, role, created_by)
   select $1, ${idOf('l')}, 'read', $2 from ${series}`,
  `insert into import_run (organization_id, id, space_id, mode, upload_keys, upload_names,
     status, created_by)
   select $1, ${idOf('m')}, ${idOf('s')}, 'add', '{}', '{}', 'completed', $2 from ${series}`,
  `insert into upload (organization_id, key, kind, name, content_type, size, created_by,
     expires_at, used_at)
   select $1, ${idOf('u')}, 'import_file', 'page.md', 'text/markdown', 1, $2,
     now() + interval '1 day', now() from ${series}`,
  `update organization_counter set value = value + $4
   where organization_id = $1 and name in ('teams', 'link-invites')`,
  ...siteFills,
]

async function fillOrganization(
  client: Client,
  { organizationId, createdBy, code, rows }: Filled,
): Promise<void> {
  // A statement that has no use for one of them still has to say of what type it is.
  const typed =
    'where $1::text is not null and $2::text is not null and $3::text is not null'
  for (const text of fills) {
    const whole = text.startsWith('insert') ? `${text} ${typed}` : text
    await client.query(
      whole.includes('$2')
        ? whole
        : `${whole} and $2::text is not null and $3::text is not null`,
      [organizationId, createdBy, code, rows],
    )
  }
}
