import { comparePositions } from '@lectern/content/tree/positions.ts'

/** A group; its sections and subgroups share one order. */
export interface GroupNode {
  readonly id: string
  readonly parentId: string | null
  readonly title: string
  readonly icon: string | null
  readonly position: string
}

export interface SectionNode {
  readonly id: string
  readonly groupId: string | null
  readonly title: string
  readonly path: string
  readonly description: string | null
  readonly icon: string | null
  readonly condition: string | null
  readonly defaultSiteSpaceId: string | null
  readonly position: string
}

/** A link to another place, which stands among sections and groups. */
export interface LinkNode {
  readonly id: string
  readonly groupId: string | null
  readonly title: string
  readonly url: string
  readonly description: string | null
  readonly icon: string | null
  /** Whether readers do not see it yet. */
  readonly draft: boolean
  readonly condition: string | null
  readonly position: string
}

export interface SiteSpaceNode {
  readonly id: string
  /** Null on a site without sections. */
  readonly sectionId: string | null
  readonly spaceId: string
  readonly path: string
  readonly condition: string | null
  readonly position: string
  /** The title of the space. */
  readonly title: string
  /** False while the space is in the trash, when nobody sees the site-space. */
  readonly isLive: boolean
  /** Whether the caller may see the site-space. */
  readonly isShown: boolean
}

/**
 * The parts of a site as stored. A site with sections has a default section, others a default
 * site-space.
 */
export interface SiteTree {
  readonly defaultSectionId: string | null
  readonly defaultSiteSpaceId: string | null
  readonly groups: readonly GroupNode[]
  readonly sections: readonly SectionNode[]
  readonly links: readonly LinkNode[]
  readonly siteSpaces: readonly SiteSpaceNode[]
}

export type Child =
  | { readonly type: 'site-section'; readonly node: SectionNode }
  | { readonly type: 'site-section-group'; readonly node: GroupNode }
  | { readonly type: 'site-external-link'; readonly node: LinkNode }

/** The sections, groups and links directly in a group, or at the top of the site, in order. */
export function childrenOf(tree: SiteTree, parentId: string | null): readonly Child[] {
  const sections = tree.sections
    .filter(({ groupId }) => groupId === parentId)
    .map((node): Child => ({ type: 'site-section', node }))
  const groups = tree.groups
    .filter((group) => group.parentId === parentId)
    .map((node): Child => ({ type: 'site-section-group', node }))
  const links = tree.links
    .filter(({ groupId }) => groupId === parentId)
    .map((node): Child => ({ type: 'site-external-link', node }))
  return [...sections, ...groups, ...links].toSorted((one, other) =>
    comparePositions(one.node, other.node),
  )
}

/** The site-spaces of a section, or of a site without sections, in order. */
export function siteSpacesOf(
  tree: SiteTree,
  sectionId: string | null,
): readonly SiteSpaceNode[] {
  return tree.siteSpaces
    .filter((siteSpace) => siteSpace.sectionId === sectionId)
    .toSorted(comparePositions)
}

/** All parts below a parent in the order of the site, each group before its contents. */
export function walk(tree: SiteTree, parentId: string | null = null): readonly Child[] {
  return childrenOf(tree, parentId).flatMap((child) =>
    child.type === 'site-section-group' ? [child, ...walk(tree, child.node.id)] : [child],
  )
}

export function sectionsInOrder(tree: SiteTree): readonly SectionNode[] {
  return walk(tree).flatMap((child) => (child.type === 'site-section' ? child.node : []))
}

export function groupsInOrder(tree: SiteTree): readonly GroupNode[] {
  return walk(tree).flatMap((child) =>
    child.type === 'site-section-group' ? child.node : [],
  )
}

export function siteSpacesInOrder(tree: SiteTree): readonly SiteSpaceNode[] {
  return tree.sections.length === 0
    ? siteSpacesOf(tree, null)
    : sectionsInOrder(tree).flatMap(({ id }) => siteSpacesOf(tree, id))
}

/**
 * Whether the caller sees a section: it is hidden if all of its spaces are, because its title often
 * is theirs.
 */
export function isShown(tree: SiteTree, section: SectionNode): boolean {
  const siteSpaces = siteSpacesOf(tree, section.id)
  return siteSpaces.length === 0 || siteSpaces.some((siteSpace) => siteSpace.isShown)
}

export interface Defaults {
  readonly sectionId: string | null
  /** The default site-space of each section, or under null the one of a site without sections. */
  readonly siteSpaceIds: ReadonlyMap<string | null, string>
}

/**
 * The parts that readers see first: the chosen ones or, while these are in the trash, the first by
 * position. They are the same for everybody, since URLs depend on them.
 */
export function defaultsOf(tree: SiteTree): Defaults {
  const sections = tree.sections.toSorted(comparePositions)
  const places = sections.map(({ id, defaultSiteSpaceId }) => ({
    id,
    chosen: defaultSiteSpaceId,
  }))
  const siteSpaceIds = new Map<string | null, string>()
  for (const { id, chosen } of [
    { id: null, chosen: tree.defaultSiteSpaceId },
    ...places,
  ]) {
    const live = siteSpacesOf(tree, id).filter(({ isLive }) => isLive)
    const first = chosenOrFirst(live, chosen)
    if (first !== undefined) siteSpaceIds.set(id, first.id)
  }
  const readable = sections.filter(({ id }) => siteSpaceIds.has(id))
  const section = chosenOrFirst(readable, tree.defaultSectionId)
  return { sectionId: section?.id ?? null, siteSpaceIds }
}

function chosenOrFirst<Node extends { readonly id: string }>(
  nodes: readonly Node[],
  chosen: string | null,
): Node | undefined {
  return nodes.find(({ id }) => id === chosen) ?? nodes[0]
}

/**
 * The number of groups around a part of this group, the group included; 0 at the top of the site.
 */
export function depthOf(tree: SiteTree, groupId: string | null): number {
  return lineageOf(tree, groupId).length
}

/** The ids of a group and of all groups around it, from the inside out. */
export function lineageOf(tree: SiteTree, groupId: string | null): readonly string[] {
  const lineage: string[] = []
  for (let id = groupId; id !== null && !lineage.includes(id);) {
    lineage.push(id)
    id = tree.groups.find((group) => group.id === id)?.parentId ?? null
  }
  return lineage
}

/** The number of nested levels from a group down, including the group itself. */
export function heightOf(tree: SiteTree, groupId: string): number {
  const inside = tree.groups.filter(({ parentId }) => parentId === groupId)
  return 1 + Math.max(0, ...inside.map(({ id }) => heightOf(tree, id)))
}
