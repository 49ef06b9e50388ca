import { assetsFolder, includesFolder } from '@lectern/content/repository/read-files.ts'
import { slugify } from '@lectern/content/tree/slug.ts'

import type { Attributes } from '#/content-store/entries/public.ts'

/**
 * The file that relative links of a page start from: the one it was imported from, wherever the page
 * has moved since. Else it follows from the page alone, so that a page that gets pages below it still
 * says the same.
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
  /** Where a repository has it. */
  readonly path?: string | null
}

/** Where a file or a reusable content stands for the pages that refer to it. */
export function pathOfNamed({ kind, title, path }: Named): string {
  if (path !== undefined && path !== null) return path
  return kind === 'file' ? assetsFolder + title : `${includesFolder}${slugify(title)}.md`
}
