import type { OperationId } from '@lectern/contract/operations.ts'

import { type Calls, forAdminsOnly, outsideOf } from './official-client-calls.ts'
import { sitesOf } from './test-sites.ts'
import type { TestApi } from './test-api.ts'

/** A site with two sections and a group, all of them to be changed and removed. */
export interface SceneStructure {
  readonly site: string
  readonly section: string
  readonly otherSection: string
  readonly group: string
  /** Of the first section, which has two. */
  readonly siteSpace: string
  readonly otherSiteSpace: string
}

export async function createSceneStructure(api: TestApi): Promise<SceneStructure> {
  const site = await sitesOf(api)()
  const section = await site.section('First')
  const otherSection = await site.section('Second')
  const siteSpace = await site.siteSpace('Variant', section.id)
  const group = await site.group('Group')
  return {
    site: site.id,
    section: section.id,
    otherSection: otherSection.id,
    group: group.id,
    siteSpace: siteSpace.id,
    otherSiteSpace: section.siteSpaces[0].id,
  }
}

export const siteStructureCalls = {
  getSiteStructure: outsideOf(async (client, { organization, structure: { site } }) =>
    client.orgs.getSiteStructure(organization, site, { shareKey: 'none' }),
  ),
  listSiteSections: outsideOf(async (client, { organization, structure: { site } }) =>
    client.orgs.listSiteSections(organization, site, { limit: 5 }),
  ),
  listSiteSpaces: outsideOf(async (client, { organization, structure: { site } }) =>
    client.orgs.listSiteSpaces(organization, site, { limit: 5, default: true }),
  ),
  listSiteSectionGroups: outsideOf(async (client, { organization, structure }) =>
    client.orgs.listSiteSectionGroups(organization, structure.site, { limit: 5 }),
  ),
  addSectionToSite: forAdminsOnly(async (client, { organization, structure, space }) =>
    client.orgs.addSectionToSite(organization, structure.site, {
      spaceId: space,
      title: 'Third',
      icon: 'book',
    }),
  ),
  updateSiteSectionById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.updateSiteSectionById(organization, structure.site, structure.section, {
      title: 'Renamed',
      path: 'early-access',
      condition: 'visitor.claims.beta == true',
      icon: null,
      description: 'For those who try things first',
    }),
  ),
  addSpaceToSite: forAdminsOnly(async (client, { organization, structure, space }) =>
    client.orgs.addSpaceToSite(organization, structure.site, {
      spaceId: space,
      sectionId: structure.section,
    }),
  ),
  updateSiteSpaceById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.updateSiteSpaceById(organization, structure.site, structure.siteSpace, {
      path: 'next',
      condition: null,
    }),
  ),
  addSectionGroupToSite: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.addSectionGroupToSite(organization, structure.site, {
      title: 'Inside',
      icon: 'folder',
      sections: [structure.otherSection],
      parent: structure.group,
    }),
  ),
  updateSiteSectionGroupById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.updateSiteSectionGroupById(
      organization,
      structure.site,
      structure.group,
      {
        title: 'Renamed',
        icon: null,
      },
    ),
  ),
  addSectionToGroup: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.addSectionToGroup(organization, structure.site, structure.group, {
      sectionId: structure.section,
    }),
  ),
  removeSectionFromGroup: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.removeSectionFromGroup(
      organization,
      structure.site,
      structure.group,
      structure.section,
    ),
  ),
  sortSiteStructure: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.sortSiteStructure(organization, structure.site, {
      item: { type: 'site-section', id: structure.section },
      position: { before: { type: 'site-section-group', id: structure.group } },
    }),
  ),
  moveSiteSection: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.moveSiteSection(organization, structure.site, structure.section, {
      position: { after: { type: 'site-section', siteSection: structure.otherSection } },
    }),
  ),
  moveSiteSpace: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.moveSiteSpace(organization, structure.site, structure.siteSpace, {
      position: { before: { type: 'site-space', siteSpace: structure.otherSiteSpace } },
    }),
  ),
  moveSiteSectionGroup: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.moveSiteSectionGroup(organization, structure.site, structure.group, {}),
  ),
  deleteSiteSpaceById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.deleteSiteSpaceById(organization, structure.site, structure.siteSpace),
  ),
  deleteSiteSectionById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.deleteSiteSectionById(organization, structure.site, structure.section),
  ),
  deleteSiteSectionGroupById: forAdminsOnly(async (client, { organization, structure }) =>
    client.orgs.deleteSiteSectionGroupById(organization, structure.site, structure.group),
  ),
} satisfies Partial<Record<OperationId, Calls>>
