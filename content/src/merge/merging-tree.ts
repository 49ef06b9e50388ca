import type { ContentTree, Entry } from '#/tree/entries.ts'
import type { EntryLookup } from '#/tree/tree.ts'
import type { Side } from './conflict.ts'
import type { TreeAsking } from './tree-conflict.ts'

/** A merge on its way: what is merged entry by entry, before the tree they make is looked at. */
export interface MergingTree {
  readonly versions: TreeVersions
  readonly entries: Map<string, Entry>
  readonly asking: TreeAsking
  readonly around: Surroundings
  readonly inVersion: (version: Side, id: string) => Entry | undefined
  readonly inMerged: EntryLookup
  /** Whether any of the trees holds an entry; what none holds is around. */
  readonly isHeld: (id: string) => boolean
}

/** The entries that neither side changed, when the trees hold only those that one of them did. */
export interface Surroundings {
  readonly entry: EntryLookup
  readonly children: (parent: string | null) => Iterable<Entry>
}

export interface TreeVersions {
  readonly base: ContentTree
  readonly ours: ContentTree
  readonly theirs: ContentTree
}
