import { readRef } from '#/document/references.ts'
import { decodePercent, encodePath, splitDestination } from '#/look/destination.ts'
import { fileMeant, respellDestination } from '#/look/respell-destination.ts'
import { respell } from '#/look/respell.ts'

import type { RepositoryLayout } from '#/repository/layout.ts'
import { folderOf, relativePath, resolvePath } from '#/repository/paths.ts'

/** The old and the new paths of files, so that links between them can be adjusted. */
export interface Moves {
  /** The new path of each file that moved. */
  readonly moved: ReadonlyMap<string, string>
  /** The path of each entry that is a file. */
  readonly paths: ReadonlyMap<string, string>
  /** The paths of all files before and after the moves. */
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
  readonly root: string
}

export function movesOf(
  layout: RepositoryLayout,
  paths: ReadonlyMap<string, string>,
): Moves {
  const moved = new Map<string, string>()
  for (const [id, path] of paths) {
    const old = layout.places.get(id)?.path
    if (old !== undefined && old !== path) moved.set(old, path)
  }
  const places = [...layout.places.values()].flatMap(({ path }) => path ?? [])
  const kept = [...layout.kept.keys()]
  const before = new Set([...places, ...kept])
  const after = new Set([...paths.values(), ...kept])
  return { moved, paths, before, after, root: layout.root }
}

/**
 * The text of a file with its links adjusted, after the file or their targets moved. Without a move
 * not a byte changes.
 */
export function followMoves(
  text: string,
  from: string,
  to: string,
  moves: Moves,
): string {
  const mayChange = from !== to || moves.moved.size > 0 || text.includes('lectern:')
  if (!mayChange) return text
  return respell(text, ({ destination }) => followed(destination, from, to, moves))
}

/** Adjusts a path of the front matter, which is plain text and may have spaces. */
export function followPlain(
  spelling: string,
  from: string,
  to: string,
  moves: Moves,
): string {
  const isPlain = !/%[\dA-F]{2}/i.test(spelling)
  const path = followed(isPlain ? encodePath(spelling) : spelling, from, to, moves)
  if (path === undefined) return spelling
  return isPlain ? decodePercent(path) : path
}

function followed(
  destination: string,
  from: string,
  to: string,
  moves: Moves,
): string | undefined {
  return (
    spellKnown(destination, to, moves) ??
    followFile(destination, from, to, moves) ??
    followPath(destination, from, to)
  )
}

/** The destination of a file that still exists, in the same spelling as far as possible. */
function followFile(
  destination: string,
  from: string,
  to: string,
  { moved, before, after, root }: Moves,
): string | undefined {
  if (!from.startsWith(root) || !to.startsWith(root)) return undefined
  const existed = (path: string) => before.has(root + path)
  const exists = (path: string) => after.has(root + path)
  const nowAt = (path: string) => {
    const now = moved.get(root + path) ?? root + path
    return after.has(now) && now.startsWith(root) ? now.slice(root.length) : undefined
  }
  const [page, pageNow] = [from.slice(root.length), to.slice(root.length)]
  const target = fileMeant(destination, page, existed)
  if (target === undefined || nowAt(target) === undefined) return undefined
  const places = { before: page, after: pageNow, existed, exists, nowAt }
  return respellDestination(destination, places) ?? destination
}

/** Adjusts a path to no file, so that it still means the same missing path. */
function followPath(destination: string, from: string, to: string): string | undefined {
  const parts = splitDestination(destination)
  // A path from the top does not depend on its file, and an anchor has no path.
  if (from === to || !parts || parts.path === '' || parts.path.startsWith('/')) {
    return undefined
  }
  const path = resolvePath(folderOf(from), decodePercent(parts.path))
  if (path === undefined) return undefined
  const slash = parts.path.endsWith('/') ? '/' : ''
  const spelled = encodePath(relativePath(folderOf(to), path))
  return spelled + slash + parts.query + parts.fragment
}

/** The path of a target that the Markdown names by its id. */
function spellKnown(destination: string, to: string, moves: Moves): string | undefined {
  const ref = readRef(destination)
  if (ref.kind === 'url' || ('space' in ref && ref.space !== undefined)) return undefined
  const spell = (id: string | undefined) => {
    const path = id === undefined ? undefined : moves.paths.get(id)
    return path === undefined ? undefined : encodePath(relativePath(folderOf(to), path))
  }
  if (ref.kind === 'page') return spell(ref.page)
  if (ref.kind === 'file') return spell(ref.file)
  if (ref.kind === 'reusable-content') return spell(ref.reusableContent)
  if (ref.kind !== 'anchor') return undefined
  const path = spell(ref.page)
  return path === undefined ? undefined : `${path}#${encodePath(ref.anchor)}`
}
