import type { Entry } from './entries.ts'
import { comparePositions } from './positions.ts'

/** Finds an entry by its id, such as the `get` of a map. */
export type EntryLookup = (id: string) => Entry | undefined

/** The limit for the number of ancestors, beyond any real tree. */
const depthMax = 1000

/** The pages below each parent in their order; the pages at the top are under `null`. */
export function childrenInOrder(
  entries: Iterable<Entry>,
): ReadonlyMap<string | null, readonly Entry[]> {
  const children = new Map<string | null, Entry[]>()
  for (const entry of entries) {
    if (!isPage(entry)) continue
    const siblings = children.get(entry.parent)
    if (siblings === undefined) children.set(entry.parent, [entry])
    else siblings.push(entry)
  }
  for (const siblings of children.values()) siblings.sort(comparePositions)
  return children
}

export function isPage(entry: Entry): boolean {
  return entry.kind !== 'file' && entry.kind !== 'reusable-content'
}

/** The ancestors from the parent upwards. Ends at a missing ancestor, and at one that repeats. */
export function ancestorsOf(entry: Entry, lookup: EntryLookup): readonly Entry[] {
  const ancestors: Entry[] = []
  const passed = new Set([entry.id])
  let parent = entry.parent
  while (parent !== null && !passed.has(parent) && ancestors.length < depthMax) {
    const ancestor = lookup(parent)
    if (ancestor === undefined) break
    passed.add(parent)
    ancestors.push(ancestor)
    parent = ancestor.parent
  }
  return ancestors
}

/** Whether an entry is inside another at any depth; no entry is inside itself. */
export function isWithin(entry: Entry, ancestorId: string, lookup: EntryLookup): boolean {
  return ancestorsOf(entry, lookup).some(({ id }) => id === ancestorId)
}

/** Whether moving an entry into a parent would put the entry into itself. */
export function makesCycle(
  entry: Entry,
  parent: string | null,
  lookup: EntryLookup,
): boolean {
  if (parent === null) return false
  if (parent === entry.id) return true
  const target = lookup(parent)
  return target !== undefined && isWithin(target, entry.id, lookup)
}

/** The slugs from the top down to an entry, joined; entries without a slug are skipped. */
export function pathOf(entry: Entry, lookup: EntryLookup): string {
  return [entry, ...ancestorsOf(entry, lookup)]
    .toReversed()
    .map(slugOf)
    .filter((slug) => slug !== undefined)
    .join('/')
}

export function slugOf(entry: Entry): string | undefined {
  const { slug } = entry.attributes
  return typeof slug === 'string' && slug !== '' ? slug : undefined
}

/** The name by which people know an entry. */
export function titleOf(entry: Entry): string {
  const { title, name } = entry.attributes
  if (typeof title === 'string') return title
  return typeof name === 'string' ? name : ''
}
