import type { JsonValue } from '@lectern/content/tree/entries.ts'
import { uniqueSlugs } from '@lectern/content/tree/slug.ts'

import {
  type EntryState,
  isPageKind,
  variablesId,
} from '#/content-store/entries/public.ts'
import { boundedSlug } from '#/content-store/write/public.ts'

import { asDeclared, groupOf, isInGroup } from './declared-groups.ts'
import { type Placed, positionsFor } from './place-pages.ts'
import type { ImportedEntry, Unpacked } from './unpack-task.ts'

export type ImportMode = 'add' | 'mirror'

/** The facts about an imported entry that its file does not state. */
export interface Known {
  readonly documentId: string | null
  /** The attributes of a file's version that describe its bytes. */
  readonly attributes?: Readonly<Record<string, JsonValue>>
}

interface TreeParts {
  readonly head: ReadonlyMap<string, EntryState>
  readonly unpacked: Unpacked
  readonly known: ReadonlyMap<string, Known>
  readonly mode: ImportMode
}

/** The content of the space after an import; the links of changed texts are not resolved yet. */
export function importedTree({
  head,
  unpacked,
  known,
  mode,
}: TreeParts): ReadonlyMap<string, EntryState> {
  const imported = withBoundedSlugs(
    unpacked.entries.map((entry) =>
      asDeclared(entry, stateOf(entry, known.get(entry.id), head.get(entry.id)), head),
    ),
  )
  const ids = new Set(imported.map(({ id }) => id))
  const groups = new Set(
    unpacked.entries.flatMap((entry) =>
      groupOf(entry, head) === undefined ? [] : [entry.id],
    ),
  )
  const staying = [...head.values()].filter(
    (entry) => !ids.has(entry.id) && (mode === 'add' || isInGroup(entry, groups)),
  )
  const tree = new Map<string, EntryState>()
  for (const entry of staying) tree.set(entry.id, entry)
  for (const entry of mode === 'add' ? besideOthers(imported, head) : imported) {
    tree.set(entry.id, entry)
  }
  const variables = variablesOf(head.get(variablesId), unpacked.variables, mode)
  if (variables === undefined) tree.delete(variablesId)
  else tree.set(variablesId, variables)
  const isPlaced = (id: string) => mode === 'add' && head.has(id)
  return positioned(
    tree,
    head,
    imported.map(({ id }) => id).filter((id) => !isPlaced(id)),
  )
}

function stateOf(
  entry: ImportedEntry,
  known: Known | undefined,
  before: EntryState | undefined,
): EntryState {
  const { id, kind, parent, position, title, slug } = entry
  const documentId = known?.documentId ?? null
  const isSameText = before !== undefined && before.documentId === documentId
  return {
    id,
    kind,
    parentId: parent ?? '',
    position: isPageKind(kind) ? position : '',
    slug,
    title,
    attributes: { ...unsaid(before), ...attributesOf(entry, known) },
    head: entry.head ?? null,
    documentId,
    links: isSameText ? before.links : null,
    targets: isSameText ? before.targets : null,
  }
}

/** The attributes that no file can state, as they were before the import. */
function unsaid(before: EntryState | undefined): EntryState['attributes'] {
  if (before === undefined || !isPageKind(before.kind)) return {}
  const { emoji, icon } = before.attributes
  return {
    ...ofSource(before.attributes),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && before.kind === 'group' && { icon }),
  }
}

/** What is known of the source of a computed page, or of what the blocks of a page show. */
const sourceNames = [
  'computed',
  'computedSeed',
  'computedSource',
  'planned',
  'shown',
] as const

function ofSource(attributes: EntryState['attributes']): EntryState['attributes'] {
  return Object.fromEntries(
    sourceNames.flatMap((name) => {
      const value = attributes[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function attributesOf(
  { attributes, origin, path }: ImportedEntry,
  known: Known | undefined,
): EntryState['attributes'] {
  const isReadme = path !== undefined && /(?:^|\/)README\.md$/i.test(path)
  return {
    ...attributes,
    ...known?.attributes,
    ...(origin !== undefined && { origin }),
    ...(path !== undefined && { path }),
    ...(isReadme && { readme: true }),
  }
}

/**
 * The entries with slugs of bounded length: those from long file names are cut, and those that are
 * equal then become different again.
 */
function withBoundedSlugs(entries: readonly EntryState[]): readonly EntryState[] {
  const taken = new Map<string, (slug: string) => string>()
  return entries.map((entry) => {
    const { slug, parentId } = entry
    return slug === null
      ? entry
      : { ...entry, slug: slugsUnder(taken, parentId)(boundedSlug(slug)) }
  })
}

/**
 * The imported entries beside those of the head: existing pages keep their places; new pages take
 * slugs that are free.
 */
function besideOthers(
  imported: readonly EntryState[],
  head: ReadonlyMap<string, EntryState>,
): readonly EntryState[] {
  const taken = new Map<string, (slug: string) => string>()
  for (const { parentId, slug } of head.values()) {
    if (slug !== null) slugsUnder(taken, parentId)(slug)
  }
  return imported.map((entry) => {
    const before = head.get(entry.id)
    if (before !== undefined) {
      const { parentId, position, slug } = before
      return { ...entry, parentId, position, slug }
    }
    const { slug, parentId } = entry
    return slug === null ? entry : { ...entry, slug: slugsUnder(taken, parentId)(slug) }
  })
}

function slugsUnder(
  taken: Map<string, (slug: string) => string>,
  parentId: string,
): (slug: string) => string {
  const known = taken.get(parentId) ?? uniqueSlugs()
  taken.set(parentId, known)
  return known
}

function variablesOf(
  before: EntryState | undefined,
  imported: Readonly<Record<string, string>>,
  mode: ImportMode,
): EntryState | undefined {
  const attributes = mode === 'add' ? { ...before?.attributes, ...imported } : imported
  if (Object.keys(attributes).length === 0 && before === undefined) return undefined
  return {
    id: variablesId,
    kind: 'variables',
    parentId: '',
    position: '',
    slug: null,
    title: '',
    attributes,
    head: null,
    documentId: null,
    links: null,
    targets: null,
  }
}

/** Puts the given entries in their order behind those of their siblings that stay where they are. */
function positioned(
  tree: ReadonlyMap<string, EntryState>,
  head: ReadonlyMap<string, EntryState>,
  arriving: readonly string[],
): ReadonlyMap<string, EntryState> {
  const orders = new Map<string, string[]>()
  const order = (parentId: string) => {
    const known = orders.get(parentId) ?? []
    orders.set(parentId, known)
    return known
  }
  const arrives = new Set(arriving)
  for (const { id, kind, parentId } of inOrder(tree.values())) {
    if (isPageKind(kind) && !arrives.has(id)) order(parentId).push(id)
  }
  for (const id of arriving) {
    const entry = tree.get(id)
    if (entry !== undefined && isPageKind(entry.kind)) order(entry.parentId).push(id)
  }
  const before = Map.groupBy(inOrder(head.values()), ({ parentId }) => parentId)
  const placed = new Map(tree)
  for (const [parentId, wanted] of orders) {
    const siblings: readonly Placed[] = (before.get(parentId) ?? []).filter(({ kind }) =>
      isPageKind(kind),
    )
    for (const [id, position] of positionsFor(wanted, siblings)) {
      const entry = placed.get(id)
      if (entry !== undefined) placed.set(id, { ...entry, position })
    }
  }
  return placed
}

function inOrder(entries: Iterable<EntryState>): readonly EntryState[] {
  return [...entries].toSorted((one, other) =>
    one.position === other.position
      ? compare(one.id, other.id)
      : compare(one.position, other.position),
  )
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
