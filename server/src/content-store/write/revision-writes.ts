import { documentForm } from '@lectern/content/document/form.ts'
import { sql } from 'kysely'

import type { OfBranch } from '#/content-store/branches/public.ts'
import type { DocumentRows } from '#/content-store/documents/public.ts'
import { statement } from '#/platform/database/statement.ts'

export interface AtRevision extends OfBranch {
  readonly number: number
}

export const insertBranch = statement(
  'content.begin-branch',
  (p: OfBranch & { revisionId: string }) => sql`
    insert into branch (
      organization_id, space_id, id, head_number, head_revision_id, main_number)
    values (${p.organizationId}, ${p.spaceId}, ${p.branchId}, 1, ${p.revisionId},
      ${p.mainNumber})`,
)

/** Closes a version by its key alone; `closeVersions` closes many at once. */
export const closeVersion = statement(
  'content.close-version',
  (p: AtRevision & { entryId: string }) => sql`
    update entry_version set to_number = ${p.number}
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and branch_id = ${p.branchId} and to_number is null and entry_id = ${p.entryId}`,
)

export const closeVersions = statement(
  'content.close-versions',
  (p: AtRevision & { ids: readonly string[] }) => sql`
    update entry_version set to_number = ${p.number}
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and branch_id = ${p.branchId} and to_number is null
      and entry_id = any (${p.ids}::text[])`,
)

/** Inserts entries of the main branch; an entry that was deleted and is restored keeps its row. */
export const insertEntries = statement(
  'content.insert-entries',
  (p: AtRevision & { ids: readonly string[] }) => sql`
    insert into entry as e (organization_id, space_id, id, from_number)
    select ${p.organizationId}, ${p.spaceId}, id, ${p.number}::integer
    from unnest(${p.ids}::text[]) as id
    on conflict (organization_id, space_id, id) do update set gone_number = null`,
)

export const markGone = statement(
  'content.mark-gone',
  (p: AtRevision & { ids: readonly string[] }) => sql`
    update entry set gone_number = ${p.number}
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = any (${p.ids}::text[])`,
)

const form = sql.lit(documentForm)

/**
 * Inserts documents, equal bytes as one; a document whose projection was dropped, or has an older
 * form, gets it again. The bytes come in one piece: PostgreSQL reads an array of them more slowly than it stores them.
 */
export const insertDocuments = statement(
  'content.insert-documents',
  (p: { organizationId: string; spaceId: string } & DocumentRows) => sql`
    insert into document as d
      (organization_id, space_id, id, markdown, projection, projection_form, anchors)
    select ${p.organizationId}, ${p.spaceId}, r.id,
      convert_from(substring(${p.texts}::bytea from r.text_start for r.text_size), 'UTF8'),
      substring(${p.projections}::bytea from r.projection_start for r.projection_size),
      case when r.projection_size is null then 1 else ${form} end, r.anchors::integer[]
    from unnest(${p.ids}::text[], ${p.textStarts}::integer[], ${p.textSizes}::integer[],
        ${p.projectionStarts}::integer[], ${p.projectionSizes}::integer[],
        ${p.anchors}::text[])
      as r (id, text_start, text_size, projection_start, projection_size, anchors)
    on conflict (organization_id, space_id, id) do update
      set projection = excluded.projection, projection_form = excluded.projection_form,
        anchors = coalesce(excluded.anchors, d.anchors)
      where (d.projection is null or d.projection_form < ${form}
          or (d.anchors is null and excluded.anchors is not null))
        and excluded.projection is not null`,
)

export const insertVersions = statement(
  'content.insert-versions',
  (p: AtRevision & { rows: string }) => sql`
    insert into entry_version (
      organization_id, space_id, branch_id, entry_id, from_number, kind, parent_id, position,
      slug, title, attributes, head, document_id, links, targets, uses, linked_number,
      is_gone, created_at, updated_at)
    select ${p.organizationId}, ${p.spaceId}, ${p.branchId}, r.id, ${p.number}::integer,
      r.kind, r."parentId", r.position, r.slug, r.title, r.attributes, r.head,
      r."documentId", r.links, r.targets, r.uses, r."linkedNumber",
      coalesce(r."isGone", false),
      coalesce(r."createdAt", now()), coalesce(r."updatedAt", now())
    from jsonb_to_recordset(${p.rows}::jsonb) as r (
      id text, kind text, "parentId" text, position text, slug text, title text,
      attributes jsonb, head text, "documentId" text, links jsonb, targets text[],
      uses jsonb,
      "linkedNumber" integer, "isGone" boolean, "createdAt" timestamptz,
      "updatedAt" timestamptz)`,
)

export const insertRevision = statement(
  'content.insert-revision',
  (
    p: AtRevision & {
      revisionId: string
      type: string
      parents: readonly string[]
      changed: readonly string[]
      createdBy: string
      followed?: string | undefined
    },
  ) => sql`
    insert into revision (
      organization_id, space_id, id, branch_id, number, main_number, type, parents, changed,
      created_by, followed)
    values (${p.organizationId}, ${p.spaceId}, ${p.revisionId}, ${p.branchId}, ${p.number},
      ${p.mainNumber}, ${p.type}, ${p.parents}::text[], ${p.changed}::text[],
      ${p.createdBy}, ${p.followed ?? null}::jsonb)`,
)

/** Moves the head only from the revision that the writer knows. */
export const moveHead = statement(
  'content.move-head',
  (p: AtRevision & { revisionId: string; moved: boolean }) => sql`
    update branch set head_number = ${p.number}, head_revision_id = ${p.revisionId},
      main_number = ${p.mainNumber}, moved_number = case when ${p.moved}::boolean then ${p.number} else moved_number end
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      and id = ${p.branchId} and head_number = ${p.number} - 1`,
)

/** Inserts old names of pages, each of which leads to the page that had it last. */
export const insertAliases = statement(
  'content.insert-aliases',
  (p: {
    organizationId: string
    spaceId: string
    parentIds: readonly string[]
    slugs: readonly string[]
    ids: readonly string[]
  }) => sql`
    insert into alias (organization_id, space_id, parent_id, slug, entry_id)
    select distinct on (r.parent_id, r.slug)
      ${p.organizationId}, ${p.spaceId}, r.parent_id, r.slug, r.entry_id
    from unnest(${p.parentIds}::text[], ${p.slugs}::text[], ${p.ids}::text[])
      as r (parent_id, slug, entry_id)
    on conflict (organization_id, space_id, parent_id, slug) do update
      set entry_id = excluded.entry_id, created_at = excluded.created_at`,
)

export const countFiles = statement(
  'content.count-files',
  (p: { organizationId: string; spaceId: string; by: number }) => sql`
    insert into space_counter as c (organization_id, space_id, files)
    values (${p.organizationId}, ${p.spaceId}, greatest(${p.by}::integer, 0))
    on conflict (organization_id, space_id) do update
      set files = c.files + ${p.by}::integer`,
)
