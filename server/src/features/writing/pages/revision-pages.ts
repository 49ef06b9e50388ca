import {
  type OfRevision,
  shapeOf,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { selectChildrenInRevision } from '#/content-store/read/public.ts'
import { seenRows } from '#/content-store/sight/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { byPlace } from './page-tree.ts'

/** The pages below a page of a revision, level by level, so that no other page is looked at. */
export async function pagesBelowInRevision(
  db: Queryable,
  at: OfRevision,
  page: Pick<VersionRow, 'entry_id' | 'kind'>,
): Promise<VersionRow[]> {
  const below: VersionRow[] = []
  const passed = new Set<string>()
  let level = [page].filter(canHavePages)
  while (level.length > 0) {
    const parentIds = level.map(({ entry_id }) => entry_id)
    for (const id of parentIds) passed.add(id)
    const children = await childrenIn(db, at, parentIds)
    for (const child of children) below.push(child)
    level = children.filter((child) => canHavePages(child) && !passed.has(child.entry_id))
  }
  return below
}

/** The id of the first page with a body, at the top level or in a group at the top level. */
export async function firstPageInRevision(
  db: Queryable,
  at: OfRevision,
): Promise<string | undefined> {
  return firstAmong(db, at, async (pages) => pages)
}

/** The id of the first page with a body that the reader sees. */
export async function firstPageSeen(
  context: Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>,
  at: OfRevision,
): Promise<string | undefined> {
  return firstAmong(context.db, at, async (pages) => seenRows(context, pages))
}

/** Finds the first page; `filter` drops the pages that do not count, given with those above. */
async function firstAmong(
  db: Queryable,
  at: OfRevision,
  filter: (pages: readonly VersionRow[]) => Promise<readonly VersionRow[]>,
): Promise<string | undefined> {
  const all = (await childrenIn(db, at, [''])).filter(canHavePages)
  const top = await filter(all)
  const groups = top.filter(({ kind }) => kind === 'group')
  const below = await childrenIn(
    db,
    at,
    groups.map(({ entry_id }) => entry_id),
  )
  const inGroups = (await filter([...groups, ...below])).slice(groups.length)
  const firsts = top.map((page) =>
    page.kind === 'document'
      ? page
      : inGroups.find(
          ({ kind, parent_id }) => kind === 'document' && parent_id === page.entry_id,
        ),
  )
  return firsts.find((page) => page !== undefined)?.entry_id
}

async function childrenIn(
  db: Queryable,
  at: OfRevision,
  parentIds: readonly string[],
): Promise<VersionRow[]> {
  if (parentIds.length === 0) return []
  return (
    await db.many(selectChildrenInRevision(shapeOf(at)), { ...at, parentIds })
  ).toSorted(byPlace)
}

function canHavePages({ kind }: Pick<VersionRow, 'kind'>): boolean {
  return kind === 'document' || kind === 'group'
}
