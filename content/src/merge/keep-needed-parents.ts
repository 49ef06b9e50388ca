import type { Entry } from '#/tree/entries.ts'
import { childrenInOrder } from '#/tree/tree.ts'
import type { Side } from './conflict.ts'
import { parentAndPosition } from './merge-entry.ts'
import type { MergingTree } from './merging-tree.ts'

/**
 * Keeps a page that one side deleted while the other put or kept entries in it, until a person
 * decides. Deciding for the deletion moves these entries to their places in the deleting side, and
 * deletes those that this side does not have. Returns whether there was such a page.
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

/**
 * The missing parents with the entries in them; a parent that is missing within one side alone is
 * no matter of the merge.
 */
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

/** Moves an entry out of a deleted page to its place in a version, or deletes it with all in it. */
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
      // A child that the side has elsewhere returns to that place, with all its content.
      const there = inVersion(side, child.id)
      if (there === undefined) waiting.push(child.id)
      else entries.set(child.id, { ...child, ...parentAndPosition(there) })
    }
  }
}
