import { type RawBuilder, sql } from 'kysely'

import { listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import type { OfFontFile } from './font-url.ts'

export interface OfFont {
  readonly organizationId: string
  readonly fontId: string
}

export interface FaceRow {
  readonly fileId: string
  readonly weight: number
  readonly format: string
}

export interface FontRow {
  readonly id: string
  readonly family: string
  readonly version: number
  readonly faces: readonly FaceRow[]
}

interface InOrganization {
  readonly organizationId: string
}

/** The faces of the font that is called `font` in the statement, from light to heavy. */
const faces = (organizationId: string): RawBuilder<readonly FaceRow[]> => sql`
  coalesce((
    select json_agg(
      json_build_object('fileId', face.id, 'weight', face.weight, 'format', face.format)
      order by face.weight)
    from custom_font_file as face
    where face.organization_id = ${organizationId} and face.font_id = font.id
  ), '[]'::json)`

/** The fonts of an organization in order of creation: ids are time-ordered. */
export const selectFonts = statementByShape(
  'custom-font.list',
  (
    shape: Readonly<{ after: boolean; rowsMax: number }>,
    p: OfCaller & { afterId: string | undefined },
  ) => {
    const page = sqlBuilder
      .selectFrom('custom_font as font')
      .select(['font.id', 'font.family', 'font.version'])
      .select(faces(p.organizationId).as('faces'))
      .where('font.organization_id', '=', p.organizationId)
      .$if(shape.after, (q) => q.where('font.id', '>', p.afterId ?? ''))
      .orderBy('font.id')
      .limit(sql.lit(shape.rowsMax))
    const count = sql<number>`(select count(*)::integer from custom_font as counted_font
      where counted_font.organization_id = ${p.organizationId})`
    return listForCaller<FontRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

/** The fonts among the given ids that the organization has. */
export const selectFontsByIds = statement(
  'custom-font.by-ids',
  (p: InOrganization & { fontIds: readonly string[] }) => sql<FontRow>`
    select font.id, font.family, font.version, ${faces(p.organizationId)} as faces
    from custom_font as font
    where font.organization_id = ${p.organizationId}
      and font.id = any(${p.fontIds}::text[])`,
)

/** Locks a font for a change: other changes of it wait until the transaction ends. */
export const lockFont = statement('custom-font.lock', (p: OfFont) =>
  sqlBuilder
    .selectFrom('custom_font')
    .select(['id', 'family', 'version'])
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.fontId)
    .forUpdate(),
)

/** The number of fonts, without those that others add at the same moment. */
export const countFonts = statement(
  'custom-font.count',
  (p: InOrganization) => sql<{ count: number }>`
    select count(*)::integer as count from custom_font
    where organization_id = ${p.organizationId}`,
)

export const insertFont = statement(
  'custom-font.insert',
  (p: OfFont & { family: string }) =>
    sqlBuilder.insertInto('custom_font').values({
      organization_id: p.organizationId,
      id: p.fontId,
      family: p.family,
    }),
)

export const updateFont = statement(
  'custom-font.update',
  (p: OfFont & { family: string }) =>
    sqlBuilder
      .updateTable('custom_font')
      .set({ family: p.family, version: sql`version + 1` })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.fontId),
)

export const deleteFont = statement('custom-font.delete', (p: OfFont) =>
  sqlBuilder
    .deleteFrom('custom_font')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.fontId),
)

interface NewFile extends OfFontFile {
  readonly format: string
  readonly size: number
}

/** Notes a file before its bytes are stored: no font has it yet. */
export const insertFontFile = statement('custom-font.insert-file', (p: NewFile) =>
  sqlBuilder.insertInto('custom_font_file').values({
    organization_id: p.organizationId,
    id: p.fileId,
    format: p.format,
    size: p.size,
  }),
)

/** Gives a font a face; no row changes when the file was swept. */
export const attachFontFile = statement(
  'custom-font.attach-file',
  (p: OfFontFile & { fontId: string; weight: number }) =>
    sqlBuilder
      .updateTable('custom_font_file')
      .set({ font_id: p.fontId, weight: p.weight })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.fileId)
      .where('font_id', 'is', null),
)

/** Takes the faces of the given weights from a font. */
export const detachFontFiles = statement(
  'custom-font.detach-files',
  (p: OfFont & { weights: readonly number[] }) => sql<{ id: string }>`
    update custom_font_file set font_id = null, weight = null
    where organization_id = ${p.organizationId} and font_id = ${p.fontId}
      and weight = any(${p.weights}::integer[])
    returning id`,
)

export const detachAllFontFiles = statement(
  'custom-font.detach-all-files',
  (p: OfFont) => sql<{ id: string }>`
    update custom_font_file set font_id = null, weight = null
    where organization_id = ${p.organizationId} and font_id = ${p.fontId}
    returning id`,
)

/** Forgets a file that no font has. */
export const deleteFontFile = statement(
  'custom-font.delete-file',
  (p: OfFontFile) => sql<{ bytes: number }>`
    delete from custom_font_file
    where organization_id = ${p.organizationId} and id = ${p.fileId} and font_id is null
    returning size as bytes`,
)

/** A file that a font has. */
export const selectFontFile = statement('custom-font.file', (p: OfFontFile) =>
  sqlBuilder
    .selectFrom('custom_font_file')
    .select(['format', 'size'])
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.fileId)
    .where('font_id', 'is not', null),
)

/**
 * The sites whose settings name a font, in the order in which they are locked. The settings are
 * few: a row for each site, and for each site-space that overrides some.
 */
export const selectSitesWithFont = statement(
  'custom-font.sites',
  (p: OfFont) => sql<{ site_id: string }>`
    select site_id from site_customization
    where organization_id = ${p.organizationId}
      and settings #>> '{styling,font,id}' = ${p.fontId}
    union
    select site_id from site_customization
    where organization_id = ${p.organizationId}
      and settings #>> '{styling,monospaceFont,id}' = ${p.fontId}
    order by site_id`,
)
