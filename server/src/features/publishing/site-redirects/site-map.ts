import type { Segments } from './redirect-paths.ts'

export interface MappedSection {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly isDefault: boolean
}

/** A site-space that can be read, with where it stands. */
export interface MappedSiteSpace {
  readonly id: string
  readonly spaceId: string
  readonly title: string
  readonly path: string
  readonly isDefault: boolean
  /** Of a site with sections. */
  readonly section: MappedSection | undefined
}

export interface FormerPath {
  readonly kind: 'section' | 'site-space'
  /** The section that the site-space was in; empty for sections, and on a site without. */
  readonly sectionId: string
  readonly path: string
  readonly targetId: string
}

export interface SiteMap {
  readonly siteSpaces: readonly MappedSiteSpace[]
  readonly formerPaths: readonly FormerPath[]
}

/** One way to read a path: which site-space it is in, and what is left for a page. */
export interface Candidate {
  readonly siteSpace: MappedSiteSpace
  readonly rest: Segments
  /** Whether it is named as it is now; otherwise readers are sent to where it is. */
  readonly isCurrent: boolean
}

interface Named {
  readonly id: string
  readonly path: string
  readonly isDefault: boolean
}

/** The ways to read a path, the first that leads anywhere being the right one. */
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
  // Anywhere: it may have gone to another section since.
  const former = map.siteSpaces.find(({ id }) => id === formerId)
  return readings(inside, former, reading).map(({ named, ...rest }) => ({
    siteSpace: named,
    ...rest,
  }))
}

/**
 * What the first segment can mean: one that has it as its path, otherwise the default, which need not
 * be named, and then whoever was called so once.
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
