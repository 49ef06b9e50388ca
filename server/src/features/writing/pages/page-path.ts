import {
  type OfRevision,
  shapeOf,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import { type AncestorColumns, selectAncestors } from '#/content-store/read/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { joinPath } from './page-tree.ts'

/** The slugs down to a page; only pages that lie very deep take another statement. */
export async function pathOf(
  db: Queryable,
  at: OfRevision,
  row: VersionRow & AncestorColumns,
): Promise<string> {
  const farther = row.farther_id ?? ''
  const top = farther === '' ? '' : await pathOfAncestor(db, at, farther)
  const slugs = [row.slug_5, row.slug_4, row.slug_3, row.slug_2, row.slug_1, row.slug]
  return slugs.reduce<string>(joinPath, top)
}

async function pathOfAncestor(
  db: Queryable,
  at: OfRevision,
  id: string,
): Promise<string> {
  const rows = await db.many(selectAncestors(shapeOf(at)), { ...at, ids: [id] })
  return pathAmong(new Map(rows.map((row) => [row.entry_id, row])), id)
}

/** The path of an entry whose ancestors are all at hand. */
export function pathAmong(
  entries: ReadonlyMap<string, Pick<VersionRow, 'parent_id' | 'slug'>>,
  id: string,
): string {
  const slugs: (string | null)[] = []
  let row = entries.get(id)
  // No chain of ancestors is longer than there are entries.
  for (let left = entries.size; row !== undefined && left > 0; left -= 1) {
    slugs.push(row.slug)
    row = entries.get(row.parent_id)
  }
  return slugs.toReversed().reduce<string>(joinPath, '')
}
