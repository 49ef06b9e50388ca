import { canonical } from '#/compare/values.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { pathOf, titleOf, type EntryLookup } from '#/tree/tree.ts'
import { conflictId, type BodyConflict, type TreeResolution } from './conflict.ts'

/** A question about a space's content that only a person can decide. */
export interface TreeConflict {
  /** The name of the conflict, which stays the same as long as the values in conflict do. */
  readonly id: string
  readonly kind: TreeConflictKind
  /** The page, file or reusable content; absent for the variables of the space. */
  readonly entry?: string
  readonly title?: string
  readonly path?: string
  /** Other entries in the conflict: those inside a deleted page, in a cycle, with the same slug. */
  readonly others?: readonly string[]
  /** The name of the attribute, such as `layout.width`, or of the variable. */
  readonly field?: string
  readonly block?: BodyConflict
  /** The value of each version; absent where the version has none. */
  readonly base?: JsonValue
  readonly ours?: JsonValue
  readonly theirs?: JsonValue
}

export type TreeConflictKind =
  /** Blocks of the text. */
  | 'body'
  | 'attribute'
  /** Bytes of the front matter that are no attribute. */
  | 'head'
  | 'variable'
  /** The bytes of a file. */
  | 'file'
  | 'kind'
  /** Moved to different places. */
  | 'place'
  /** Changed on one side, deleted on the other. */
  | 'delete'
  /** Deleted on one side while the other has entries in it. */
  | 'parent'
  /** Two moves that put pages into each other. */
  | 'cycle'
  /** Two siblings with the same slug. */
  | 'slug'

export interface TreeQuestion {
  readonly kind: TreeConflictKind
  readonly entry?: string | undefined
  readonly others?: readonly string[]
  readonly field?: string
  readonly base?: JsonValue | undefined
  readonly ours?: JsonValue | undefined
  readonly theirs?: JsonValue | undefined
}

/** Collects open conflicts, and returns the decisions of a person. */
export interface TreeAsking {
  readonly ask: (question: TreeQuestion) => TreeResolution | undefined
  readonly addBody: (entry: string, conflict: BodyConflict) => void
  readonly resolutionOfBody: (
    entry: string,
    id: string,
  ) => Extract<TreeResolution, { choose: unknown } | { text: unknown }> | undefined
  readonly open: TreeConflict[]
}

export function askingWith(resolutions: ReadonlyMap<string, TreeResolution>): TreeAsking {
  const open: TreeConflict[] = []
  return {
    open,
    ask: (question) => {
      const id = idOf(question)
      const resolution = resolutions.get(id)
      const isNew = open.every((conflict) => conflict.id !== id)
      if (resolution === undefined && isNew) {
        open.push({ id, ...withoutMissing(question) })
      }
      return resolution
    },
    addBody: (entry, block) => {
      const { base, ours, theirs } = block
      open.push({
        id: `${entry}:${block.id}`,
        kind: 'body',
        entry,
        block,
        base,
        ours,
        theirs,
      })
    },
    resolutionOfBody: (entry, id) => {
      const resolution = resolutions.get(`${entry}:${id}`)
      if (resolution === undefined || !('value' in resolution)) return resolution
      return typeof resolution.value === 'string' ? { text: resolution.value } : undefined
    },
  }
}

/** The conflicts, sorted by the id of their entry, with the title and path of the entry. */
export function withNames(
  conflicts: readonly TreeConflict[],
  lookup: EntryLookup,
): readonly TreeConflict[] {
  return conflicts
    .map((conflict) => {
      const entry = conflict.entry === undefined ? undefined : lookup(conflict.entry)
      return entry === undefined ? conflict : { ...conflict, ...nameOf(entry, lookup) }
    })
    .toSorted((one, other) => {
      const [left, right] = [sortKey(one), sortKey(other)]
      if (left === right) return 0
      return left < right ? -1 : 1
    })
}

function nameOf(entry: Entry, lookup: EntryLookup) {
  return { title: titleOf(entry), path: pathOf(entry, lookup) }
}

function sortKey({ entry, kind, field, block }: TreeConflict): string {
  const place = String(block?.place.start ?? 0).padStart(8, '0')
  return JSON.stringify([entry ?? '', kind, field ?? '', place])
}

function idOf({ kind, entry, others, field, base, ours, theirs }: TreeQuestion): string {
  const name = conflictId([
    kind,
    field ?? '',
    ...(others ?? []),
    canonical(base),
    canonical(ours),
    canonical(theirs),
  ])
  return entry === undefined ? name : `${entry}:${name}`
}

function withoutMissing(question: TreeQuestion): Omit<TreeConflict, 'id'> {
  const { kind, entry, others, field, base, ours, theirs } = question
  return {
    kind,
    ...(entry !== undefined && { entry }),
    ...(others !== undefined && { others }),
    ...(field !== undefined && { field }),
    ...(base !== undefined && { base }),
    ...(ours !== undefined && { ours }),
    ...(theirs !== undefined && { theirs }),
  }
}
