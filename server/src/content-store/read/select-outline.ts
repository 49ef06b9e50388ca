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
import { statement } from '#/platform/database/statement.ts'

import type { OrNone } from './select-page.ts'
import { entriesAt, onceThenEach } from './select-tree.ts'

/** The place of a page, and its version. */
export type OutlineEntry = Pick<
  VersionRow,
  'entry_id' | 'from_number' | 'kind' | 'parent_id' | 'position'
>

/** A row of an outline: the first has the columns about the space, each further one a page. */
export type OutlineRow = HeadColumns & RevisionColumns & OrNone<OutlineEntry>

const outline = ['entry_id', 'from_number', 'kind', 'parent_id', 'position'] as const

/** All pages of the head, with only the columns that put them in order. */
export const selectOutline = statement<OfSpace, OutlineRow>(
  'content.outline',
  (p) => sql`
    with found as materialized ${headRevisionForCaller(p)}
    ${onceThenEach(
      sql`select v.* from entry_version as v
        where ${isOpen('v', p)} and v.kind in ${pageKinds} offset 0`,
      outline,
    )}`,
)

const onMain = { place: 'main' } as const

/** The outline of a revision of the main branch. */
export const selectOutlineInRevision = statement<InPlace, OutlineRow>(
  'content.outline-in-revision',
  (p) => sql`
    with found as materialized ${placeForCaller(onMain, p)}
    ${onceThenEach(sql`${entriesAt(p, atFound(onMain), pageKinds)} offset 0`, outline)}`,
)

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
