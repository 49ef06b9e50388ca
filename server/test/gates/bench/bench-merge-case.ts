import { Client } from 'pg'

import type { BenchCase } from './bench-cases.ts'
import type { BenchTarget } from './bench-data.ts'
import { loadHttp, loadSql } from './bench-load.ts'

/** Half of the spaces are the api's and half the engine's, so that neither meets what the other did. */
const spaces = 64
const firstOfApi = spaces / 2 + 1
/** Each changes a page of its own; one is merged once, so there are more than a run can merge. */
const requestsPerSpace = 150
/** Sent and not yet answered when a round ends. */
const unanswered = 64

const spaceId = (number: string) => `'mergespace' || lpad((${number})::text, 10, '0')`
const pageId = (number: string) => `'page' || lpad((${number})::text, 16, '0')`
const requestId = (space: string, page: string) =>
  `'r' || lpad((${space})::text, 5, '0') || lpad((${page})::text, 14, '0')`

// The reference: the head moves if it is where it was, a version ends and one begins, and what tells of
// it is written. Reviewed, and never adapted to our own.
const bareMerge = `\\set s random(1, ${firstOfApi - 1})
\\set p random(1, ${requestsPerSpace})
with moved as (
  update branch set head_number = head_number + 1,
    head_revision_id = left(md5(random()::text), 20)
  where organization_id = :org and space_id = ${spaceId(':s')} and id = space_id
  returning organization_id, space_id, id, head_number, head_revision_id
), closed as (
  update entry_version as v set to_number = moved.head_number from moved
  where v.organization_id = :org and v.space_id = moved.space_id and v.branch_id = moved.id
    and v.entry_id = ${pageId(':p')} and v.to_number is null
  returning v.*, moved.head_number
), opened as (
  insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number, kind,
    position, slug, title, document_id, created_at, updated_at)
  select c.organization_id, c.space_id, c.branch_id, c.entry_id, c.head_number, c.kind,
    c.position, c.slug, c.title, c.document_id, c.created_at, now()
  from closed as c
), revised as (
  insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
    changed, created_by)
  select organization_id, space_id, head_revision_id, id, head_number, 'merge',
    array['before', 'request'], array[${pageId(':p')}], :user from moved
), merged as (
  update change_request as r set status = 'merged', updated_at = now(),
    version = version + 1, merged_revision_id = moved.head_revision_id
  from moved where r.organization_id = :org and r.space_id = moved.space_id
    and r.id = ${requestId(':s', ':p')}
), counted as (
  update space_counter set comments = comments
  where organization_id = :org and space_id = ${spaceId(':s')}
), told as (
  insert into event (organization_id, id, type, subject, payload)
  values (:org, left(md5(random()::text), 20), 'change_request_merged', 'request', '{}')
  returning id, organization_id, occurred_at, subject
), pending as (
  insert into event_pending (id, organization_id, occurred_at, subject)
  select id, organization_id, occurred_at, subject from told
), audited as (
  insert into audit_event
    (organization_id, id, action, actor_id, target_kind, target_id, request_id, details)
  values (:org, left(md5(random()::text), 20), 'change_request_merged', :user,
    'change_request', 'id', 'id', '{}')
)
select head_revision_id from moved;`

/** Each call merges a change request that no call has merged. */
function mergeScript(first: number): string {
  return `
local i = ${first}
request = function()
  local space = ${firstOfApi} + i % ${spaces - firstOfApi + 1}
  local page = math.floor(i / ${spaces - firstOfApi + 1}) + 1
  i = i + 1
  return wrk.format("POST", string.format("%s/mergespace%010d/change-requests/r%05d%014d/merge",
    wrk.path, space, space, page))
end`
}

/** A merge of one page, next to the least that the engine can do for it. */
export async function mergeCases(
  target: BenchTarget & { readonly url: string },
): Promise<BenchCase[]> {
  const { organizationId: org, userId: user, token, databaseUrl, url } = target
  await fillRequests(target)
  const available = (spaces - firstOfApi + 1) * requestsPerSpace
  let used = 0
  return [
    {
      name: 'merge, bare',
      side: 'engine',
      load: async (seconds) =>
        loadSql(databaseUrl, bareMerge, { seconds, variables: { org, user } }),
    },
    {
      name: 'merge',
      side: 'api',
      load: async (seconds) => {
        const headers = { authorization: `Bearer ${token}` }
        const script = mergeScript(used)
        const result = await loadHttp(`${url}/v1/spaces`, { seconds, headers, script })
        used += result.requests + unanswered
        if (used > available) {
          throw new Error('All change requests are merged: raise requestsPerSpace')
        }
        return result
      },
    },
  ]
}

async function fillRequests({
  databaseUrl,
  organizationId,
  userId,
}: BenchTarget): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const text of filling) {
      const values = text.includes('$2') ? [organizationId, userId] : [organizationId]
      await client.query(text, values)
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

const allSpaces = `generate_series(1, ${spaces}) as s`
const allPages = `${allSpaces} cross join generate_series(1, ${requestsPerSpace}) as p`

const filling = [
  `insert into directory select ${spaceId('s')}, 'space', $1 from ${allSpaces}`,
  `insert into content_node (organization_id, id, kind, title, position, lineage, created_by)
   select $1, ${spaceId('s')}, 'space', 'Space', ${spaceId('s')}, array[${spaceId('s')}], $2
   from ${allSpaces}`,
  `insert into space (organization_id, id) select $1, ${spaceId('s')} from ${allSpaces}`,
  `insert into space_counter (organization_id, space_id, change_requests,
     change_requests_draft)
   select $1, ${spaceId('s')}, ${requestsPerSpace}, ${requestsPerSpace} from ${allSpaces}`,
  `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
   select $1, ${spaceId('s')}, ${spaceId('s')}, 1, ${spaceId('s')} from ${allSpaces}`,
  `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
     changed, created_by)
   select $1, ${spaceId('s')}, ${spaceId('s')}, ${spaceId('s')}, 1, 'edits', '{}', '{}', $2
   from ${allSpaces}`,
  `insert into document (organization_id, space_id, id, markdown)
   select $1, ${spaceId('s')}, name || repeat('0', 27), 'Text ' || name || E'.\\n'
   from ${allSpaces} cross join unnest(array['first', 'other']) as name`,
  `insert into entry (organization_id, space_id, id, from_number)
   select $1, ${spaceId('s')}, ${pageId('p')}, 1 from ${allPages}`,
  `insert into branch (organization_id, space_id, id, head_number, head_revision_id,
     main_number)
   select $1, ${spaceId('s')}, ${requestId('s', 'p')}, 2, ${requestId('s', 'p')}, 1
   from ${allPages}`,
  `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
     changed, created_by, main_number)
   select $1, ${spaceId('s')}, ${requestId('s', 'p')}, ${requestId('s', 'p')}, 2, 'edits',
     array[${spaceId('s')}], array[${pageId('p')}], $2, 1
   from ${allPages}`,
  `insert into change_request (organization_id, space_id, id, number, created_by,
     initial_revision_id)
   select $1, ${spaceId('s')}, ${requestId('s', 'p')}, p, $2, ${spaceId('s')}
   from ${allPages}`,
  `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
     kind, position, slug, title, document_id, created_at, updated_at)
   select $1, ${spaceId('s')}, branch.id, ${pageId('p')}, branch.number, 'document',
     'b' || lpad(p::text, 4, '0') || 'V', 'page-' || p, 'Page ' || p,
     branch.document || repeat('0', 27), now(), now()
   from ${allPages} cross join lateral (
     values (${spaceId('s')}, 1, 'first'), (${requestId('s', 'p')}, 2, 'other')
   ) as branch (id, number, document)`,
]
