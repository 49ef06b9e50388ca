import type { Side } from './conflict.ts'
import type { MergingTree } from './merging-tree.ts'

/** The cycles broken so far: a page that was put back may be in another cycle, with new moves. */
export interface BrokenCycles {
  readonly asked: Set<string>
  /** The number of times that each page was placed because of a cycle. */
  readonly placed: Map<string, number>
}

/**
 * Breaks cycles, which two moves make by putting pages into each other: until a person decides, the
 * pages have their places of the base. Returns whether there was a cycle.
 */
export function breakCycles(merging: MergingTree, before: BrokenCycles): boolean {
  const { asking, entries, versions } = merging
  const { asked, placed } = before
  let isSettled = false
  for (const { id, parent } of entries.values().toArray()) {
    if (versions.base.entries.get(id)?.parent === parent) continue
    const cycle = cycleThrough(id, merging)
    if (cycle.length === 0) continue
    const members = cycle.toSorted()
    const name = members.join(' ')
    const parents = (side: Side) => {
      return members.map((member) => merging.inVersion(side, member)?.parent ?? null)
    }
    const resolution = asked.has(name)
      ? undefined
      : asking.ask({
          kind: 'cycle',
          entry: members[0],
          others: members.slice(1),
          base: parents('base'),
          ours: parents('ours'),
          theirs: parents('theirs'),
        })
    asked.add(name)
    isSettled = true
    const side =
      resolution !== undefined && 'choose' in resolution ? resolution.choose : 'base'
    for (const member of members) {
      const times = placed.get(member) ?? 0
      placed.set(member, times + 1)
      placeAs(times === 0 ? side : 'base', member, merging, times)
    }
  }
  return isSettled
}

/** The pages of the cycle through an entry, the entry included; empty when there is none. */
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

/**
 * Places a page as a side has it, or else as the base has it. A page that was placed twice before,
 * or once and has no such place, goes to the top, where no cycle is possible.
 */
// oxlint-disable-next-line max-params -- a place and whose it is, in a merge
function placeAs(
  side: Side,
  id: string,
  { entries, inVersion }: MergingTree,
  timesBefore: number,
): void {
  const entry = entries.get(id)
  if (entry === undefined) return
  const there = inVersion(side, id) ?? inVersion('base', id)
  const isLost = timesBefore > 1 || (timesBefore === 1 && there === undefined)
  const place = isLost ? { ...entry, parent: null } : there
  if (place === undefined) return
  entries.set(id, { ...entry, parent: place.parent, position: place.position })
}
