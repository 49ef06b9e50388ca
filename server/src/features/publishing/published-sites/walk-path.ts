import { comparePositions } from '@lectern/content/tree/positions.ts'

import {
  defaultsOf,
  siteSpacesOf,
  type SiteTree,
} from '#/features/publishing/site-structure/public.ts'

type Section = SiteTree['sections'][number]
type SiteSpace = SiteTree['siteSpaces'][number]

/** The place in a site that a path leads to. */
export interface PlaceAtPath {
  readonly section: Section | undefined
  readonly siteSpace: SiteSpace
  /** The segments that name the section and the site-space. */
  readonly taken: readonly string[]
  /** The change request or revision to preview, from `~/changes/<number>` or `~/revisions/<id>`. */
  readonly preview: PreviewPath | undefined
  /** The segments that remain for a page. */
  readonly rest: readonly string[]
  /** Whether a longer path could name no other section or site-space. */
  readonly complete: boolean
  /** The path of the section and of the site-space in URLs; undefined for a default. */
  readonly sectionPath: string | undefined
  readonly siteSpacePath: string | undefined
}

export interface PreviewPath {
  readonly kind: 'changes' | 'revisions'
  readonly id: string
}

/**
 * Reads a path from the root of a site. `visible` is the part of the tree that the reader sees; the
 * defaults, which URLs leave out, come from the whole tree, so that URLs are equal for all.
 */
export function walkPath(
  whole: SiteTree,
  visible: SiteTree,
  segments: readonly string[],
): PlaceAtPath | undefined {
  const defaults = defaultsOf(whole)
  const bySection = intoSection(visible, segments, defaults.sectionId)
  if (bySection === undefined) return undefined
  const { section } = bySection
  const sectionId = section?.id ?? null
  const defaultId = defaults.siteSpaceIds.get(sectionId) ?? null
  const inside = siteSpacesOf(visible, sectionId)
  const bySiteSpace = step(inside, bySection.rest, defaultId)
  if (bySiteSpace === undefined) return undefined
  const { node: siteSpace, rest } = bySiteSpace
  const isNamed = bySection.isNamed && (bySiteSpace.isNamed || inside.length === 1)
  const { preview, rest: pageSegments } = previewIn(rest)
  return {
    section,
    siteSpace,
    taken: segments.slice(0, segments.length - rest.length),
    preview,
    rest: pageSegments,
    complete: rest.length > 0 || isNamed,
    sectionPath: namedPath(section, defaults.sectionId),
    siteSpacePath: namedPath(siteSpace, defaultId),
  }
}

/** The path of a section or site-space in URLs, which leave out that of a default. */
function namedPath(
  node: { readonly id: string; readonly path: string } | undefined,
  defaultId: string | null,
): string | undefined {
  return node?.id === defaultId ? undefined : node?.path
}

/** Reads the section from a path, which names none on a site without sections. */
function intoSection(
  { sections }: SiteTree,
  segments: readonly string[],
  defaultId: string | null,
) {
  if (sections.length === 0) return { section: undefined, rest: segments, isNamed: true }
  const found = step(sections.toSorted(comparePositions), segments, defaultId)
  if (found === undefined) return undefined
  const { node: section, rest, isNamed } = found
  return { section, rest, isNamed: isNamed || sections.length === 1 }
}

interface Step<Node> {
  readonly node: Node
  readonly rest: readonly string[]
  readonly isNamed: boolean
}

/** The node that the first segment names or, when it names none, the default. */
function step<Node extends { readonly id: string; readonly path: string }>(
  nodes: readonly Node[],
  segments: readonly string[],
  defaultId: string | null,
): Step<Node> | undefined {
  const [first, ...rest] = segments
  const named = nodes.find(({ path }) => path === first)
  if (named !== undefined) return { node: named, rest, isNamed: true }
  const shown = nodes.find(({ id }) => id === defaultId) ?? nodes[0]
  return shown && { node: shown, rest: segments, isNamed: false }
}

interface AfterPreview {
  readonly preview: PreviewPath | undefined
  readonly rest: readonly string[]
}

function previewIn(segments: readonly string[]): AfterPreview {
  const [tilde, kind, id, ...rest] = segments
  const isPreview = tilde === '~' && (kind === 'changes' || kind === 'revisions')
  return isPreview && id !== undefined
    ? { preview: { kind, id }, rest }
    : { preview: undefined, rest: segments }
}
