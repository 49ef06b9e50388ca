import { slugify } from '@lectern/content/tree/slug.ts'

export const basenameLengthMax = 100
/** Room for a number after it. */
const pathLengthMax = 90

/** What a title suggests for an address in which nothing is encoded. */
export function basenameOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // Runs have become one dash, so there is at most one at each end.
    .replaceAll(/^-|-$/g, '')
  return slug === '' ? 'site' : slug.slice(0, basenameLengthMax)
}

/** The first that is free of `docs`, `docs-2`, `docs-3` and so on. */
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
    // A cut may leave half of a character behind.
    const slug = slugify(title)
      .slice(0, pathLengthMax)
      .replace(/[-\uD800-\uDBFF]$/, '')
    let path = slug
    for (let number = 2; taken.has(path); number += 1) path = `${slug}-${number}`
    taken.add(path)
    return path
  })
}
