import type { Side } from './conflict.ts'
import type { MergingTree } from './merging-tree.ts'

/**
 * Two moves that put pages into each other: until one is decided for, the pages stand where they
 * stood in the base. Says whether there was anything to settle.
 */
export function settleCycles(merging: MergingTree): boolean {
  const { asking, entries, versions } = merging
  const settled = new Set<string>()
  const placed = new Set<string>()
  for (const { id, parent } of entries.values().toArray()) {
    if (versions.base.entries.get(id)?.parent === parent) continue
    const cycle = cycleThrough(id, merging)
    if (cycle.length === 0) continue
    const members = cycle.toSorted()
    const name = members.join(' ')
    const parents = (side: Side) => {
      return members.map((member) => merging.inVersion(side, member)?.parent ?? null)
    }
    const resolution = settled.has(name)
      ? undefined
      : asking.ask({
          kind: 'cycle',
          entry: members[0],
          others: members.slice(1),
          base: parents('base'),
          ours: parents('ours'),
          theirs: parents('theirs'),
        })
    settled.add(name)
    const side =
      resolution !== undefined && 'choose' in resolution ? resolution.choose : 'base'
    for (const member of members) {
      // A member that was placed once and is in a cycle again goes where the base has it.
      placeAs(placed.has(member) ? 'base' : side, member, merging)
      placed.add(member)
    }
  }
  return placed.size > 0
}

/** The pages of the cycle that an entry stands in, itself among them; none when it stands in none. */
function cycleThrough(id: string, { inMerged }: MergingTree): readonly string[] {
  const passed = [id]
  const seen = new Set(passed)
  let parent = inMerged(id)?.parent ?? null
  while (parent !== null && !seen.has(parent)) {
    seen.add(parent)
    passed.push(parent)
    parent = inMerged(parent)?.parent ?? null
  }
  return parent === id ? passed : []
}

function placeAs(side: Side, id: string, { entries, inVersion }: MergingTree): void {
  const entry = entries.get(id)
  const as = inVersion(side, id) ?? inVersion('base', id)
  if (entry === undefined || as === undefined) return
  entries.set(id, { ...entry, parent: as.parent, position: as.position })
}
