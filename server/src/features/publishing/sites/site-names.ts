import { slugify } from '@lectern/content/tree/slug.ts'

import { unusableBasename } from './site-errors.ts'

export const basenameLengthMax = 100
/** The most characters of a path, which leave room for a number after it. */
const pathLengthMax = 90

/** Files that readers and robots look for at the root of every host. */
const hostFiles = new Set(['robots.txt', 'sitemap.xml', 'favicon.ico', '.well-known'])

/**
 * The form in which a chosen basename is stored, which is that in which URLs are looked up. Refuses
 * what browsers take for another path, and what has a meaning of its own.
 */
export function chosenBasename(basename: string): string {
  const kept = basename.normalize('NFC')
  const isPath = kept === '.' || kept === '..'
  const isLong = Array.from(kept).length > basenameLengthMax
  if (isPath || isLong || kept.startsWith('~') || hostFiles.has(kept)) {
    throw unusableBasename(basename)
  }
  return kept
}

/** The basename that a title suggests, in characters that URLs never encode. */
export function basenameOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // Every run of other characters is one dash by now, so each end has at most one.
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? 'site' : slug.slice(0, basenameLengthMax)
}

/** The first free name among `docs`, `docs-2`, `docs-3` and so on. */
export function freeBasename(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`
    const candidate =
      slug.slice(0, basenameLengthMax - suffix.length).replace(/-$/, '') + suffix
    if (!taken.has(candidate)) return candidate
  }
}

/** Paths for the spaces of a new site, by their titles. */
export function pathsOf(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    // The cut may leave half of a surrogate pair behind.
    const slug = slugify(title)
      .slice(0, pathLengthMax)
      .replace(/[-\uD800-\uDBFF]$/, '')
    let path = slug
    for (let number = 2; taken.has(path); number += 1) path = `${slug}-${number}`
    taken.add(path)
    return path
  })
}
