import type { ContentTree, Entry, EntryKind, JsonValue } from '#/tree/entries.ts'
import { isPage, pathOf, titleOf, type EntryLookup } from '#/tree/tree.ts'
import { sameValue } from './values.ts'

/** One change between two versions of a space's content. */
export type SemanticChange =
  | EntryChange<'page_created' | 'page_deleted', object>
  | EntryChange<'page_edited', Edit>
  | EntryChange<'page_moved', { readonly before: EntryPlace; readonly after: EntryPlace }>
  | EntryChange<'file_created' | 'file_deleted', object>
  | EntryChange<'file_edited', Edit>
  | EntryChange<'reusable_content_created' | 'reusable_content_deleted', object>
  | EntryChange<'reusable_content_edited', Edit>
  | { readonly type: 'variables_edited'; readonly variables: readonly ValueChange[] }

type EntryChange<Type extends string, More> = {
  readonly type: Type
  readonly id: string
  readonly kind: EntryKind
  readonly title: string
  /** The slugs down to a page: the current ones, or the last ones of a deleted page. */
  readonly path: string
} & More

export interface EntryPlace {
  readonly parent: string | null
  readonly position: string
  readonly path: string
}

/** A change of a named value; `before` or `after` is absent where that side has no value. */
export interface ValueChange {
  readonly name: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

interface Edit {
  readonly attributes: readonly ValueChange[]
  readonly body?: { readonly before: string; readonly after: string }
}

export interface CompareTreesOptions {
  /** Finds unchanged entries, which are not in the maps; needed for paths only. */
  readonly unchanged?: EntryLookup
}

/** The differences between two trees, or between those of their entries that may have changed. */
export function compareTrees(
  before: ContentTree,
  after: ContentTree,
  { unchanged = () => undefined }: CompareTreesOptions = {},
): readonly SemanticChange[] {
  const lookups: Lookups = {
    before: (id) => before.entries.get(id) ?? unchanged(id),
    after: (id) => after.entries.get(id) ?? unchanged(id),
  }
  const changes: SemanticChange[] = []
  const ids = new Set([...before.entries.keys(), ...after.entries.keys()])
  for (const id of [...ids].toSorted()) {
    changes.push(
      ...compareEntries(before.entries.get(id), after.entries.get(id), lookups),
    )
  }
  const variables = compareRecords(before.variables, after.variables)
  if (variables.length > 0) changes.push({ type: 'variables_edited', variables })
  return changes
}

/** The changes between two records, for the keys whose values differ. */
export function compareRecords(
  before: Readonly<Record<string, JsonValue>>,
  after: Readonly<Record<string, JsonValue>>,
): readonly ValueChange[] {
  const old = new Map(Object.entries(before))
  const young = new Map(Object.entries(after))
  return [...new Set([...old.keys(), ...young.keys()])]
    .toSorted()
    .filter((name) => !sameValue(old.get(name), young.get(name)))
    .map((name) => {
      const was = old.get(name)
      const is = young.get(name)
      return {
        name,
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      }
    })
}

interface Lookups {
  readonly before: EntryLookup
  readonly after: EntryLookup
}

function compareEntries(
  before: Entry | undefined,
  after: Entry | undefined,
  lookups: Lookups,
): readonly SemanticChange[] {
  if (before === after) return []
  if (after === undefined) {
    if (before === undefined) return []
    return [{ type: typeOf(before, 'deleted'), ...named(before, lookups.before) }]
  }
  const name = named(after, lookups.after)
  if (before === undefined) return [{ type: typeOf(after, 'created'), ...name }]
  const changes: SemanticChange[] = []
  const edit = editOf(before, after)
  if (edit !== undefined) {
    changes.push({ type: typeOf(after, 'edited'), ...name, ...edit })
  }
  const isMoved = before.parent !== after.parent || before.position !== after.position
  if (isMoved && isPage(after)) {
    changes.push({
      type: 'page_moved',
      ...name,
      before: placeOf(before, lookups.before),
      after: placeOf(after, lookups.after),
    })
  }
  return changes
}

/**
 * The edit of an entry, if any. Heads repeat the attributes, so an edit of only the other bytes of
 * a head names no attributes.
 */
function editOf(before: Entry, after: Entry): Edit | undefined {
  const attributes = compareRecords(before.attributes, after.attributes)
  const was = before.body ?? ''
  const is = after.body ?? ''
  const isSame =
    attributes.length === 0 &&
    was === is &&
    before.head === after.head &&
    before.kind === after.kind
  if (isSame) return undefined
  return { attributes, ...(was !== is && { body: { before: was, after: is } }) }
}

function typeOf<What extends 'created' | 'edited' | 'deleted'>(
  entry: Entry,
  what: What,
): `${'page' | 'file' | 'reusable_content'}_${What}` {
  if (entry.kind === 'file') return `file_${what}`
  return entry.kind === 'reusable-content' ? `reusable_content_${what}` : `page_${what}`
}

function named(entry: Entry, lookup: EntryLookup) {
  const { id, kind } = entry
  return {
    id,
    kind,
    title: titleOf(entry),
    path: isPage(entry) ? pathOf(entry, lookup) : '',
  }
}

function placeOf(entry: Entry, lookup: EntryLookup): EntryPlace {
  const { parent, position } = entry
  return { parent, position, path: pathOf(entry, lookup) }
}
