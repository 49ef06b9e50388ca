import type { SemanticChange } from '@lectern/content/compare/trees.ts'
import type {
  ContentTree,
  Entry,
  EntryKind,
  JsonValue,
} from '@lectern/content/tree/entries.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'
import { variablesId } from '#/content-store/entries/public.ts'

import { variablesOf } from './revision-view.ts'

/** The changes of a revision, with the versions on both sides of it and the entries above them. */
export interface Compared {
  readonly changes: readonly SemanticChange[]
  readonly before: ReadonlyMap<string, VersionRow>
  readonly after: ReadonlyMap<string, VersionRow>
}

type ComparedRow = VersionRow & { readonly head?: string | null }

export function treeFrom(rows: readonly ComparedRow[]): ContentTree {
  const entries = rows.filter(({ kind }) => kind !== 'variables')
  const variables = rows.find(({ entry_id }) => entry_id === variablesId)
  return {
    entries: new Map(entries.map((row) => [row.entry_id, entryFrom(row)])),
    variables: variables === undefined ? {} : variablesOf(variables),
  }
}

/** An entry with the id of its document in place of the text: equal texts have equal ids. */
export function entryFrom(row: ComparedRow): Entry {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
  const attributes = row.attributes as Record<string, JsonValue>
  return {
    id: row.entry_id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these, and variables are no entry
    kind: row.kind as EntryKind,
    parent: row.parent_id === '' ? null : row.parent_id,
    position: row.position,
    attributes: {
      ...attributes,
      ...(row.kind === 'file' ? { name: row.title } : { title: row.title }),
      ...(row.slug !== null && { slug: row.slug }),
    },
    ...(row.document_id !== null && { body: row.document_id }),
    ...(row.head !== undefined && row.head !== null && { head: row.head }),
  }
}
