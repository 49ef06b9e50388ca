import { readRef } from '#/document/references.ts'
import { decodePercent, encodePath, splitDestination } from '#/look/destination.ts'
import { fileMeant, respellDestination } from '#/look/respell-destination.ts'
import { respell } from '#/look/respell.ts'

import type { RepositoryLayout } from './layout.ts'
import { folderOf, relativePath, resolvePath } from './paths.ts'

/** Where files were and where they are, so that links between them can follow. */
export interface Moves {
  /** The new path of each file that is no longer where it was. */
  readonly moved: ReadonlyMap<string, string>
  /** The path of each entry that is a file. */
  readonly paths: ReadonlyMap<string, string>
  /** The paths of all files, as they were and as they are. */
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
 * The text of a file with links that lead where they led before: from where the file is now, to
 * where what they mean is now. Not a byte changes where neither has moved.
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

/** Where the front matter says a file as plain text, spaces and all. */
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

/** The destination of a file that was there and is there, spelled as before as far as that goes. */
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

/** What was never there, or no longer is, is still not there where it was not. */
function followPath(destination: string, from: string, to: string): string | undefined {
  const parts = splitDestination(destination)
  // A path from the top does not depend on where it stands, and an anchor has no path.
  if (from === to || !parts || parts.path === '' || parts.path.startsWith('/')) {
    return undefined
  }
  const path = resolvePath(folderOf(from), decodePercent(parts.path))
  if (path === undefined) return undefined
  const slash = parts.path.endsWith('/') ? '/' : ''
  const spelled = encodePath(relativePath(folderOf(to), path))
  return spelled + slash + parts.query + parts.fragment
}

/** The path of what the Markdown knows by an id only. */
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
