import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import {
  type BaseRow,
  type EntryRow,
  selectBases,
  selectDescendants,
  selectEntries,
  selectSiblings,
  type SiblingRow,
} from '#/content-store/entries/public.ts'
import { selectVersionBefore, selectVersionIn } from '#/content-store/history/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import type { Mentions } from './mentions.ts'

/** The parts of the head that a list of changes needs. */
export interface LoadedState {
  /** The mentioned entries and all entries above them. */
  readonly entries: ReadonlyMap<string, EntryRow>
  readonly siblings: readonly SiblingRow[]
  readonly descendants: readonly SiblingRow[]
  /** The base texts, by the ids of entry and document with a space between. */
  readonly bases: ReadonlyMap<string, BaseRow>
  /** The versions that changes revert to, by the index of the change. */
  readonly oldVersions: ReadonlyMap<number, EntryRow>
}

/**
 * Reads the state that changes mention, in statements sent together, whatever the number of
 * changes.
 */
export async function loadState(
  db: Queryable,
  branch: OfBranch,
  mentions: Mentions,
): Promise<LoadedState> {
  const shape = shapeOf(branch)
  const { ids, texts, parents, beside, deleted, bases, reverted } = mentions
  const [entries, siblings, descendants, baseRows, oldVersions] = await Promise.all([
    ids.length === 0
      ? []
      : db.many(selectEntries(shape), { ...branch, ids, withText: texts }),
    parents.length + beside.length === 0
      ? []
      : db.many(selectSiblings(shape), {
          ...branch,
          parentIds: parents,
          besideIds: beside,
        }),
    deleted.length === 0
      ? []
      : db.many(selectDescendants(shape), { ...branch, ids: deleted }),
    bases.length === 0
      ? []
      : db.many(selectBases, {
          ...branch,
          entryIds: bases.map(({ entryId }) => entryId),
          documentIds: bases.map(({ documentId }) => documentId),
        }),
    Promise.all(
      reverted.map(async ({ index, entryId, revisionId }) => ({
        index,
        row: await (revisionId === null
          ? db.first(selectVersionBefore(shape), { ...branch, entryId })
          : db.first(selectVersionIn(shape), { ...branch, entryId, revisionId })),
      })),
    ),
  ])
  return {
    entries: new Map(entries.map((row) => [row.id, row])),
    siblings,
    descendants,
    bases: new Map(baseRows.map((row) => [`${row.entry_id} ${row.document_id}`, row])),
    oldVersions: new Map(
      oldVersions.flatMap(({ index, row }) => (row === undefined ? [] : [[index, row]])),
    ),
  }
}
