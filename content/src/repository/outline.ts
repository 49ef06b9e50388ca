import type { Entry } from '#/tree/entries.ts'
import { childrenInOrder } from '#/tree/tree.ts'

/** The pages from the top to the bottom of the table of contents, each with its depth. */
export function pagesInOrder(
  entries: ReadonlyMap<string, Entry>,
): readonly { readonly entry: Entry; readonly depth: number }[] {
  const children = childrenInOrder(
    [...entries.values()].map((entry) => adopted(entry, entries)),
  )
  const ordered: { entry: Entry; depth: number }[] = []
  const pending = (children.get(null) ?? [])
    .map((entry) => ({ entry, depth: 0 }))
    .toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    ordered.push(next)
    const depth = next.depth + 1
    for (const entry of (children.get(next.entry.id) ?? []).toReversed()) {
      pending.push({ entry, depth })
    }
  }
  return ordered
}

/** The entry, moved to the top if its parent is missing, so that it is not lost. */
function adopted(entry: Entry, entries: ReadonlyMap<string, Entry>): Entry {
  return entry.parent === null || entries.has(entry.parent)
    ? entry
    : { ...entry, parent: null }
}
