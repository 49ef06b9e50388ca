import { slugify } from '@lectern/content/tree/slug.ts'

import type { SiteTree } from './site-tree.ts'
import { reservedPath, takenPath, unusablePath } from './structure-errors.ts'

/** Files that every site has at its root. */
const reserved = new Set([
  'sitemap.xml',
  'robots.txt',
  'favicon.ico',
  'llms.txt',
  'llms-full.txt',
  'rss.xml',
])

/** The most characters of a slug, which leave room for a number after it. */
const slugLengthMax = 90

/** A free path for a title, with a number where its plain slug is taken. */
export function freePath(title: string, taken: ReadonlySet<string>): string {
  const slug = boundedSlug(title)
  let path = slug
  for (let number = 2; taken.has(path); number++) path = `${slug}-${number}`
  return path
}

/** The form in which a chosen path is stored; refuses invalid, reserved and taken paths. */
export function chosenPath(path: string, taken: ReadonlySet<string>): string {
  const kept = path.normalize('NFC')
  const isSegment = /^[\p{L}\p{N}\p{M}._+~-]{1,100}$/u.test(kept) && !/^\.+$/.test(kept)
  if (!isSegment) throw unusablePath(path)
  if (kept.startsWith('~') || reserved.has(kept)) throw reservedPath(path)
  if (taken.has(kept)) throw takenPath(path)
  return kept
}

/**
 * The paths that a section cannot have: those of other sections, and of all site-spaces, since
 * those of the default section are at the root of the site beside the sections.
 */
export function takenBySections(tree: SiteTree, sectionId: string): ReadonlySet<string> {
  const others = tree.sections.filter(({ id }) => id !== sectionId)
  return new Set([...others, ...tree.siteSpaces].map(({ path }) => path))
}

/** The paths that a site-space cannot have: those of its siblings, and of all sections. */
export function takenBySiteSpaces(
  tree: SiteTree,
  sectionId: string | null,
  siteSpaceId: string,
): ReadonlySet<string> {
  const others = tree.siteSpaces.filter(
    (other) => other.sectionId === sectionId && other.id !== siteSpaceId,
  )
  return new Set([...others, ...tree.sections].map(({ path }) => path))
}

function boundedSlug(title: string): string {
  const characters = Array.from(slugify(title))
  return characters.slice(0, slugLengthMax).join('').replace(/-$/, '')
}
