import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import {
  type ImportMode,
  pathsOfTree,
  type Unpacked,
} from '#/features/writing/file-trees/public.ts'

import { requirePlace } from './below-page.ts'
import type { Website } from './website-files.ts'

type Head = ReadonlyMap<string, EntryState>

interface Into {
  readonly head: Head
  readonly mode: ImportMode
  /** The page that it goes below; null for the top of the space. */
  readonly pageId: string | null
}

interface WebsitePlace {
  /** The folder for its files: no file in it is that of something else. */
  readonly folder: string
  /** The ids of what was read from the same addresses before, by the keys of the addresses. */
  readonly ids: ReadonlyMap<string, string>
}

const prefix = 'website-'

/** Whether an entry was read from a website. */
export function isOfWebsite({ attributes: { origin } }: Pick<EntryState, 'attributes'>) {
  return typeof origin === 'string' && origin.startsWith(prefix)
}

/**
 * Where a website goes. What was read from the same address into the same place is the same entry,
 * and nothing else is: whatever it is called, all that comes from elsewhere stays as it is.
 */
export function placeOfWebsite(website: Website, { head, mode, pageId }: Into) {
  if (pageId !== null) requirePlace(head, pageId)
  const before = new Map(
    [...head.values()].flatMap((entry) => {
      const { origin } = entry.attributes
      return typeof origin === 'string' ? [[origin, entry.id] as const] : []
    }),
  )
  const ids = new Map(
    website.parts.flatMap(({ kind, key }) => {
      const id = before.get(originOf(kind, pageId, key))
      return id === undefined ? [] : [[key, id] as const]
    }),
  )
  // A space that becomes what the website is keeps nothing that could be in the way.
  const taken = mode === 'mirror' ? new Set<string>() : filesWithout(head, ids)
  return { ids, folder: freeFolder(website, taken) } satisfies WebsitePlace
}

/** The ids that were found, by the origins that the reader of files asks for. */
export function knownInFiles(
  keys: ReadonlyMap<string, string>,
  { ids }: WebsitePlace,
): ReadonlyMap<string, string> {
  return new Map(
    [...keys].flatMap(([path, key]) => {
      const id = ids.get(key)
      const kind = path.endsWith('.md') ? 'page' : 'file'
      return id === undefined ? [] : [[`${kind}:${path}`, id] as const]
    }),
  )
}

/** The import as it is written: what it holds is known by its address from now on. */
export function placedWebsite(
  { entries, ...rest }: Unpacked,
  keys: ReadonlyMap<string, string>,
  pageId: string | null,
): Unpacked {
  return {
    ...rest,
    entries: entries.map((entry) => {
      const { kind, parent, path = '' } = entry
      const key = keys.get(path)
      const kindOfPart = kind === 'file' ? 'file' : 'page'
      return {
        ...entry,
        parent: parent === null && isPageKind(kind) ? pageId : parent,
        origin: key === undefined ? undefined : originOf(kindOfPart, pageId, key),
      }
    }),
  }
}

function originOf(kind: 'page' | 'file', pageId: string | null, key: string): string {
  return `${prefix}${kind}:${pageId ?? ''}:${key}`
}

function filesWithout(head: Head, ids: ReadonlyMap<string, string>): ReadonlySet<string> {
  const { fileOf } = pathsOfTree(head)
  const own = new Set(ids.values())
  const others = [...head.values()].filter(
    ({ id, kind }) => kind !== 'variables' && !own.has(id),
  )
  return new Set(others.map((entry) => fileOf(entry)))
}

function freeFolder(
  { folder, parts, pathIn }: Website,
  taken: ReadonlySet<string>,
): string {
  for (let time = 1; ; time += 1) {
    const found = time === 1 ? `${folder}/` : `${folder}-${time}/`
    if (!parts.some((part) => taken.has(pathIn(found, part)))) return found
  }
}
