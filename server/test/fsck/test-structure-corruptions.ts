import type { TestApi } from '#test/test-api.ts'
import { sitesOf } from '#test/test-sites.ts'

import type { Corruption } from './test-corruptions.ts'

/** A site with a section in a group in a group. */
export interface StructuredThings {
  readonly site: string
  readonly outerGroup: string
  readonly innerGroup: string
  readonly groupedSection: string
  readonly otherSection: string
  readonly otherSiteSpace: string
}

export async function furnishStructure(api: TestApi): Promise<StructuredThings> {
  const site = await sitesOf(api)()
  const grouped = await site.section('Grouped')
  const other = await site.section('Other')
  const outer = await site.group('Outer')
  const inner = await site.group('Inner', { parent: outer.id, sections: [grouped.id] })
  return {
    site: site.id,
    outerGroup: outer.id,
    innerGroup: inner.id,
    groupedSection: grouped.id,
    otherSection: other.id,
    otherSiteSpace: other.siteSpaces[0].id,
  }
}

export const structureCorruptions: readonly Corruption[] = [
  {
    name: 'a section group of a site that does not exist',
    kind: 'site-section-group-site',
    id: () => 'lost-group',
    change: ({ api }) => [
      `insert into site_section_group (organization_id, site_id, id, title, position)
       values ('${api.organization}', 'no-site', 'lost-group', 'Lost', 'a0')`,
    ],
  },
  {
    name: 'a section group in one that does not exist',
    kind: 'site-section-group-parent',
    id: ({ structured }) => structured.innerGroup,
    change: ({ structured }) => [
      `update site_section_group set parent_id = 'nothing' where id = '${structured.innerGroup}'`,
    ],
  },
  {
    name: 'a section in a group that does not exist',
    kind: 'site-section-group',
    id: ({ structured }) => structured.groupedSection,
    change: ({ structured }) => [
      `update site_section set group_id = 'nothing' where id = '${structured.groupedSection}'`,
    ],
  },
  {
    name: 'a section group inside itself',
    kind: 'site-section-group-cycle',
    id: ({ structured }) => structured.outerGroup,
    change: ({ structured }) => [
      `update site_section_group set parent_id = id where id = '${structured.outerGroup}'`,
    ],
  },
  {
    name: 'a site-space outside the sections of its site',
    kind: 'site-space-alone',
    id: () => 'outside',
    change: ({ structured }) => [
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       select organization_id, site_id, 'outside', space_id, 'outside', 'a0' from site_space
       where id = '${structured.otherSiteSpace}'`,
    ],
  },
  {
    name: 'a site-space with the path of a section',
    kind: 'site-space-path',
    id: ({ structured }) => structured.otherSiteSpace,
    change: ({ structured }) => [
      `update site_space set path = (
         select path from site_section where id = '${structured.otherSection}')
       where id = '${structured.otherSiteSpace}'`,
    ],
  },
  {
    name: 'a site-space that is open to readers where its site is not',
    kind: 'site-space-openness',
    id: ({ structured }) => structured.otherSiteSpace,
    change: ({ structured }) => [
      `update site_space set openness = 1 where id = '${structured.otherSiteSpace}'`,
    ],
  },
  {
    name: 'a section with no space',
    kind: 'site-section-empty',
    id: () => 'hollow',
    change: ({ structured }) => [
      `insert into site_section (organization_id, site_id, id, title, path, position)
       select organization_id, site_id, 'hollow', 'Hollow', 'hollow', 'z0' from site_section
       where id = '${structured.otherSection}'`,
    ],
  },
  ...['section', 'site-space'].map((kind): Corruption => ({
    name: `a former path of a ${kind} that does not exist`,
    kind: 'site-former-path-target',
    id: ({ structured }) => `${structured.site}/old-${kind}`,
    change: ({ structured }) => [
      `insert into site_former_path (organization_id, site_id, kind, path, target_id)
         select organization_id, site_id, '${kind}', 'old-${kind}', 'nothing'
         from site_section where id = '${structured.otherSection}'`,
    ],
  })),
]
