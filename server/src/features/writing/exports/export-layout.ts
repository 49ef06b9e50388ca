import { pagesInOrder } from '@lectern/content/repository/outline.ts'
import {
  folderOf,
  isMarkdown,
  isSafePath,
  withoutGitFolders,
} from '@lectern/content/repository/paths.ts'
import { assetsFolder } from '@lectern/content/repository/read-files.ts'
import { slugOfPath } from '@lectern/content/repository/read-pages.ts'
import type { Entry } from '@lectern/content/tree/entries.ts'
import { slugify } from '@lectern/content/tree/slug.ts'
import { slugOf, titleOf } from '@lectern/content/tree/tree.ts'

import {
  addressOf,
  fileOfPage,
  pathOfNamed,
  type TargetNow,
} from '#/content-store/links/public.ts'
import { boundedSlug } from '#/content-store/write/public.ts'

export interface ExportLayout {
  /** The folder of the space, empty or ending in `/`. */
  readonly root: string
  readonly readmePath: string
  readonly pages: readonly Entry[]
  /** The path and the addresses of each entry in the export, by id. */
  readonly places: ReadonlyMap<string, TargetNow>
  /** The entries that are written elsewhere than where links to them were resolved. */
  readonly displaced: ReadonlySet<string>
}

/**
 * Chooses the path of every entry, so that an import gives the same tree: an imported page stays in
 * its file as long as the file gives it its slug, and other pages are in the file that links know.
 */
export function layoutOf(entries: ReadonlyMap<string, Entry>): ExportLayout {
  const pages = pagesInOrder(entries).map(({ entry }) => entry)
  const addressIn = (id: string) =>
    addressOf(id, (each) => {
      const entry = entries.get(each)
      return entry && { slug: slugOf(entry) ?? null, parentId: entry.parent ?? '' }
    })
  const home = homeOf(pages)
  const natural = naturalPaths(entries, addressIn)
  const written = writtenPaths(home.root)
  placePages(pages, { ...home, addressIn, written })
  for (const entry of entries.values()) placeNamed(entry, natural, written)
  const { paths } = written
  const firstId = pages.find(
    ({ kind, parent }) => kind === 'document' && parent === null,
  )?.id
  const displaced = new Set(
    [...paths].filter(([id, path]) => natural.get(id) !== path).map(([id]) => id),
  )
  // A reader who follows links by files finds a displaced page in its file only.
  const addressesOf = (id: string) =>
    displaced.has(id) ? [] : [addressIn(id), ...(id === firstId ? [''] : [])]
  const places = placesOf(paths, entries, addressesOf)
  return { ...home, pages, places, displaced }
}

interface WrittenPaths {
  readonly paths: ReadonlyMap<string, string>
  readonly give: (id: string, path: string) => void
  /** Whether a path can be given to an entry that has none of its own. */
  readonly isFree: (path: string) => boolean
  /** Whether an imported entry can keep its path: only exactly the same path is in its way. */
  readonly isOwn: (path: string) => boolean
}

function writtenPaths(root: string): WrittenPaths {
  const paths = new Map<string, string>()
  const exact = new Set([`${root}SUMMARY.md`, `${root}.gitbook/vars.yaml`])
  const folded = new Set([...exact].map(fold))
  return {
    paths,
    give(id, path) {
      paths.set(id, path)
      exact.add(path)
      folded.add(fold(path))
    },
    isFree: (path) => !folded.has(fold(path)),
    isOwn: (path) => !exact.has(path),
  }
}

interface PlacingPages {
  readonly root: string
  readonly readmePath: string
  readonly addressIn: (id: string) => string
  readonly written: WrittenPaths
}

function placePages(
  pages: readonly Entry[],
  { root, readmePath, addressIn, written }: PlacingPages,
): void {
  const slugs = siblingSlugs()
  const waiting: Entry[] = []
  for (const entry of pages) {
    const keeps = slugs(entry, (path) => slugOfPath(path, titleOf(entry), readmePath))
    if (entry.kind !== 'document') continue
    const path = pathIn(entry) ?? ''
    const isOwn = isUsable(path, root) && written.isOwn(path) && keeps(path)
    if (isOwn) written.give(entry.id, path)
    else waiting.push(entry)
  }
  for (const entry of waiting) {
    const address = root + addressIn(entry.id)
    const path = [`${address}.md`, `${address}/README.md`].find(
      (each) =>
        isUsable(each, root) &&
        written.isFree(each) &&
        boundedSlug(slugOfPath(each, titleOf(entry), readmePath)) === slugOf(entry),
    )
    written.give(entry.id, path ?? freePage(withoutGitFolders(`${address}.md`), written))
  }
}

function placeNamed(
  entry: Entry,
  natural: ReadonlyMap<string, string>,
  written: WrittenPaths,
): void {
  const { id, kind } = entry
  if (kind !== 'file' && kind !== 'reusable-content') return
  const found = withoutGitFolders(natural.get(id) ?? '')
  const path = isSafePath(found) ? found : `${assetsFolder}file`
  const isOwn = path === pathIn(entry) && written.isOwn(path)
  const free = kind === 'file' ? freeFile : freePage
  written.give(id, isOwn ? path : free(path, written))
}

/** The paths by which links in the space find its entries, whatever the export. */
function naturalPaths(
  entries: ReadonlyMap<string, Entry>,
  addressIn: (id: string) => string,
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  for (const entry of entries.values()) {
    const { id, kind, attributes } = entry
    if (kind === 'document') paths.set(id, fileOfPage(addressIn(id), attributes))
    if (kind === 'file' || kind === 'reusable-content') {
      const path = pathIn(entry) ?? null
      paths.set(id, pathOfNamed({ kind, title: titleOf(entry), path }))
    }
  }
  return paths
}

function placesOf(
  paths: ReadonlyMap<string, string>,
  entries: ReadonlyMap<string, Entry>,
  addressesOf: (id: string) => readonly string[],
): ReadonlyMap<string, TargetNow> {
  return new Map(
    [...paths].map(([id, path]) => {
      const isPage = entries.get(id)?.kind === 'document'
      return [id, { path, addresses: isPage ? addressesOf(id) : [] }]
    }),
  )
}

/**
 * The folder of the space and the file of its home page: the former home of a repository is the
 * page whose title gives its slug, whatever its file is called.
 */
function homeOf(pages: readonly Entry[]): { root: string; readmePath: string } {
  const paths = pages.flatMap((entry) => pathIn(entry) ?? [])
  const home = pages.find((entry) => {
    const path = pathIn(entry)
    const title = titleOf(entry)
    if (path === undefined || slugOf(entry) !== boundedSlug(slugify(title))) return false
    return slugOfPath(path, title, 'README.md') !== slugOf(entry)
  })
  const readmePath = home && pathIn(home)
  if (readmePath === undefined) return { root: '', readmePath: 'README.md' }
  const folder = folderOf(readmePath)
  const root = paths.every((path) => path.startsWith(folder)) ? folder : ''
  return { root, readmePath }
}

/**
 * Makes checks of whether a file gives a page the slug it has, beside the siblings that come before
 * it.
 */
function siblingSlugs() {
  const taken = new Map<string | null, Set<string>>()
  return (entry: Entry, slugIn: (path: string) => string) => {
    const siblings = taken.get(entry.parent) ?? new Set<string>()
    taken.set(entry.parent, siblings)
    const before = new Set(siblings)
    const own = slugOf(entry)
    if (own !== undefined) siblings.add(own)
    return (path: string) => {
      const base = boundedSlug(slugIn(path))
      let slug = base
      for (let number = 1; before.has(slug); number += 1) slug = `${base}-${number}`
      return slug === own
    }
  }
}

function isUsable(path: string, root: string): boolean {
  return (
    isSafePath(path) &&
    isMarkdown(path) &&
    path.startsWith(root) &&
    path !== `${root}SUMMARY.md`
  )
}

function freePage(path: string, { isFree }: WrittenPaths): string {
  const stem = path.replace(/\.md$/, '')
  let found = path
  for (let number = 1; !isFree(found); number += 1) found = `${stem}-${number}.md`
  return found
}

/**
 * A free path for a file, which keeps its name: of several files with one name, all but the first
 * get a folder.
 */
function freeFile(path: string, { isFree }: WrittenPaths): string {
  const folder = folderOf(path)
  let found = path
  for (let number = 1; !isFree(found); number += 1) {
    found = `${folder}${number}/${path.slice(folder.length)}`
  }
  return found
}

/** The path in lower case: some systems take `A.md` and `a.md` for one file. */
function fold(path: string): string {
  return path.toLowerCase()
}

function pathIn({ attributes }: Entry): string | undefined {
  const { path } = attributes
  return typeof path === 'string' ? path : undefined
}
