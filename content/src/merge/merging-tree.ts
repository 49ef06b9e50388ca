import type { ContentTree, Entry } from '#/tree/entries.ts'
import type { EntryLookup } from '#/tree/tree.ts'
import type { Side } from './conflict.ts'
import type { TreeAsking } from './tree-conflict.ts'

/** An unfinished merge: entries are merged one by one, their tree is not yet checked. */
export interface MergingTree {
  readonly versions: TreeVersions
  readonly entries: Map<string, Entry>
  readonly asking: TreeAsking
  readonly around: Surroundings
  readonly inVersion: (version: Side, id: string) => Entry | undefined
  readonly inMerged: EntryLookup
  /** Whether any of the trees holds an entry; all other entries come from `around`. */
  readonly isHeld: (id: string) => boolean
}

/** The entries that no side changed, when the trees hold only the changed ones. */
export interface Surroundings {
  readonly entry: EntryLookup
  readonly children: (parent: string | null) => Iterable<Entry>
}

export interface TreeVersions {
  readonly base: ContentTree
  readonly ours: ContentTree
  readonly theirs: ContentTree
}
