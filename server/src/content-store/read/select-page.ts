import { type RawBuilder, sql } from 'kysely'

import {
  atFound,
  entryColumns,
  type HeadColumns,
  headForCaller,
  type InPlace,
  isOpen,
  isOpenVersion,
  type OfSpace,
  openVersion,
  pageKinds,
  placeForCaller,
  type PlaceShape,
  type RevisionColumns,
  versionAt,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { variablesId } from '#/content-store/entries/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import { pageAtPath, pageAtPathIn } from './select-path.ts'

/** The parts to read together with an entry. */
export interface BodyShape {
  /** Whether to read the Markdown of its body. */
  readonly markdown: boolean
  /** Whether to read the variables of the space, for evaluating expressions. */
  readonly variables: boolean
}

export interface BodyColumns {
  /** The branch of the page's version. */
  readonly branch_id: string | null
  readonly markdown?: string | null
  /** Read with `markdown`: the revision that resolved the links, and whether any has a target. */
  readonly linked_number?: number | null
  readonly has_targets?: boolean | null
  /** The variables of the space, and the branch and revision of this version of them. */
  readonly variables?: unknown
  readonly variables_branch_id?: string | null
  readonly variables_number?: number | null
}

/** The slugs above a page, the nearest first; null past the top. */
export interface AncestorColumns {
  readonly slug_1: string | null
  readonly slug_2: string | null
  readonly slug_3: string | null
  readonly slug_4: string | null
  readonly slug_5: string | null
  /** The parent of the last of these ancestors; empty or null when that one is at the top. */
  readonly farther_id: string | null
}

/** The columns of an outer join, which gives either all of them or only nulls. */
export type OrNone<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

export type PageRow = HeadColumns & OrNone<VersionRow> & AncestorColumns & BodyColumns
export type HeadPageRow = PageRow & { readonly has_children: boolean }
export type RevisionPageRow = PageRow & RevisionColumns

/**
 * A page of the main content, or another entry with the id. No row without the space; nulls without
 * an entry. The text of the version that began with `knownNumber` is left out.
 */
export const selectPage = statementByShape<
  BodyShape & { readonly ancestors: boolean },
  OfSpace & { pageId: string; knownNumber: number },
  HeadPageRow
>('content.page', (shape, p) =>
  headPage(
    p,
    shape,
    sql`${p.pageId}`,
    sql`and v.from_number <> ${p.knownNumber}::integer`,
  ),
)

/** The page that the slugs lead to, or once led to. */
export const selectPageAtPath = statementByShape<
  BodyShape,
  OfSpace & { segments: readonly string[] },
  HeadPageRow
>('content.page-at-path', (shape, p) => headPage(p, shape, pageAtPath(p)))

export const selectPageInRevision = statementByShape<
  BodyShape & PlaceShape,
  InPlace & { pageId: string },
  RevisionPageRow
>('content.page-in-revision', (shape, p) => revisionPage(p, shape, sql`${p.pageId}`))

export const selectPageAtPathInRevision = statementByShape<
  BodyShape & PlaceShape,
  InPlace & { segments: readonly string[] },
  RevisionPageRow
>('content.page-at-path-in-revision', (shape, p) =>
  revisionPage(p, shape, pageAtPathIn(p, atFound(shape))),
)

const levels = [1, 2, 3, 4, 5]

/**
 * A page of the head with its ancestors, read one by one: a few probes cost less than a recursion.
 * Each has a limit, without which the planner takes spaces for small and joins all pages of one.
 */
function headPage(
  p: OfSpace,
  shape: BodyShape & { readonly ancestors?: boolean },
  pageId: RawBuilder<unknown>,
  isUnknown: RawBuilder<unknown> = sql``,
) {
  const isWithAncestors = shape.ancestors !== false
  const ancestors = (isWithAncestors ? levels : []).map((level) => {
    const below = level === 1 ? 'v' : `a${level - 1}`
    const alias = `a${level}`
    const parent = sql.ref(`${below}.parent_id`)
    return sql`left join ${openVersion(p, parent)} as ${sql.ref(alias)} on true`
  })
  return sql<HeadPageRow>`
    select found.*, ${entryColumns('v')},
      ${isWithAncestors ? ancestorColumns() : noAncestorColumns()} ${bodyColumns(shape)},
      child.entry_id is not null as has_children
    from ${headForCaller(p)} as found
    left join entry_version as v
      on ${isOpenVersion('v', p, pageId)}
    ${documentJoin(p, shape, isUnknown)}
    ${shape.variables ? sql`left join entry_version as vars on ${isOpenVersion('vars', p, sql.lit(variablesId))}` : sql``}
    ${ancestors.length === 0 ? sql`` : sql.join(ancestors, sql` `)}
    left join lateral (
      -- The first from the page on, in the order that only the index of places has: asked for the
      -- parent itself, the planner may take another index, and read all pages of the space.
      select c.entry_id, c.parent_id from entry_version as c where ${isOpen('c', p)}
        and c.parent_id >= v.entry_id and c.kind in ${pageKinds}
      order by c.parent_id, c.position, c.entry_id limit 1
    ) as child on child.parent_id = v.entry_id`
}

function revisionPage(
  p: InPlace,
  shape: BodyShape & PlaceShape,
  pageId: RawBuilder<unknown>,
) {
  const join = (alias: string, entryId: RawBuilder<unknown>) =>
    sql`left join ${versionAt(p, entryId, atFound(shape))} as ${sql.ref(alias)}
      on not ${sql.ref(`${alias}.is_gone`)}`
  const ancestors = levels.map((level) =>
    join(`a${level}`, sql.ref(`${level === 1 ? 'v' : `a${level - 1}`}.parent_id`)),
  )
  return sql<RevisionPageRow>`
    select found.*, ${entryColumns('v')}, ${ancestorColumns()} ${bodyColumns(shape)}
    from ${placeForCaller(shape, p)} as found
    ${join('v', pageId)}
    ${documentJoin(p, shape, sql``)}
    ${shape.variables ? join('vars', sql.lit(variablesId)) : sql``}
    ${sql.join(ancestors, sql` `)}`
}

function ancestorColumns(): RawBuilder<unknown> {
  const slugs = levels.map(
    (level) => sql`${sql.ref(`a${level}.slug`)} as ${sql.ref(`slug_${level}`)}`,
  )
  return sql`${sql.join(slugs)}, ${sql.ref(`a${levels.length}.parent_id`)} as farther_id`
}

const markdownColumns = sql`, d.markdown,
  coalesce(v.linked_number, v.from_number) as linked_number,
  cardinality(v.targets) > 0 as has_targets`

/** Nulls for the slugs above a page; a reader that needs its path begins with `farther_id`. */
function noAncestorColumns(): RawBuilder<unknown> {
  const slugs = levels.map((level) => sql`null as ${sql.ref(`slug_${level}`)}`)
  return sql`${sql.join(slugs)}, v.parent_id as farther_id`
}

function bodyColumns({ markdown, variables }: BodyShape): RawBuilder<unknown> {
  return sql`, v.branch_id ${markdown ? markdownColumns : sql``} ${
    variables ? variableColumns('vars') : sql``
  }`
}

/** The columns of the version of the variables that has this alias. */
export function variableColumns(alias: string): RawBuilder<unknown> {
  const vars = sql.ref(alias)
  return sql`, ${vars}.attributes as variables, ${vars}.branch_id as variables_branch_id,
    ${vars}.from_number as variables_number`
}

function documentJoin(
  p: OfSpace,
  { markdown }: BodyShape,
  isUnknown: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!markdown) return sql``
  return sql`left join lateral (
      select x.markdown from document as x
      where x.organization_id = ${p.organizationId} and x.space_id = ${p.spaceId}
        and x.id = v.document_id ${isUnknown} limit 1
    ) as d on true`
}
