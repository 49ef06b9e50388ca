import type { Entry, EntryKind, JsonValue } from '@lectern/content/tree/entries.ts'

import type { EntryRow, EntryState } from '#/content-store/entries/public.ts'

/** Precedes the id of a text that the merge does not read; Markdown has no such byte. */
const unread = '\0'

/** An entry as the merge takes it. A text that is not in `texts` is represented by its id. */
export function entryOf(row: EntryRow, texts: ReadonlyMap<string, string>): Entry {
  const { id, kind, parent_id: parent, position, slug, title, head } = row
  const name: Record<string, JsonValue> = kind === 'file' ? { name: title } : { title }
  const documentId = row.document_id
  return {
    id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- variables are taken out before
    kind: kind as EntryKind,
    parent: parent === '' ? null : parent,
    position,
    attributes: { ...row.attributes, ...name, ...(slug !== null && { slug }) },
    ...(documentId !== null && { body: texts.get(documentId) ?? unread + documentId }),
    ...(head !== null && { head }),
  }
}

/** The id of the entry's text; undefined when the body is the text itself, which the merge read. */
export function documentIn({ body }: Entry): string | undefined {
  return body?.startsWith(unread) === true ? body.slice(unread.length) : undefined
}

/** The state of a merged entry, without links, which depend on the text; reverses `entryOf`. */
export function stateOf(
  entry: Entry,
  documentId: string | null,
): Omit<EntryState, 'links' | 'targets'> {
  const { title, name, slug, ...attributes } = entry.attributes
  const called = entry.kind === 'file' ? name : title
  return {
    id: entry.id,
    kind: entry.kind,
    parentId: entry.parent ?? '',
    position: entry.position,
    slug: typeof slug === 'string' ? slug : null,
    title: typeof called === 'string' ? called : '',
    attributes,
    head: entry.head ?? null,
    documentId,
  }
}
