import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

/** Rows that were read as JSON in another organization; each may have been written before. */
export type TransferredRows = Readonly<{ organizationId: string; rows: string }>

export const transferBranch = statement(
  'content.put-branch',
  (p: TransferredRows) => sql`
    insert into branch (
      organization_id, space_id, id, head_number, head_revision_id, moved_number,
      main_number)
    select ${p.organizationId}, r.space_id, r.id, r.head_number, r.head_revision_id,
      r.moved_number, r.main_number
    from jsonb_populate_recordset(null::branch, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, id) do update
      set head_number = excluded.head_number, head_revision_id = excluded.head_revision_id,
        moved_number = excluded.moved_number, main_number = excluded.main_number`,
)

export const transferRevisions = statement(
  'content.put-revisions',
  (p: TransferredRows) => sql`
    insert into revision (
      organization_id, space_id, id, branch_id, number, type, parents, main_number, changed,
      created_by, created_at)
    select ${p.organizationId}, r.space_id, r.id, r.branch_id, r.number, r.type, r.parents,
      r.main_number, r.changed, r.created_by, r.created_at
    from jsonb_populate_recordset(null::revision, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, id) do nothing`,
)

export const transferEntries = statement(
  'content.put-entries',
  (p: TransferredRows) => sql`
    insert into entry (organization_id, space_id, id, from_number, gone_number)
    select ${p.organizationId}, r.space_id, r.id, r.from_number, r.gone_number
    from jsonb_populate_recordset(null::entry, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, id) do update
      set from_number = excluded.from_number, gone_number = excluded.gone_number`,
)

export const transferVersions = statement(
  'content.put-versions',
  (p: TransferredRows) => sql`
    insert into entry_version (
      organization_id, space_id, branch_id, entry_id, from_number, to_number, kind, parent_id,
      position, slug, title, attributes, head, document_id, links, targets, uses,
      linked_number, is_gone, created_at, updated_at)
    select ${p.organizationId}, r.space_id, r.branch_id, r.entry_id, r.from_number,
      r.to_number, r.kind, r.parent_id, r.position, r.slug, r.title, r.attributes, r.head,
      r.document_id, r.links, r.targets, r.uses, r.linked_number, r.is_gone, r.created_at, r.updated_at
    from jsonb_populate_recordset(null::entry_version, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, branch_id, entry_id, from_number) do update
      set to_number = excluded.to_number`,
)

export const transferAliases = statement(
  'content.put-aliases',
  (p: TransferredRows) => sql`
    insert into alias (organization_id, space_id, parent_id, slug, entry_id, created_at)
    select ${p.organizationId}, r.space_id, r.parent_id, r.slug, r.entry_id, r.created_at
    from jsonb_populate_recordset(null::alias, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, parent_id, slug) do update
      set entry_id = excluded.entry_id, created_at = excluded.created_at`,
)
