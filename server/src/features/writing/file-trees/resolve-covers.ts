import { resolveRef } from '@lectern/content/look/resolve-ref.ts'
import { mapCover, type PageCover } from '@lectern/content/page/page-attributes.ts'
import type { JsonValue } from '@lectern/content/tree/entries.ts'

import type { EntryState } from '#/content-store/entries/public.ts'
import { idsIn } from '#/content-store/links/public.ts'

import type { PathsOfTree } from './paths-of-tree.ts'

/** An entry whose cover, where it names files of the tree by their paths, names them by their ids. */
export function withCoverFiles(
  entry: EntryState,
  { targets, fileOf }: PathsOfTree,
): EntryState {
  const cover = coverOf(entry)
  if (cover === undefined) return entry
  const resolved = mapCover(cover, (ref) => {
    if (ref.kind !== 'url') return ref
    const { target } = resolveRef(ref, { file: fileOf(entry) }, targets)
    return target?.kind === 'file' ? target : ref
  })
  const ids = [resolved.ref, resolved.refDark].flatMap((ref) => idsIn(ref))
  return {
    ...entry,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- references and numbers are JSON
    attributes: { ...entry.attributes, cover: resolved as unknown as JsonValue },
    targets: [...new Set([...(entry.targets ?? []), ...ids])].toSorted(),
  }
}

function coverOf({ attributes }: EntryState): PageCover | undefined {
  const { cover } = attributes
  const isCover = typeof cover === 'object' && cover !== null && !Array.isArray(cover)
  if (!isCover) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only covers are stored under this name
  return cover as unknown as PageCover
}
