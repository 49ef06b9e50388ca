import type { ContentTree, Entry } from '#/tree/entries.ts'
import { slugify, slugOfFile } from '#/tree/slug.ts'
import { isPage, slugOf, titleOf } from '#/tree/tree.ts'
import type { RepositoryPlace, RepositoryLayout } from '#/repository/layout.ts'
import { pagesInOrder } from '#/repository/outline.ts'
import {
  childFolder,
  folderOf,
  isReadme,
  nameOf,
  withoutExtension,
} from '#/repository/paths.ts'
import { assetsFolder, includesFolder } from '#/repository/read-files.ts'

/** The path of each entry with a file: the old one, unless it, its folder or its slug changed. */
export function placeEntries(
  tree: ContentTree,
  layout: RepositoryLayout,
): ReadonlyMap<string, string> {
  const pages = pagesInOrder(tree.entries).map(({ entry }) => entry)
  const state: Placing = {
    layout,
    paths: new Map(),
    folders: new Map([[null, layout.root]]),
    taken: new Set([...layout.kept.keys()].map(folded)),
    parents: new Set(
      pages.filter(({ kind }) => kind === 'document').map(({ parent }) => parent),
    ),
    homeIsFree: !layout.kept.has(layout.readmePath),
  }
  const staying = stayingPaths(tree, pages, layout)
  for (const path of staying.values()) state.taken.add(folded(path))
  if (state.taken.has(folded(layout.readmePath))) state.homeIsFree = false
  for (const entry of pages) placePage(entry, staying.get(entry.id), state)
  for (const entry of tree.entries.values()) {
    const path = staying.get(entry.id)
    if (isPage(entry)) continue
    state.paths.set(entry.id, path ?? unique(pathOfFile(entry, layout), state))
  }
  return state.paths
}

interface Placing {
  readonly layout: RepositoryLayout
  readonly paths: Map<string, string>
  /** The folder for the children of a page or group. */
  readonly folders: Map<string | null, string>
  /** Taken paths in lower case: on some systems `A.md` and `a.md` are one file. */
  readonly taken: Set<string>
  readonly parents: ReadonlySet<string | null>
  homeIsFree: boolean
}

/** The paths of entries that have not moved, nor has the folder of a page above them. */
function stayingPaths(
  tree: ContentTree,
  pages: readonly Entry[],
  layout: RepositoryLayout,
): ReadonlyMap<string, string> {
  const staying = new Map<string, string>()
  const moved = new Set<string | null>()
  for (const entry of pages) {
    const place = layout.places.get(entry.id)
    const follows = moved.has(entry.parent) && isBelow(place, entry.parent, layout)
    if (place === undefined || follows || isMoved(entry, place, layout)) {
      moved.add(entry.id)
    } else if (place.path !== undefined) {
      staying.set(entry.id, place.path)
    }
  }
  for (const entry of tree.entries.values()) {
    const path = isPage(entry) ? undefined : stayingFile(entry, layout)
    if (path !== undefined) staying.set(entry.id, path)
  }
  return staying
}

function stayingFile(entry: Entry, layout: RepositoryLayout): string | undefined {
  const place = layout.places.get(entry.id)
  const isRenamed = entry.kind === 'file' && place?.title !== entry.attributes['name']
  return isRenamed ? undefined : place?.path
}

function isMoved(
  entry: Entry,
  place: RepositoryPlace,
  layout: RepositoryLayout,
): boolean {
  if (place.parent !== entry.parent) return true
  // The slug of the home page is no part of its path.
  return place.slug !== slugOf(entry) && place.path !== layout.readmePath
}

/** Whether a page is in the folder of the page or group above it. */
function isBelow(
  place: RepositoryPlace | undefined,
  parent: string | null,
  layout: RepositoryLayout,
): boolean {
  const folder = oldFolder(parent, layout)
  return (
    place?.path !== undefined && folder !== undefined && place.path.startsWith(folder)
  )
}

function oldFolder(id: string | null, layout: RepositoryLayout): string | undefined {
  if (id === null) return layout.root
  const place = layout.places.get(id)
  if (place === undefined) return undefined
  if (place.path !== undefined) return childFolder(place.path)
  const above = oldFolder(place.parent, layout)
  return above === undefined || place.slug === undefined
    ? undefined
    : `${above}${place.slug}/`
}

function placePage(entry: Entry, staying: string | undefined, state: Placing): void {
  const folder = state.folders.get(entry.parent) ?? state.layout.root
  const slug = slugOfFile(slugOf(entry) ?? slugify(titleOf(entry)))
  if (entry.kind !== 'document') {
    if (entry.kind === 'group') state.folders.set(entry.id, `${folder}${slug}/`)
    return
  }
  const place = state.layout.places.get(entry.id)
  if (!needsFile(entry, place)) {
    state.folders.set(entry.id, `${folder}${slug}/`)
    return
  }
  const path = staying ?? unique(newPath(entry, { folder, slug, place }, state), state)
  state.paths.set(entry.id, path)
  state.folders.set(entry.id, childFolder(path))
}

/** A page that is only a line of the summary needs no file as long as it has no other content. */
function needsFile(entry: Entry, place: RepositoryPlace | undefined): boolean {
  if (place === undefined || place.path !== undefined) return true
  const { title: _title, linkTitle: _link, slug: _slug, ...more } = entry.attributes
  return `${entry.head ?? ''}${entry.body ?? ''}` !== '' || Object.keys(more).length > 0
}

interface NewPlace {
  readonly folder: string
  readonly slug: string
  readonly place: RepositoryPlace | undefined
}

function newPath(entry: Entry, at: NewPlace, state: Placing): string {
  const { folder, slug, place } = at
  const { layout } = state
  const oldPath = place?.path
  if (place !== undefined && oldPath !== undefined && !isMoved(entry, place, layout)) {
    return folder + oldPath.slice(oldFolder(entry.parent, layout)?.length ?? 0)
  }
  if (isNewHome(entry, place, state)) return layout.readmePath
  const isFolder =
    oldPath === undefined
      ? state.parents.has(entry.id)
      : isReadme(oldPath) && oldPath !== layout.readmePath
  return isFolder ? `${folder}${slug}/README.md` : `${folder}${slug}.md`
}

function isNewHome(
  entry: Entry,
  place: RepositoryPlace | undefined,
  state: Placing,
): boolean {
  const isFirst = entry.parent === null && state.paths.size === 0
  return isFirst && place === undefined && state.homeIsFree
}

function pathOfFile(entry: Entry, layout: RepositoryLayout): string {
  const place = layout.places.get(entry.id)
  if (entry.kind === 'reusable-content') {
    return `${layout.root}${includesFolder}${slugify(titleOf(entry))}.md`
  }
  const folder =
    place?.path === undefined ? layout.root + assetsFolder : folderOf(place.path)
  const name = nameOf(titleOf(entry).replaceAll('\\', '/'))
  return folder + (/^\.*$/.test(name) ? 'file' : name)
}

function unique(path: string, state: Placing): string {
  const name = nameOf(path)
  const stem = isReadme(path)
    ? folderOf(path).slice(0, -1)
    : folderOf(path) + withoutExtension(name)
  const rest = path.slice(stem.length)
  let free = path
  for (let number = 1; state.taken.has(folded(free)); number++) {
    free = `${stem}-${number}${rest}`
  }
  state.taken.add(folded(free))
  return free
}

function folded(path: string): string {
  return path.toLowerCase()
}
