import { type RawBuilder, sql } from 'kysely'

import { statementByShape } from '#/platform/database/statement.ts'

import { variablesId } from './entry-state.ts'
import { pageAtPath, pageAtPathIn } from './select-path.ts'
import {
  entryColumns,
  type VersionRow,
  type HeadColumns,
  headForCaller,
  type InRevision,
  isOpen,
  isOpenVersion,
  isStillThere,
  openVersion,
  type OfSpace,
  pageKinds,
  type RevisionColumns,
  revisionForCaller,
  versionAt,
} from './select-space.ts'

/** What to read along with an entry. */
export interface BodyShape {
  /** The Markdown of its body. */
  readonly markdown: boolean
  /** The variables of the space, for evaluating expressions. */
  readonly variables: boolean
}

export interface BodyColumns {
  readonly markdown?: string | null
  /** The variables of the space, and since which revision it has these. */
  readonly variables?: unknown
  readonly variables_number?: number | null
}

/** The slugs above a page, the nearest first; null where there is none. */
export interface AncestorColumns {
  readonly slug_1: string | null
  readonly slug_2: string | null
  readonly slug_3: string | null
  readonly slug_4: string | null
  readonly slug_5: string | null
  /** What is above the last of these; empty or null when that is at the top. */
  readonly farther_id: string | null
}

/** An outer join gives either all columns or none. */
export type OrNone<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

export type PageRow = HeadColumns & OrNone<VersionRow> & AncestorColumns & BodyColumns
export type HeadPageRow = PageRow & { readonly has_children: boolean }
export type RevisionPageRow = PageRow & RevisionColumns

/** A page of the main content, or what else has the id. No row without the space; nulls for nothing. */
export const selectPage = statementByShape<
  BodyShape,
  OfSpace & { pageId: string },
  HeadPageRow
>('content.page', (shape, p) => headPage(p, shape, sql`${p.pageId}`))

/** By the slugs that lead to it, or led to it once. */
export const selectPageAtPath = statementByShape<
  BodyShape,
  OfSpace & { segments: readonly string[] },
  HeadPageRow
>('content.page-at-path', (shape, p) => headPage(p, shape, pageAtPath(p)))

export const selectPageInRevision = statementByShape<
  BodyShape,
  InRevision & { pageId: string },
  RevisionPageRow
>('content.page-in-revision', (shape, p) => revisionPage(p, shape, sql`${p.pageId}`))

export const selectPageAtPathInRevision = statementByShape<
  BodyShape,
  InRevision & { segments: readonly string[] },
  RevisionPageRow
>('content.page-at-path-in-revision', (shape, p) =>
  revisionPage(p, shape, pageAtPathIn(p, sql`found.revision_number`)),
)

const levels = [1, 2, 3, 4, 5]

/**
 * Ancestors one by one: a few probes cost less than a recursion. Each has a limit, without which the
 * planner takes spaces for small, and joins all pages of one.
 */
function headPage(p: OfSpace, shape: BodyShape, pageId: RawBuilder<unknown>) {
  const ancestors = levels.map((level) => {
    const below = level === 1 ? 'v' : `a${level - 1}`
    const alias = `a${level}`
    const parent = sql.ref(`${below}.parent_id`)
    return sql`left join ${openVersion(p, parent)} as ${sql.ref(alias)} on true`
  })
  return sql<HeadPageRow>`
    select found.*, ${entryColumns('v')}, ${ancestorColumns()} ${bodyColumns(shape)},
      child.entry_id is not null as has_children
    from ${headForCaller(p)} as found
    left join entry_version as v
      on ${isOpenVersion('v', p, pageId)}
    ${documentJoin(p, shape)}
    ${shape.variables ? sql`left join entry_version as vars on ${isOpenVersion('vars', p, sql.lit(variablesId))}` : sql``}
    ${sql.join(ancestors, sql` `)}
    left join lateral (
      select c.entry_id from entry_version as c where ${isOpen('c', p)}
        and c.parent_id = v.entry_id and c.kind in ${pageKinds} limit 1
    ) as child on true`
}

function revisionPage(p: InRevision, shape: BodyShape, pageId: RawBuilder<unknown>) {
  const number = sql`found.revision_number`
  const join = (alias: string, entryId: RawBuilder<unknown>) =>
    sql`left join ${versionAt(p, entryId, number)} as ${sql.ref(alias)}
      on ${isStillThere(alias, number)}`
  const ancestors = levels.map((level) =>
    join(`a${level}`, sql.ref(`${level === 1 ? 'v' : `a${level - 1}`}.parent_id`)),
  )
  return sql<RevisionPageRow>`
    select found.*, ${entryColumns('v')}, ${ancestorColumns()} ${bodyColumns(shape)}
    from ${revisionForCaller(p)} as found
    ${join('v', pageId)}
    ${documentJoin(p, shape)}
    ${shape.variables ? join('vars', sql.lit(variablesId)) : sql``}
    ${sql.join(ancestors, sql` `)}`
}

function ancestorColumns(): RawBuilder<unknown> {
  const slugs = levels.map(
    (level) => sql`${sql.ref(`a${level}.slug`)} as ${sql.ref(`slug_${level}`)}`,
  )
  return sql`${sql.join(slugs)}, ${sql.ref(`a${levels.length}.parent_id`)} as farther_id`
}

function bodyColumns({ markdown, variables }: BodyShape): RawBuilder<unknown> {
  return sql`${markdown ? sql`, d.markdown` : sql``} ${
    variables
      ? sql`, vars.attributes as variables, vars.from_number as variables_number`
      : sql``
  }`
}

function documentJoin(p: OfSpace, { markdown }: BodyShape): RawBuilder<unknown> {
  if (!markdown) return sql``
  return sql`left join lateral (
      select x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id limit 1
    ) as d on true`
}
