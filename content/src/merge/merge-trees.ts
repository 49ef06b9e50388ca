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
  /** What merged; where a conflict is open, it has the base, and pages in conflict are kept. */
  readonly tree: ContentTree
  /** Whether both sides are in it with everything they changed. */
  readonly complete: boolean
  readonly conflicts: readonly TreeConflict[]
}

export interface MergeTreesOptions {
  /** What a person decided, by the id of the conflict. */
  readonly resolutions?: ReadonlyMap<string, TreeResolution>
  readonly around?: Surroundings
  /** Reads Markdown; for callers that have read some of it before. */
  readonly read?: (markdown: string) => Reading
}

const nothingAround: Surroundings = { entry: () => undefined, children: () => [] }

/**
 * Merges two versions of a space's content that came from the same base. The trees may hold only the
 * entries that differ between any two of the versions; `around` then finds the others.
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
    /** What a version has under an id; what no version changed is around. */
    inVersion: (version, id) =>
      versions[version].entries.get(id) ?? (ids.has(id) ? undefined : around.entry(id)),
    isHeld: (id) => ids.has(id),
    inMerged: (id) => entries.get(id) ?? (ids.has(id) ? undefined : around.entry(id)),
  }
  settleTree(merging)
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
 * Until every page has a parent and none stands in itself: one that is put back where it stood may
 * find its parent deleted or below itself. It ends, because each page is put back thrice at most.
 */
function settleTree(merging: MergingTree): void {
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
