import type { Targets } from '@lectern/content/look/resolve-ref.ts'

import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import {
  addressOf,
  addressOfFile,
  fileOfPage,
  pathOfNamed,
} from '#/content-store/links/public.ts'

export interface PathsOfTree {
  readonly targets: Targets
  /** The file that the links of an entry start from. */
  readonly fileOf: (entry: EntryState) => string
}

/** The link targets of a whole tree that is in memory, by their files and by their addresses. */
export function pathsOfTree(entries: ReadonlyMap<string, EntryState>): PathsOfTree {
  const pagesByFile = new Map<string, string>()
  const pagesByAddress = new Map<string, string>()
  const named = new Map<string, string>()
  const addresses = new Map<string, string>()
  let first: EntryState | undefined
  for (const entry of entries.values()) {
    if (isPageKind(entry.kind)) {
      const address = addressOf(entry.id, (id) => entries.get(id))
      addresses.set(entry.id, address)
      pagesByAddress.set(address, entry.id)
      const path = pathIn(entry)
      if (path !== undefined) pagesByFile.set(path, entry.id)
      if (entry.kind === 'document' && entry.parentId === '') {
        first = earlier(first, entry)
      }
    } else if (entry.kind === 'file' || entry.kind === 'reusable-content') {
      const path = pathIn(entry) ?? null
      named.set(`${entry.kind} ${pathOfNamed({ ...entry, path })}`, entry.id)
    }
  }
  const pageByAddress = (address: string) =>
    address === '' ? first?.id : pagesByAddress.get(address)
  return {
    targets: {
      pageByAddress,
      pageByFile: (path) => {
        const address = addressOfFile(path)
        return (
          pagesByFile.get(path) ??
          (address === undefined ? undefined : pageByAddress(address))
        )
      },
      fileByPath: (path) => named.get(`file ${path}`),
      reusableContentByPath: (path) => named.get(`reusable-content ${path}`),
    },
    fileOf: (entry) =>
      pathIn(entry) ??
      (isPageKind(entry.kind)
        ? fileOfPage(addresses.get(entry.id) ?? '', entry.attributes)
        : pathOfNamed(entry)),
  }
}

function pathIn({ attributes }: EntryState): string | undefined {
  const { path } = attributes
  return typeof path === 'string' ? path : undefined
}

function earlier(one: EntryState | undefined, other: EntryState): EntryState {
  return one !== undefined && one.position <= other.position ? one : other
}
