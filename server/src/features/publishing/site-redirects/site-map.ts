import type { Segments } from './redirect-paths.ts'

export interface MappedSection {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly isDefault: boolean
}

/** A site-space that the reader may see, with its section. */
export interface MappedSiteSpace {
  readonly id: string
  readonly spaceId: string
  readonly title: string
  readonly path: string
  readonly isDefault: boolean
  /** The section of the site-space; undefined on a site without sections. */
  readonly section: MappedSection | undefined
}

export interface FormerPath {
  readonly kind: 'section' | 'site-space'
  /** The section that a site-space was in; empty for sections, and on a site without sections. */
  readonly sectionId: string
  readonly path: string
  readonly targetId: string
}

export interface SiteMap {
  readonly siteSpaces: readonly MappedSiteSpace[]
  readonly formerPaths: readonly FormerPath[]
}

/** One way to read a path: the site-space it names, and the segments that remain for a page. */
export interface Candidate {
  readonly siteSpace: MappedSiteSpace
  readonly rest: Segments
  /** Whether the path uses present names; otherwise readers are redirected. */
  readonly isCurrent: boolean
}

interface Named {
  readonly id: string
  readonly path: string
  readonly isDefault: boolean
}

/** The ways to read a path; the first that leads to a place counts. */
export function candidatesFor(map: SiteMap, segments: Segments): Candidate[] {
  const sections = sectionsOf(map)
  if (sections.length === 0) {
    return inSection(map, undefined, { rest: segments, isCurrent: true })
  }
  const formerId = formerOf(map, 'section', '', segments[0])
  const former = sections.find(({ id }) => id === formerId)
  return readings(sections, former, { rest: segments, isCurrent: true }).flatMap(
    ({ named, ...reading }) => inSection(map, named, reading),
  )
}

export function sectionsOf({ siteSpaces }: SiteMap): MappedSection[] {
  const sections = siteSpaces
    .map(({ section }) => section)
    .filter((section) => section !== undefined)
  return [...new Map(sections.map((section) => [section.id, section])).values()]
}

interface Reading {
  readonly rest: Segments
  readonly isCurrent: boolean
}

function inSection(
  map: SiteMap,
  section: MappedSection | undefined,
  reading: Reading,
): Candidate[] {
  const inside = map.siteSpaces.filter((one) => one.section?.id === section?.id)
  const formerId = formerOf(map, 'site-space', section?.id ?? '', reading.rest[0])
  // All sections are searched: the site-space may have moved to another section since.
  const former = map.siteSpaces.find(({ id }) => id === formerId)
  return readings(inside, former, reading).map(({ named, ...rest }) => ({
    siteSpace: named,
    ...rest,
  }))
}

/**
 * The meanings of the first segment: the part with this path, otherwise the default, whose path
 * URLs leave out, and then the part that had this path before.
 */
function readings<One extends Named>(
  all: readonly One[],
  former: One | undefined,
  { rest, isCurrent }: Reading,
): (Reading & { readonly named: One })[] {
  const [first, ...further] = rest
  const called = all.find(({ path }) => path === first)
  if (called !== undefined) return [{ named: called, rest: further, isCurrent }]
  const shownFirst = all.find(({ isDefault }) => isDefault)
  return [
    ...(shownFirst === undefined ? [] : [{ named: shownFirst, rest, isCurrent }]),
    ...(former === undefined ? [] : [{ named: former, rest: further, isCurrent: false }]),
  ]
}

function formerOf(
  { formerPaths }: SiteMap,
  kind: FormerPath['kind'],
  sectionId: string,
  path: string | undefined,
): string | undefined {
  return formerPaths.find(
    (one) => one.kind === kind && one.sectionId === sectionId && one.path === path,
  )?.targetId
}
