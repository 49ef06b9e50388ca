import { type RawBuilder, sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export interface OfRevision {
  readonly organizationId: string
  readonly spaceId: string
  readonly number: number
}

/**
 * The versions of the main branch at a revision, a probe per entry. A past revision never changes,
 * so no lock is needed.
 */
function versionsAt(p: OfRevision): RawBuilder<unknown> {
  return sql`entry as e
    cross join lateral (
      select o.* from entry_version as o
      where o.organization_id = ${p.organizationId} and o.space_id = ${p.spaceId}
        and o.branch_id = ${p.spaceId} and o.entry_id = e.id
        and o.from_number <= ${p.number}::integer
      order by o.from_number desc limit 1
    ) as v
    where e.organization_id = ${p.organizationId} and e.space_id = ${p.spaceId}
      and e.from_number <= ${p.number}::integer
      and (v.to_number is null or v.to_number > ${p.number}::integer)`
}

export const selectFileKeys = statement(
  'content.file-keys',
  (p: OfRevision) => sql<{ key: string; size: number }>`
    select v.attributes->>'key' as key,
      coalesce(max((v.attributes->>'size')::bigint), 0) as size
    from ${versionsAt(p)}
      and v.kind = 'file' and v.attributes ? 'key'
    group by 1 order by 1`,
)

interface Copy extends OfRevision {
  readonly toId: string
}

export const copyDocuments = statement(
  'content.copy-documents',
  (p: Copy) => sql`
    insert into document
      (organization_id, space_id, id, markdown, projection, projection_form, anchors, created_at)
    select ${p.organizationId}, ${p.toId}, d.id, d.markdown, d.projection,
      d.projection_form, d.anchors, now()
    from document as d
    where d.organization_id = ${p.organizationId} and d.space_id = ${p.spaceId}
      and d.id = any (array(select v.document_id from ${versionsAt(p)}))`,
)

/**
 * Inserts the entries as versions of the target space's first revision, files with the keys of
 * their copies. Links that were stale in the source space stay stale: their `linked_number` is 0.
 */
export const copyEntries = statement(
  'content.copy-entries',
  (
    p: Copy & {
      revisionId: string
      createdBy: string
      /** JSON object: the new storage key by the old key. */
      keys: string
    },
  ) => sql<{ files: number }>`
    with copied as (
      insert into entry_version (
        organization_id, space_id, branch_id, entry_id, from_number, kind, parent_id, position,
        slug, title, attributes, head, document_id, links, targets, uses, linked_number,
        created_at, updated_at)
      select ${p.organizationId}, ${p.toId}, ${p.toId}, c.entry_id, 1, c.kind, c.parent_id,
        c.position, c.slug, c.title,
        case when c.kind = 'file' and ${p.keys}::jsonb ? (c.attributes->>'key')
          then jsonb_set(c.attributes, '{key}', ${p.keys}::jsonb->(c.attributes->>'key'))
          else c.attributes end,
        c.head, c.document_id, c.links, c.targets, c.uses,
        case when coalesce(c.linked_number, c.from_number) < (
          select b.moved_number from branch as b
          where b.organization_id = ${p.organizationId} and b.space_id = ${p.spaceId}
            and b.id = ${p.spaceId}) then 0 end,
        now(), now()
      from (select v.* from ${versionsAt(p)}) as c
      returning entry_id, kind, linked_number
    ), entries as (
      insert into entry (organization_id, space_id, id, from_number)
      select ${p.organizationId}, ${p.toId}, entry_id, 1 from copied
    ), moved as (
      update branch set moved_number = 1
      where organization_id = ${p.organizationId} and space_id = ${p.toId} and id = ${p.toId}
        and exists (select from copied where linked_number = 0)
    ), revised as (
      insert into revision (
        organization_id, space_id, id, branch_id, number, type, parents, changed, created_by)
      select ${p.organizationId}, ${p.toId}, ${p.revisionId}, ${p.toId}, 1, 'edits', '{}',
        array(select entry_id from copied order by entry_id), ${p.createdBy}
    )
    select count(*)::integer as files from copied where kind = 'file'`,
)
