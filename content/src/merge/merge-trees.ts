import { read as readMarkdown } from '#/read/read.ts'
import type { Reading } from '#/read/reading.ts'
import type { ContentTree, Entry } from '#/tree/entries.ts'
import type { TreeResolution } from './conflict.ts'
import { mergeEntry } from './merge-entry.ts'
import { mergeRecords } from './merge-values.ts'
import type { MergingTree, Surroundings, TreeVersions } from './merging-tree.ts'
import { breakCycles } from './break-cycles.ts'
import { keepNeededParents } from './keep-needed-parents.ts'
import { separateSlugs } from './separate-slugs.ts'
import { askingWith, withNames, type TreeConflict } from './tree-conflict.ts'

export interface MergedTree {
  /** The merged tree; an open conflict has the value of the base, and a page in conflict stays. */
  readonly tree: ContentTree
  /** Whether the tree has all changes of both sides. */
  readonly complete: boolean
  readonly conflicts: readonly TreeConflict[]
}

export interface MergeTreesOptions {
  /** The decisions of a person, by the id of the conflict. */
  readonly resolutions?: ReadonlyMap<string, TreeResolution>
  readonly around?: Surroundings
  /** Reads Markdown; callers with a cache pass their own. */
  readonly read?: (markdown: string) => Reading
}

const nothingAround: Surroundings = { entry: () => undefined, children: () => [] }

/**
 * Merges two versions of a space's content that came from the same base. The trees may hold only
 * the entries that differ between any two of the versions; `around` then finds all other entries.
 */
export function mergeTrees(
  base: ContentTree,
  ours: ContentTree,
  theirs: ContentTree,
  {
    resolutions = new Map(),
    around = nothingAround,
    read = readMarkdown,
  }: MergeTreesOptions = {},
): MergedTree {
  const asking = askingWith(resolutions)
  const versions: TreeVersions = { base, ours, theirs }
  const ids = new Set([
    ...base.entries.keys(),
    ...ours.entries.keys(),
    ...theirs.entries.keys(),
  ])
  const entries = new Map<string, Entry>()
  for (const id of [...ids].toSorted()) {
    const three = {
      base: base.entries.get(id),
      ours: ours.entries.get(id),
      theirs: theirs.entries.get(id),
    }
    const entry = mergeEntry(three, asking, read)
    if (entry !== undefined) entries.set(id, entry)
  }
  const merging: MergingTree = {
    versions,
    entries,
    asking,
    around,
    /** The entry of a version with this id; entries that no version changed come from `around`. */
    inVersion: (version, id) =>
      versions[version].entries.get(id) ?? (ids.has(id) ? undefined : around.entry(id)),
    isHeld: (id) => ids.has(id),
    inMerged: (id) => entries.get(id) ?? (ids.has(id) ? undefined : around.entry(id)),
  }
  repairTree(merging)
  separateSlugs(merging)
  const variables = mergeVariables(versions, merging)
  const conflicts = withNames(asking.open, merging.inMerged)
  return {
    tree: { entries, variables },
    complete: conflicts.length === 0,
    conflicts,
  }
}

/**
 * Repairs the tree until every page has a parent and no page is in itself: a page that is put back
 * may find its parent deleted or below itself. This ends, as each page is put back at most three
 * times.
 */
function repairTree(merging: MergingTree): void {
  const before = { asked: new Set<string>(), placed: new Map<string, number>() }
  keepNeededParents(merging)
  while (breakCycles(merging, before)) keepNeededParents(merging)
}

function mergeVariables(
  { base, ours, theirs }: TreeVersions,
  { asking }: MergingTree,
): Readonly<Record<string, string>> {
  const merged = mergeRecords(
    { base: base.variables, ours: ours.variables, theirs: theirs.variables },
    { kind: 'variable', asking },
  )
  const texts = Object.entries(merged).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(texts)
}
