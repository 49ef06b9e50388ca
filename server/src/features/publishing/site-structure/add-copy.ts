import { moveItem } from './move-item.ts'
import { sectionIn, siteSpaceIn } from './parts-of-tree.ts'
import { type SiteSpaceNode, siteSpacesOf, type SiteTree } from './site-tree.ts'
import {
  type Added,
  addSectionNode,
  addSiteSpaceNode,
  type ShownSpace,
} from './tree-changes.ts'

/**
 * Adds the copy of a space right after the original, which is a site-space of the tree: in a
 * section of its own where the original is alone in one. Its readers are those of the original.
 */
export function addCopyNode(
  tree: SiteTree,
  original: SiteSpaceNode,
  space: ShownSpace,
): Added<SiteSpaceNode> {
  const { sectionId, condition } = original
  const isAlone = sectionId !== null && siteSpacesOf(tree, sectionId).length === 1
  const { tree: wider, added } = isAlone
    ? addCopyOfSection(tree, sectionId, space)
    : addSiteSpaceNode(tree, space, sectionId)
  const siteSpaces = wider.siteSpaces.map((node) =>
    node.id === added.id ? { ...node, condition } : node,
  )
  const grown = { ...wider, siteSpaces }
  const placed = isAlone ? grown : after(grown, 'site-space', added.id, original.id)
  return { tree: placed, added: siteSpaceIn(placed, added.id) }
}

function addCopyOfSection(
  tree: SiteTree,
  sectionId: string,
  space: ShownSpace,
): Added<SiteSpaceNode> {
  const { icon, condition } = sectionIn(tree, sectionId)
  const { tree: wider, added } = addSectionNode(tree, { space, title: null, icon })
  const sections = wider.sections.map((node) =>
    node.id === added.id ? { ...node, condition } : node,
  )
  const placed = after({ ...wider, sections }, 'site-section', added.id, sectionId)
  const [first] = siteSpacesOf(placed, added.id)
  if (first === undefined) throw new Error('A new section has no site-space')
  return { tree: placed, added: first }
}

function after(
  tree: SiteTree,
  type: 'site-space' | 'site-section',
  id: string,
  // oxlint-disable-next-line max-params -- a tree, what kind of part, which one, and after which
  previousId: string,
): SiteTree {
  return moveItem(tree, { type, id }, { after: { type, id: previousId } })
}
