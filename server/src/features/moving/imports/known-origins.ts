import { slugify } from '@lectern/content/tree/slug.ts'

import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import {
  type ImportMode,
  pathsOfTree,
  type Unpacked,
} from '#/features/writing/file-trees/public.ts'

import { isOfWebsite } from './website-origins.ts'

/**
 * The ids of the entries of a branch by their origin, which imports of files match them by. The
 * origin of an entry that never came from a file is the file that an export writes it to, so that an
 * export can be imported again. In the mode `add`, such entries are never matched.
 */
export function knownOrigins(
  head: ReadonlyMap<string, EntryState>,
  mode: ImportMode,
): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const strangers: EntryState[] = []
  for (const entry of head.values()) {
    const { origin } = entry.attributes
    const hasOrigin = typeof origin === 'string' && !isOfWebsite(entry)
    if (hasOrigin) known.set(origin, entry.id)
    // Computed pages came from a declaration, and an export writes them as pages.
    if (!hasOrigin || isDeclared(entry)) strangers.push(entry)
  }
  if (mode === 'add') return known
  const { fileOf } = pathsOfTree(head)
  for (const entry of strangers) {
    const origin = naturalOrigin(entry, head, fileOf)
    if (!known.has(origin)) known.set(origin, entry.id)
  }
  return known
}

/** The files of an import; what came from a website can be found by its address all the same. */
export function withWebsiteOrigins(
  { entries, ...rest }: Unpacked,
  head: ReadonlyMap<string, EntryState>,
): Unpacked {
  return {
    ...rest,
    entries: entries.map((entry) => {
      const before = head.get(entry.id)
      const origin = before?.attributes['origin']
      const isKept = before !== undefined && isOfWebsite(before)
      return isKept && typeof origin === 'string' ? { ...entry, origin } : entry
    }),
  }
}

/** The origin that an import would give to the exported entry. */
function naturalOrigin(
  entry: EntryState,
  head: ReadonlyMap<string, EntryState>,
  fileOf: (entry: EntryState) => string,
): string {
  const { kind, slug, title, parentId } = entry
  if (kind === 'document') return `page:${fileOf(entry)}`
  if (kind === 'group') return `group:${slug ?? slugify(title)}`
  if (!isPageKind(kind)) return `${kind}:${fileOf(entry)}`
  const parent = head.get(parentId)
  const origin = parent === undefined ? '' : originOf(parent, head, fileOf)
  const above = origin.slice(origin.indexOf(':') + 1)
  return `${kind}:${above === '' ? '' : `${above}/`}${slugify(title)}`
}

function originOf(
  entry: EntryState,
  head: ReadonlyMap<string, EntryState>,
  fileOf: (entry: EntryState) => string,
): string {
  const { origin } = entry.attributes
  return typeof origin === 'string' && !isOfWebsite(entry)
    ? origin
    : naturalOrigin(entry, head, fileOf)
}

function isDeclared({ attributes: { computedSource, origin } }: EntryState): boolean {
  return (
    computedSource !== undefined &&
    typeof origin === 'string' &&
    origin.startsWith('computed:')
  )
}
