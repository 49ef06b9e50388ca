import type { Entry, EntryKind, JsonValue } from '@lectern/content/tree/entries.ts'

import type { EntryRow, EntryState } from '#/content-store/entries/public.ts'

/** Begins the name of a text that no merge needs to look into; Markdown has no such byte. */
const unread = '\0'

/** What a merge looks at. A text that is not given is known by its name alone. */
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

/** The name of the text, where the merge did not make a new one. */
export function documentIn({ body }: Entry): string | undefined {
  return body?.startsWith(unread) === true ? body.slice(unread.length) : undefined
}

/** The other way round; whose links these are is said by the text. */
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
