import type { Entry } from '#/tree/entries.ts'
import { childrenInOrder } from '#/tree/tree.ts'
import type { Side } from './conflict.ts'
import { parentAndPosition } from './merge-entry.ts'
import type { MergingTree } from './merging-tree.ts'

/**
 * A page that one side deleted while the other put or kept something in it: the page is kept until
 * that is decided. Deciding for the deletion puts what is inside where the deleting side has it, and
 * deletes what that side does not have. Says whether there was anything to settle.
 */
export function keepNeededParents(merging: MergingTree): boolean {
  const reconciled = new Set<string>()
  for (
    let missing = missingParents(merging, reconciled);
    missing.size > 0;
    missing = missingParents(merging, reconciled)
  ) {
    for (const [parent, inside] of missing) {
      reconciled.add(parent)
      keepNeededParent(parent, inside, merging)
    }
  }
  return reconciled.size > 0
}

/** Parents that are not there, with what stands in them; those that a side lacks by itself are its own affair. */
function missingParents(
  merging: MergingTree,
  reconciled: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>()
  for (const entry of merging.entries.values()) {
    const { parent } = entry
    if (parent === null || reconciled.has(parent)) continue
    if (merging.inMerged(parent) !== undefined) continue
    if (isBroken('ours', entry, merging) || isBroken('theirs', entry, merging)) continue
    const inside = missing.get(parent)
    if (inside === undefined) missing.set(parent, [entry.id])
    else inside.push(entry.id)
  }
  return missing
}

function isBroken(side: Side, { id, parent }: Entry, merging: MergingTree): boolean {
  return (
    parent !== null &&
    merging.inVersion(side, id)?.parent === parent &&
    merging.inVersion(side, parent) === undefined
  )
}

function keepNeededParent(
  parent: string,
  inside: readonly string[],
  merging: MergingTree,
): void {
  const { asking, entries, inVersion } = merging
  const ours = inVersion('ours', parent)
  const theirs = inVersion('theirs', parent)
  const resolution = asking.ask({
    kind: 'parent',
    entry: parent,
    others: inside.toSorted(),
    ours: ours === undefined ? 'deleted' : 'kept',
    theirs: theirs === undefined ? 'deleted' : 'kept',
  })
  const side =
    resolution !== undefined && 'choose' in resolution ? resolution.choose : undefined
  const kept =
    side === undefined
      ? (ours ?? theirs ?? inVersion('base', parent))
      : inVersion(side, parent)
  if (kept !== undefined) entries.set(parent, kept)
  else for (const id of inside) leave(id, side ?? 'base', merging)
}

/** Takes an entry out of a deleted page: to where a version has it, or away with all that is in it. */
function leave(id: string, side: Side, { entries, inVersion }: MergingTree): void {
  const entry = entries.get(id)
  const elsewhere = inVersion(side, id)
  if (
    entry !== undefined &&
    elsewhere !== undefined &&
    elsewhere.parent !== entry.parent
  ) {
    const { parent, position } = elsewhere
    entries.set(id, { ...entry, parent, position })
    return
  }
  const children = childrenInOrder(entries.values())
  const waiting = [id]
  for (let gone = waiting.pop(); gone !== undefined; gone = waiting.pop()) {
    if (!entries.delete(gone)) continue
    for (const child of children.get(gone) ?? []) {
      // What the side has elsewhere goes back there, with all that is in it.
      const there = inVersion(side, child.id)
      if (there === undefined) waiting.push(child.id)
      else entries.set(child.id, { ...child, ...parentAndPosition(there) })
    }
  }
}
