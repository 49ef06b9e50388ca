import {
  sectionsInOrder,
  type SiteSpaceNode,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'

/** The tree after the default passes from a removed site-space to the next one. */
export function withNextDefault(tree: SiteTree, leaving: SiteSpaceNode): SiteTree {
  const { sectionId } = leaving
  const next = (chosen: string | null) =>
    chosen === leaving.id ? following(siteSpacesOf(tree, sectionId), chosen) : chosen
  if (sectionId === null) {
    return { ...tree, defaultSiteSpaceId: next(tree.defaultSiteSpaceId) }
  }
  return {
    ...tree,
    sections: tree.sections.map((section) =>
      section.id === sectionId
        ? { ...section, defaultSiteSpaceId: next(section.defaultSiteSpaceId) }
        : section,
    ),
  }
}

/** The tree after the default passes from a removed section to the next one. */
export function withNextDefaultSection(tree: SiteTree, sectionId: string): SiteTree {
  if (tree.defaultSectionId !== sectionId) return tree
  return { ...tree, defaultSectionId: following(sectionsInOrder(tree), sectionId) }
}

/** The id of the next node, or of the first after the last; null without other nodes. */
function following(
  nodes: readonly { readonly id: string }[],
  leavingId: string,
): string | null {
  const index = nodes.findIndex(({ id }) => id === leavingId)
  const others = [...nodes.slice(index + 1), ...nodes.slice(0, index)]
  return others[0]?.id ?? null
}
