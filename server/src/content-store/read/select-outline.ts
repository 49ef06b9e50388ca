import { sql } from 'kysely'

import {
  atFound,
  entryColumns,
  type HeadColumns,
  headRevisionForCaller,
  type InPlace,
  isOnMain,
  isOpen,
  type OfSpace,
  pageKinds,
  placeForCaller,
  type RevisionColumns,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { statement, statementByShape } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import { entriesAt, onceThenEach } from './select-tree.ts'

/** The place of a page, and its version; the attributes are read for visitors only. */
export type OutlineEntry = Pick<
  VersionRow,
  'entry_id' | 'from_number' | 'kind' | 'parent_id' | 'position'
> & { readonly attributes?: unknown }

export interface OutlineShape {
  /** Whether to read the attributes, which have the conditions of pages. */
  readonly attributes: boolean
}

/** A row of an outline: the first has the columns about the space, each further one a page. */
export type OutlineRow = HeadColumns & RevisionColumns & OrNone<OutlineEntry>

const outline = ['entry_id', 'from_number', 'kind', 'parent_id', 'position'] as const

function outlineOf({ attributes }: OutlineShape): readonly string[] {
  return attributes ? [...outline, 'attributes'] : outline
}

/** All pages of the head, with only the columns that put them in order. */
export const selectOutline = statementByShape<OutlineShape, OfSpace, OutlineRow>(
  'content.outline',
  (shape, p) => sql`
    with found as materialized ${headRevisionForCaller(p)}
    ${onceThenEach(
      sql`select v.* from entry_version as v
        where ${isOpen('v', p)} and v.kind in ${pageKinds} offset 0`,
      outlineOf(shape),
    )}`,
)

const onMain = { place: 'main' } as const

/** The outline of a revision of the main branch. */
export const selectOutlineInRevision = statementByShape<
  OutlineShape,
  InPlace,
  OutlineRow
>('content.outline-in-revision', (shape, p) => {
  const pages = entriesAt(p, atFound(onMain), { kinds: pageKinds })
  return sql`
    with found as materialized ${placeForCaller(onMain, p)}
    ${onceThenEach(sql`${pages} offset 0`, outlineOf(shape))}`
})

/** Versions by their keys, each by a probe. A version does not change while it is read. */
export const selectVersions = statement<
  {
    organizationId: string
    spaceId: string
    ids: readonly string[]
    numbers: readonly number[]
  },
  VersionRow
>(
  'content.versions',
  (p) => sql`
    select ${entryColumns('v')}
    from unnest(${p.ids}::text[], ${p.numbers}::integer[]) as w (id, number)
    cross join lateral (
      select ${entryColumns('x')} from entry_version as x
      where ${isOnMain('x', p)} and x.entry_id = w.id and x.from_number = w.number limit 1
    ) as v`,
)
