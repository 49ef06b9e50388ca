import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import {
  ImportFailure,
  pathsOfTree,
  type Unpacked,
} from '#/features/writing/file-trees/public.ts'

interface Below {
  /** The origins of an import as its files name them. */
  readonly known: (known: ReadonlyMap<string, string>) => ReadonlyMap<string, string>
  /** The import as it is written. */
  readonly placed: (unpacked: Unpacked) => Unpacked
}

/** Whether pages can stand below an entry. */
export function isPlaceForPages({ kind }: Pick<EntryState, 'kind'>): boolean {
  return kind === 'document' || kind === 'group'
}

export function requirePlace(
  head: ReadonlyMap<string, EntryState>,
  pageId: string,
): EntryState {
  const page = head.get(pageId)
  if (page === undefined || !isPlaceForPages(page)) {
    throw new ImportFailure(
      'The page to import below is gone. Choose another one, and import again.',
    )
  }
  return page
}

/**
 * Puts an import below a page, as if its files were in a folder of that page: the same file below
 * another page is another page, and links between the files stay what they are.
 */
export function belowPage(
  head: ReadonlyMap<string, EntryState>,
  pageId: string | null,
): Below {
  if (pageId === null) return { known: (known) => known, placed: (unpacked) => unpacked }
  const page = requirePlace(head, pageId)
  const folder = `${pathsOfTree(head).fileOf(page).replace(/\.md$/i, '')}/`
  return {
    known: (known) =>
      new Map(
        [...known].flatMap(([origin, id]) => {
          const [kind, path] = partsOf(origin)
          if (!path.startsWith(folder) || id === pageId) return []
          return [[`${kind}:${path.slice(folder.length)}`, id] as const]
        }),
      ),
    placed: ({ entries, ...rest }) => ({
      ...rest,
      entries: entries.map((entry) => {
        const { origin, path, parent, kind } = entry
        return {
          ...entry,
          parent: parent === null && isPageKind(kind) ? pageId : parent,
          origin: origin === undefined ? undefined : placedOrigin(origin, folder),
          ...(path !== undefined && { path: folder + path }),
        }
      }),
    }),
  }
}

function placedOrigin(origin: string, folder: string): string {
  const [kind, path] = partsOf(origin)
  return `${kind}:${folder}${path}`
}

function partsOf(origin: string): readonly [string, string] {
  const at = origin.indexOf(':')
  return [origin.slice(0, at), origin.slice(at + 1)]
}
