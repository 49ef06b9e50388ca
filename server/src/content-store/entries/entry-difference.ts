import type { EntryRow } from './entry-queries.ts'
import type { EntryState } from './entry-state.ts'

export function stateOfRow(row: EntryRow): EntryState {
  return {
    id: row.id,
    kind: row.kind,
    parentId: row.parent_id,
    position: row.position,
    slug: row.slug,
    title: row.title,
    attributes: row.attributes,
    head: row.head,
    documentId: row.document_id,
    links: row.links,
    targets: row.targets,
  }
}

/** Whether an entry differs from a stored version; its links follow from the rest. */
export function differs(now: EntryState, before: EntryRow | undefined): boolean {
  if (before === undefined) return true
  return (
    now.parentId !== before.parent_id ||
    now.position !== before.position ||
    now.slug !== before.slug ||
    now.title !== before.title ||
    now.head !== before.head ||
    now.documentId !== before.document_id ||
    sorted(now.attributes) !== sorted(before.attributes)
  )
}

/** JSON with sorted keys: stored attributes come back with their keys in another order. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** The old name of a page that was renamed or moved: the page is still found under it. */
export function oldNameOf(now: EntryState, before: EntryRow | undefined) {
  if (before === undefined || before.slug === null) return []
  const isSame = before.slug === now.slug && before.parent_id === now.parentId
  return isSame
    ? []
    : [{ parentId: before.parent_id, slug: before.slug, entryId: now.id }]
}
