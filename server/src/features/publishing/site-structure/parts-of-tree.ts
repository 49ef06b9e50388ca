import type { SiteStructurePointer } from '@lectern/contract/site-structure.ts'

import { notFound } from '#/platform/errors/api-error.ts'

import {
  type GroupNode,
  isShown,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  type SiteTree,
} from './site-tree.ts'

export function sectionIn(tree: SiteTree, id: string): SectionNode {
  const section = tree.sections.find((node) => node.id === id)
  if (section === undefined || !isShown(tree, section)) throw notFound('site-section', id)
  return section
}

export function groupIn(tree: SiteTree, id: string): GroupNode {
  const group = tree.groups.find((node) => node.id === id)
  if (group === undefined) throw notFound('site-section-group', id)
  return group
}

export function linkIn(tree: SiteTree, id: string): LinkNode {
  const link = tree.links.find((node) => node.id === id)
  if (link === undefined) throw notFound('site-external-link', id)
  return link
}

export function siteSpaceIn(tree: SiteTree, id: string): SiteSpaceNode {
  const siteSpace = tree.siteSpaces.find((node) => node.id === id)
  if (siteSpace === undefined || !siteSpace.isShown) throw notFound('site-space', id)
  return siteSpace
}

export function partIn(tree: SiteTree, { type, id }: SiteStructurePointer) {
  if (type === 'site-space') return siteSpaceIn(tree, id)
  if (type === 'site-external-link') return linkIn(tree, id)
  return type === 'site-section' ? sectionIn(tree, id) : groupIn(tree, id)
}
