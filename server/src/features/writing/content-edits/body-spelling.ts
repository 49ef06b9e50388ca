import type { BodyWork } from '#/content-store/documents/public.ts'
import type { EntryRow } from '#/content-store/entries/public.ts'
import { addressOf, fileOfPage, pathOfNamed } from '#/content-store/links/public.ts'

import type { LoadedState } from './load-state.ts'
import type { NamedChange } from './named-changes.ts'

/** The file and the paths by which links are spelled in the text of an entry. */
export function spellingFor(
  id: string,
  own: readonly NamedChange[],
  state: LoadedState,
): BodyWork['spelling'] {
  const entryOfId = (each: string) => {
    const row = state.entries.get(each)
    return row && { slug: row.slug, parentId: row.parent_id }
  }
  const fileOf = (row: EntryRow) =>
    row.kind === 'document' || row.kind === 'group'
      ? fileOfPage(addressOf(row.id, entryOfId), row.attributes)
      : pathOfNamed({ kind: row.kind, title: row.title, path: pathIn(row) })
  const row = state.entries.get(id)
  const file = row === undefined ? newFile(own, entryOfId) : fileOf(row)
  // A page inside a page of the same request has no address yet: its links keep their ids.
  if (file === undefined) return { file: '', page: id, paths: {} }
  const paths = [...state.entries.values()].map((each) => [nameOf(each), fileOf(each)])
  return { file, page: id, paths: Object.fromEntries(paths) }
}

function nameOf({ id, kind }: EntryRow): string {
  return kind === 'file' || kind === 'reusable-content' ? `${kind}/${id}` : `page/${id}`
}

function pathIn({ attributes }: EntryRow): string | null {
  const { path } = attributes
  return typeof path === 'string' ? path : null
}

/** The file of a new entry, of which only the folder matters: relative links start from it. */
function newFile(
  own: readonly NamedChange[],
  entryOfId: Parameters<typeof addressOf>[1],
): string | undefined {
  const [first] = own
  if (first?.change.operation === 'insert_reusable_content') {
    return pathOfNamed({ kind: 'reusable-content', title: first.change.title })
  }
  const into = first && 'into' in first.change ? first.change.into : undefined
  if (typeof into !== 'string') return 'page.md'
  return entryOfId(into) && `${addressOf(into, entryOfId)}/page.md`
}
