import { comparePositions, positionBetween } from '@lectern/content/tree/positions.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import {
  type EntryRow,
  type EntryState,
  isPageKind,
} from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { manyPlaces, selectPlaces } from './merge-queries.ts'

/**
 * The entries with other positions for pages whose position is taken: these stand behind the page
 * of the main branch, in their order.
 */
export async function separateCollidingPositions(
  db: Queryable,
  main: OfBranch,
  entries: readonly EntryState[],
  before: ReadonlyMap<string, EntryRow>,
): Promise<readonly EntryState[]> {
  const placed = entries
    .filter((entry) => isPageKind(entry.kind) && isElsewhere(entry, before.get(entry.id)))
    .toSorted(comparePositions)
  if (placed.length === 0) return entries
  const rows = await db.many(selectPlaces({ areMany: placed.length >= manyPlaces }), {
    ...main,
    parentIds: placed.map(({ parentId }) => parentId),
    positions: placed.map(({ position }) => position),
    exceptIds: placed.map(({ id }) => id),
  })
  const places = new Map(rows.map((row) => [`${row.parent_id} ${row.position}`, row]))
  const last = new Map<string, string>()
  const moved = new Map<string, string>()
  for (const { id, parentId, position } of placed) {
    const found = places.get(`${parentId} ${position}`)
    const behind = found?.is_taken === true ? position : ''
    // A page that was moved behind another may stand at or past the position that this page wants.
    const after = [behind, last.get(parentId) ?? ''].toSorted().at(-1) ?? ''
    const next =
      after < position ? position : positionBetween(after, found?.next ?? undefined)
    if (next !== position) moved.set(id, next)
    last.set(parentId, next)
  }
  return entries.map((entry) => {
    const position = moved.get(entry.id)
    return position === undefined ? entry : { ...entry, position }
  })
}

function isElsewhere({ parentId, position }: EntryState, before: EntryRow | undefined) {
  return before?.parent_id !== parentId || before.position !== position
}
