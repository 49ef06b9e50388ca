import { assetsFolder, includesFolder } from '@lectern/content/repository/read-files.ts'
import { slugify } from '@lectern/content/tree/slug.ts'

import type { Attributes } from '#/content-store/entries/public.ts'

/**
 * The file that relative links of a page start from: the file it was imported from, wherever the
 * page has moved since, or one that follows from the page alone, so that it stays the same when the
 * page gets pages below it.
 */
export function fileOfPage(address: string, attributes: Attributes): string {
  const { path } = attributes
  if (typeof path === 'string') return path
  return attributes['readme'] === true ? `${address}/README.md` : `${address}.md`
}

/** The address of the page that a file holds; undefined for files that hold none. */
export function addressOfFile(path: string): string | undefined {
  if (path === 'README.md') return ''
  return /^(.+?)(?:\/README)?\.md$/.exec(path)?.[1]
}

interface Named {
  readonly kind: string
  readonly title: string
  /** The path of the entry in a repository. */
  readonly path?: string | null
}

/** The path under which pages refer to a file or a reusable content. */
export function pathOfNamed({ kind, title, path }: Named): string {
  if (path !== undefined && path !== null) return path
  return kind === 'file' ? assetsFolder + title : `${includesFolder}${slugify(title)}.md`
}
