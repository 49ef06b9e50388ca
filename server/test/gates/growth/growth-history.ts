import type { Client } from 'pg'

import type { FilledOrganization } from './growth-multiply.ts'
import { pagesPerSpace } from './growth-template.ts'

/** Names that each page had one after the other, whatever the number of revisions. */
const names = 5

interface Growing extends FilledOrganization {
  readonly spaceId: string
  readonly revisions: number
}

/**
 * Gives one copied space a history: each revision changes the text of one page, all in turn, and at
 * times its name.
 */
export async function growHistory(client: Client, growing: Growing): Promise<void> {
  const { organizationId, spaceId, createdBy, revisions } = growing
  await planHistory(client, growing)
  for (const text of versions) await client.query(text, [organizationId, spaceId])
  await client.query(
    `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
       changed, created_by)
     select $1, $2, 'r' || lpad(p.number::text, 19, '0'), $2, p.number, 'edits',
       array['r' || lpad((p.number - 1)::text, 19, '0')], array[p.entry_id], $3
     from past p order by p.number`,
    [organizationId, spaceId, createdBy],
  )
  for (const text of heads) {
    await client.query(text, [organizationId, spaceId, revisions])
  }
  await client.query('drop table past')
}

/** Which page each revision changes, and what it is called from then on. */
async function planHistory(
  client: Client,
  { organizationId, spaceId, revisions }: Growing,
): Promise<void> {
  await client.query(
    'create temporary table past (entry_id text collate "C", number integer, name integer)',
  )
  await client.query(
    `insert into past
     select page.entry_id, b.head_number + 1 + step.n, step.n * ${names} / $3::bigint
     from (select e.entry_id, row_number() over (order by e.entry_id) - 1 as place
       from entry_version e where e.organization_id = $1 and e.space_id = $2
         and e.kind = 'document' and e.to_number is null) as page
     join lateral generate_series(page.place, $3::bigint - 1, ${pagesPerSpace}) as step (n)
       on true
     cross join (select head_number from branch
       where organization_id = $1 and space_id = $2) as b`,
    [organizationId, spaceId, revisions],
  )
  await client.query('create index on past (entry_id, number)')
  await client.query('analyze past')
}

/** Each with the organization and the space. */
const versions = [
  `insert into document (organization_id, space_id, id, markdown)
   select $1, $2, lpad(p.number::text, 32, '0'), d.markdown || p.number
   from past p
   join entry_version v on v.organization_id = $1 and v.space_id = $2
     and v.entry_id = p.entry_id and v.to_number is null
   join document d on d.organization_id = $1 and d.space_id = $2 and d.id = v.document_id
   order by p.number`,
  `update entry_version v set to_number = p.number
   from (select entry_id, min(number) as number from past group by entry_id) p
   where v.organization_id = $1 and v.space_id = $2 and v.entry_id = p.entry_id
     and v.from_number < p.number`,
  `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
     to_number, kind, parent_id, position, slug, title, attributes, head, document_id, links,
     targets, uses, created_at, updated_at)
   select $1, $2, $2, p.entry_id, p.number,
     (select min(l.number) from past l where l.entry_id = p.entry_id and l.number > p.number),
     v.kind, v.parent_id, v.position, v.slug || '-' || p.name, v.title, v.attributes, v.head,
     lpad(p.number::text, 32, '0'), v.links, v.targets, v.uses, v.created_at, now()
   from past p
   join entry_version v on v.organization_id = $1 and v.space_id = $2
     and v.entry_id = p.entry_id and v.from_number <= (select min(number) - 1 from past)
   order by p.number`,
  `insert into alias (organization_id, space_id, parent_id, slug, entry_id)
   select distinct $1, $2, v.parent_id, v.slug, v.entry_id from entry_version v
   where v.organization_id = $1 and v.space_id = $2 and v.kind = 'document'
     and v.to_number is not null and not exists (
       select from entry_version o where o.organization_id = $1 and o.space_id = $2
         and o.parent_id = v.parent_id and o.slug = v.slug and o.to_number is null)
   on conflict do nothing`,
]

/** With the number of revisions too. */
const heads = [
  `update branch set head_number = head_number + $3,
     head_revision_id = 'r' || lpad((head_number + $3)::text, 19, '0'),
     moved_number = head_number + $3
   where organization_id = $1 and space_id = $2`,
  `update search_state set indexed_number = indexed_number + $3
   where organization_id = $1 and space_id = $2`,
]
