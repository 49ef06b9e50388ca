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
import { filling, type GrownWorld } from './growth-world.ts'

const smallComments = 100
const pageSize = 50
const queries = ['status=all', 'status=open&order=asc', 'status=resolved']

/** Comments on a space that has very many page at about the cost of those on one that has a hundred. */
export async function compareComments(
  measured: Measured,
  { effort, say }: { effort: Effort; say: (line: string) => void },
): Promise<Compared[]> {
  const { instance } = measured.world
  const spaces = spacesOf(measured.world)
  const compared: Compared[] = []
  for (const query of queries) {
    const list = (spaceId: string) => `/spaces/${spaceId}/comments?${query}`
    const small = [`${list(spaces.small)}&limit=${pageSize}`]
    const cursors = await cursorsOf(instance, measured.api.url, list(spaces.large))
    for (const [place, page] of Object.entries(cursors)) {
      const from = page === undefined ? '' : `&page=${page}`
      const large = [`${list(spaces.large)}&limit=${pageSize}${from}`]
      const { one, other } = await costsOf(
        readsOf(measured, small),
        readsOf(measured, large),
        effort,
      )
      const result = compare(`comments ${query}, ${place} page`, one, other)
      say(`  ${result.text}`)
      compared.push(result)
    }
  }
  return compared
}

function spacesOf({ spaceIds }: GrownWorld) {
  const [small, large] = spaceIds
  if (small === undefined || large === undefined) throw new Error('Two spaces are needed')
  return { small, large }
}

export async function fillComments(world: GrownWorld, comments: number): Promise<void> {
  await filling(world.instance, async (client) => {
    const spaces = spacesOf(world)
    await fillSpace(client, world, { spaceId: spaces.small, comments: smallComments })
    await fillSpace(client, world, { spaceId: spaces.large, comments })
    await client.query('vacuum analyze comment, space_counter')
  })
}

/** Every other is resolved, so that each list of the small space fills a page. */
async function fillSpace(
  client: Client,
  { instance, organizationId }: GrownWorld,
  { spaceId, comments }: { spaceId: string; comments: number },
): Promise<void> {
  const postedBy = instance.sample.users.admin
  await client.query(
    `insert into comment (organization_id, space_id, id, branch_id, revision_id, body, posted_by,
       posted_at, is_resolved, resolved_by, resolved_at)
     select $1, $2, 'growthcomment' || lpad(i::text, 10, '0'), $2, b.head_revision_id,
       'Is this still true of release ' || i || '?', $3, now() - i * interval '1 minute',
       i % 2 = 0, case when i % 2 = 0 then $3 end, case when i % 2 = 0 then now() end
     from generate_series(1, $4::integer) as i, branch as b
     where b.organization_id = $1 and b.space_id = $2 and b.id = $2`,
    [organizationId, spaceId, postedBy, comments],
  )
  await client.query(
    `insert into space_counter (organization_id, space_id, comments, comments_total)
     select $1, $2, count(*) filter (where not is_resolved), count(*) from comment
     where organization_id = $1 and space_id = $2
     on conflict (organization_id, space_id) do update
     set comments = excluded.comments, comments_total = excluded.comments_total`,
    [organizationId, spaceId],
  )
}
