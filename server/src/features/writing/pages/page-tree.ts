import { comparePositions } from '@lectern/content/tree/positions.ts'
import type { Page } from '@lectern/contract/pages.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'
import { isPageKind } from '#/content-store/entries/public.ts'
import { hasEntry, type OrNone } from '#/content-store/read/public.ts'

import { isDeclaredGroup, type PageScene, viewPage } from './page-view.ts'

/** Orders siblings as `comparePositions` does. */
export function byPlace(one: VersionRow, other: VersionRow): number {
  return comparePositions(
    { id: one.entry_id, position: one.position },
    { id: other.entry_id, position: other.position },
  )
}

type Siblings = ReadonlyMap<string, readonly VersionRow[]>

/** The pages of a whole tree, from rows in any order. */
export function viewTree(rows: readonly OrNone<VersionRow>[], scene: PageScene): Page[] {
  return viewBelow(siblingsOf(rows), scene, '', '')
}

/** The pages below one page, whose own path is `path`. */
export function viewSubtree(
  rows: readonly VersionRow[],
  scene: PageScene,
  pageId: string,
  path: string,
): Page[] {
  return viewBelow(siblingsOf(rows), scene, pageId, path)
}

function siblingsOf(rows: readonly OrNone<VersionRow>[]): Siblings {
  const siblings = new Map<string, VersionRow[]>()
  for (const row of rows) {
    if (!hasEntry(row) || !isPageKind(row.kind)) continue
    const known = siblings.get(row.parent_id)
    if (known === undefined) siblings.set(row.parent_id, [row])
    else known.push(row)
  }
  for (const each of siblings.values()) each.sort(byPlace)
  return siblings
}

function viewBelow(
  siblings: Siblings,
  scene: PageScene,
  parentId: string,
  parentPath: string,
): Page[] {
  return (siblings.get(parentId) ?? []).map((row) => {
    const path = joinPath(parentPath, row.slug)
    const below = isDeclaredGroup(row, scene)
      ? []
      : viewBelow(siblings, scene, row.entry_id, path)
    return viewPage(row, scene, path, below)
  })
}

export function joinPath(parentPath: string, slug: string | null): string {
  if (slug === null || slug === '') return parentPath
  return parentPath === '' ? slug : `${parentPath}/${slug}`
}
