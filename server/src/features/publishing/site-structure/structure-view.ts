import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSectionOrGroup,
  SiteSpace,
  SiteStructure,
} from '@lectern/contract/site-structure.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { type PlaceInSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'

import {
  childrenOf,
  type Defaults,
  defaultsOf,
  type GroupNode,
  isShown,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'
import type { StructuredSite } from './structure-resolve.ts'

/** The data that answers about one site are built from. */
export interface Viewing {
  readonly tree: SiteTree
  readonly defaults: Defaults
  /** The spaces that the caller may see. */
  readonly spaces: ReadonlyMap<string, Space>
  readonly urlOf: (place: PlaceInSite) => { published?: string }
}

interface Viewed {
  readonly site: StructuredSite
  readonly tree: SiteTree
  readonly spaces: ReadonlyMap<string, Space>
  readonly shareKey: string | undefined
}

export function viewing(
  config: Config,
  { site, tree, spaces, shareKey }: Viewed,
): Viewing {
  const address = {
    organizationHostname: site.organization_hostname,
    basename: site.basename,
    hostname: site.hostname,
    hostnameLive: site.hostname_live,
  }
  return {
    tree,
    defaults: defaultsOf(tree),
    spaces,
    urlOf(place) {
      if (!site.published) return {}
      const url = siteUrls.published(config, address, { ...place, shareKey })
      // Paths may be in any script, so the URL must encode them.
      return { published: new URL(url).href }
    },
  }
}

export function viewStructure(view: Viewing): SiteStructure {
  return view.tree.sections.length === 0
    ? { type: 'siteSpaces', structure: viewSiteSpacesOf(view, null) }
    : { type: 'sections', structure: viewChildren(view, null) }
}

export function viewSiteSpace(
  { defaults, spaces, tree, urlOf }: Viewing,
  node: SiteSpaceNode,
): SiteSpace | undefined {
  const space = spaces.get(node.spaceId)
  if (space === undefined) return undefined
  const isDefault = defaults.siteSpaceIds.get(node.sectionId) === node.id
  const section = tree.sections.find(({ id }) => id === node.sectionId)
  const isAtRoot = section === undefined || section.id === defaults.sectionId
  return {
    object: 'site-space',
    id: node.id,
    path: node.path,
    ...(node.sectionId !== null && { section: node.sectionId }),
    space,
    title: space.title,
    default: isDefault,
    ...(node.condition !== null && { condition: node.condition }),
    draft: false,
    hasAdvancedCustomizationFeature: true,
    urls: urlOf({
      sectionPath: isAtRoot ? undefined : section.path,
      siteSpacePath: isDefault ? undefined : node.path,
    }),
  }
}

export function viewSection(view: Viewing, node: SectionNode): SiteSection {
  const isDefault = view.defaults.sectionId === node.id
  return {
    object: 'site-section',
    id: node.id,
    title: node.title,
    ...(node.description !== null && { description: node.description }),
    default: isDefault,
    path: node.path,
    ...(node.condition !== null && { condition: node.condition }),
    draft: false,
    ...(node.groupId !== null && { sectionGroup: node.groupId }),
    siteSpaces: viewSiteSpacesOf(view, node.id),
    urls: view.urlOf({ sectionPath: isDefault ? undefined : node.path }),
    ...(node.icon !== null && { icon: node.icon }),
  }
}

export function viewGroup(view: Viewing, node: GroupNode): SiteSectionGroup {
  const children = viewChildren(view, node.id)
  return {
    object: 'site-section-group',
    id: node.id,
    title: node.title,
    sections: children.filter((child) => child.object === 'site-section'),
    draft: false,
    ...(node.parentId !== null && { sectionGroup: node.parentId }),
    children,
    ...(node.icon !== null && { icon: node.icon }),
  }
}

export function viewLink(node: LinkNode): SiteExternalLink {
  return {
    object: 'site-external-link',
    id: node.id,
    title: node.title,
    ...(node.description !== null && { description: node.description }),
    ...(node.icon !== null && { icon: node.icon }),
    url: node.url,
    ...(node.groupId !== null && { sectionGroup: node.groupId }),
    draft: node.draft,
    ...(node.condition !== null && { condition: node.condition }),
  }
}

function viewChildren(view: Viewing, parentId: string | null): SiteSectionOrGroup[] {
  return childrenOf(view.tree, parentId).flatMap((child) => {
    if (child.type === 'site-section-group') return viewGroup(view, child.node)
    if (child.type === 'site-external-link') return viewLink(child.node)
    return isShown(view.tree, child.node) ? viewSection(view, child.node) : []
  })
}

function viewSiteSpacesOf(view: Viewing, sectionId: string | null): SiteSpace[] {
  return siteSpacesOf(view.tree, sectionId)
    .filter((node) => node.isShown)
    .flatMap((node) => viewSiteSpace(view, node) ?? [])
}
