import { positionBetween } from '@lectern/content/tree/positions.ts'
import { siteStructureLimits } from '@lectern/contract/site-structure.ts'

import { newId } from '#/platform/ids/new-id.ts'

import { placeChild, requireRoom } from './move-item.ts'
import { sectionIn } from './parts-of-tree.ts'
import { freePath, takenBySections, takenBySiteSpaces } from './site-paths.ts'
import {
  childrenOf,
  defaultsOf,
  type GroupNode,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'
import { lastOfPublished, tooMany, withoutSections } from './structure-errors.ts'
import { withNextDefault, withNextDefaultSection } from './tree-defaults.ts'

export interface Added<Node> {
  readonly tree: SiteTree
  readonly added: Node
}

export interface ShownSpace {
  readonly id: string
  readonly title: string
}

/**
 * Adds a space at the end of a section, or of a site without sections; the first is the default.
 */
export function addSiteSpaceNode(
  tree: SiteTree,
  space: ShownSpace,
  sectionId: string | null,
): Added<SiteSpaceNode> {
  const { siteSpacesMax } = siteStructureLimits
  if (tree.siteSpaces.length >= siteSpacesMax) throw tooMany('site-space', siteSpacesMax)
  const siblings = siteSpacesOf(tree, sectionId)
  const added: SiteSpaceNode = {
    id: newId(),
    sectionId,
    spaceId: space.id,
    path: freePath(space.title, takenBySiteSpaces(tree, sectionId, '')),
    condition: null,
    position: positionBetween(siblings.at(-1)?.position, undefined),
    title: space.title,
    isLive: true,
    isShown: true,
  }
  const siteSpaces = [...tree.siteSpaces, added]
  if (sectionId === null) {
    const defaultSiteSpaceId = tree.defaultSiteSpaceId ?? siblings[0]?.id ?? added.id
    return { tree: { ...tree, siteSpaces, defaultSiteSpaceId }, added }
  }
  const sections = tree.sections.map((section) =>
    section.id === sectionId && section.defaultSiteSpaceId === null
      ? { ...section, defaultSiteSpaceId: siblings[0]?.id ?? added.id }
      : section,
  )
  return { tree: { ...tree, siteSpaces, sections }, added }
}

/** The section for a new site-space: the given one, else the default section, if there is any. */
export function sectionForNew(
  tree: SiteTree,
  sectionId: string | undefined,
): string | null {
  if (sectionId !== undefined) return sectionIn(tree, sectionId).id
  return (
    defaultsOf(tree).sectionId ?? tree.defaultSectionId ?? tree.sections[0]?.id ?? null
  )
}

interface NewSection {
  readonly space: ShownSpace
  readonly title: string | null
  readonly icon: string | null
}

/**
 * Adds a section with one space. Site-spaces outside sections first move into a new default
 * section.
 */
export function addSectionNode(
  tree: SiteTree,
  { space, title, icon }: NewSection,
): Added<SectionNode> {
  const parted = tree.sections.length === 0 ? withFirstSection(tree) : tree
  const opened = appendSection(parted, { title: title ?? titleFrom(space.title), icon })
  const { tree: filled } = addSiteSpaceNode(opened.tree, space, opened.added.id)
  return {
    tree: { ...filled, defaultSectionId: filled.defaultSectionId ?? opened.added.id },
    added: opened.added,
  }
}

function withFirstSection(tree: SiteTree): SiteTree {
  const shown = siteSpacesOf(tree, null)
  const chosen = defaultsOf(tree).siteSpaceIds.get(null) ?? shown[0]?.id
  const first = shown.find(({ id }) => id === chosen)
  if (first === undefined) return tree
  const title = titleFrom(first.title)
  const { tree: opened, added } = appendSection(tree, { title, icon: null })
  return {
    ...opened,
    defaultSectionId: added.id,
    defaultSiteSpaceId: null,
    sections: opened.sections.map((section) =>
      section.id === added.id
        ? { ...section, defaultSiteSpaceId: tree.defaultSiteSpaceId ?? first.id }
        : section,
    ),
    siteSpaces: opened.siteSpaces.map((node) => ({ ...node, sectionId: added.id })),
  }
}

function appendSection(
  tree: SiteTree,
  { title, icon }: { readonly title: string; readonly icon: string | null },
): Added<SectionNode> {
  const { sectionsMax } = siteStructureLimits
  if (tree.sections.length >= sectionsMax) throw tooMany('site-section', sectionsMax)
  const added: SectionNode = {
    id: newId(),
    groupId: null,
    title,
    path: freePath(title, takenBySections(tree, '')),
    description: null,
    icon,
    condition: null,
    defaultSiteSpaceId: null,
    position: endOf(tree, null),
  }
  return { tree: { ...tree, sections: [...tree.sections, added] }, added }
}

/** A title for a section, of two characters at least, from that of a space, which may have none. */
function titleFrom(spaceTitle: string): string {
  const title = spaceTitle.trim()
  return /^.?$/su.test(title) ? `Section ${title}`.trim() : title
}

interface NewGroup {
  readonly title: string
  readonly icon: string | null
  readonly parentId: string | null
}

export function addGroupNode(tree: SiteTree, group: NewGroup): Added<GroupNode> {
  const { groupsMax } = siteStructureLimits
  if (tree.groups.length >= groupsMax) throw tooMany('site-section-group', groupsMax)
  const position = endOf(tree, group.parentId)
  const added: GroupNode = { ...group, id: newId(), position }
  const grown = { ...tree, groups: [...tree.groups, added] }
  requireRoom(grown, added.id, group.parentId)
  return { tree: grown, added }
}

type NewLink = Omit<LinkNode, 'id' | 'position'>

/** Adds a link at the end of a group or of the site, which must have sections to stand among. */
export function addLinkNode(tree: SiteTree, link: NewLink): Added<LinkNode> {
  const { externalLinksMax } = siteStructureLimits
  if (tree.sections.length === 0) throw withoutSections()
  if (tree.links.length >= externalLinksMax) {
    throw tooMany('site-external-link', externalLinksMax)
  }
  const added: LinkNode = { ...link, id: newId(), position: endOf(tree, link.groupId) }
  return { tree: { ...tree, links: [...tree.links, added] }, added }
}

/**
 * Moves a section or link to the end of a group or of the site; one that is there stays where it
 * is.
 */
export function putInto(
  tree: SiteTree,
  { id, groupId: before }: Pick<LinkNode, 'id' | 'groupId'>,
  groupId: string | null,
): SiteTree {
  return before === groupId
    ? tree
    : placeChild(tree, { id }, groupId, childrenOf(tree, groupId).length)
}

/** Moves a section to the end of a group; one that is there already stays where it is. */
export function putIntoGroup(tree: SiteTree, id: string, groupId: string): SiteTree {
  const isThere = tree.sections.some(
    (section) => section.id === id && section.groupId === groupId,
  )
  return isThere
    ? tree
    : placeChild(tree, { id }, groupId, childrenOf(tree, groupId).length)
}

/** Moves a group to the end of another or of the site; one that is there stays where it is. */
export function putGroupInto(
  tree: SiteTree,
  { id, parentId: before }: GroupNode,
  parentId: string | null,
): SiteTree {
  if (before === parentId) return tree
  requireRoom(tree, id, parentId)
  return placeChild(tree, { id }, parentId, childrenOf(tree, parentId).length)
}

/** Moves a section out of its group, to right after it. */
export function takeOutOfGroup(tree: SiteTree, id: string, group: GroupNode): SiteTree {
  const around = childrenOf(tree, group.parentId)
  const index = around.findIndex(({ node }) => node.id === group.id)
  return placeChild(tree, { id }, group.parentId, index + 1)
}

/** Removes a group; its children take its place, in their order. */
export function removeGroupNode(tree: SiteTree, group: GroupNode): SiteTree {
  let emptied = tree
  for (const { node } of childrenOf(tree, group.id)) {
    const around = childrenOf(emptied, group.parentId)
    const index = around.findIndex((child) => child.node.id === group.id)
    emptied = placeChild(emptied, { id: node.id }, group.parentId, index)
  }
  return { ...emptied, groups: emptied.groups.filter(({ id }) => id !== group.id) }
}

/** Removes a section with its site-spaces. */
export function removeSectionNode(tree: SiteTree, sectionId: string): SiteTree {
  const left = withNextDefaultSection(tree, sectionId)
  return {
    ...left,
    sections: left.sections.filter(({ id }) => id !== sectionId),
    siteSpaces: left.siteSpaces.filter((node) => node.sectionId !== sectionId),
  }
}

/** Removes a site-space, and with the last one of a section the section. */
export function removeSiteSpaceNode(tree: SiteTree, leaving: SiteSpaceNode): SiteTree {
  const { sectionId } = leaving
  if (sectionId !== null && siteSpacesOf(tree, sectionId).length === 1) {
    return removeSectionNode(tree, sectionId)
  }
  const left = withNextDefault(tree, leaving)
  return {
    ...left,
    siteSpaces: left.siteSpaces.filter(({ id }) => id !== leaving.id),
  }
}

/** Refuses a change that removes the last live space of a published site. */
export function requireContent(
  before: SiteTree,
  after: SiteTree,
  { published }: { readonly published: boolean },
): void {
  if (published && showsAnything(before) && !showsAnything(after)) throw lastOfPublished()
}

function showsAnything({ siteSpaces }: SiteTree): boolean {
  return siteSpaces.some(({ isLive }) => isLive)
}

function endOf(tree: SiteTree, parentId: string | null): string {
  return positionBetween(childrenOf(tree, parentId).at(-1)?.node.position, undefined)
}
