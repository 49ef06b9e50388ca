import { Type } from 'typebox'

import { enumeration, id, list, nullable, paging } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite, ofSiteSectionGroup, ofSiteSectionInGroup } from './parameters.ts'
import {
  groupTitle,
  linksForClients,
  livePart,
  positionDescription,
  siteIcon,
  siteSectionGroup,
  siteStructureLimits,
} from './site-structure.ts'

const sibling = Type.Object({
  type: enumeration(['site-section', 'site-section-group']),
  id: id('A section or group of the site.'),
})

export const siteSectionGroupOperations = defineOperations({
  listSiteSectionGroups: {
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups',
    tag: 'site-structure',
    summary: 'List the section groups of a site',
    description: `Answers every group in its order on the site, each before the groups in it, with everything it holds. ${linksForClients}`,
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    query: paging,
    status: 200,
    reply: list('SiteSectionGroupList', siteSectionGroup),
    errors: [403, 404],
  },
  addSectionGroupToSite: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups',
    tag: 'site-structure',
    summary: 'Add a section group to a site',
    description:
      'Adds a group at the end of the site or of another group, and moves the named sections into it, in that order. Needs the create role.',
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    body: Type.Object({
      title: groupTitle,
      icon: Type.Optional(nullable(siteIcon)),
      sections: Type.Optional(
        Type.Array(id('A section of the site.'), {
          maxItems: siteStructureLimits.sectionsMax,
        }),
      ),
      parent: Type.Optional(
        id('The group it goes into; absent for the top of the site.'),
      ),
      ...livePart,
    }),
    status: 201,
    reply: siteSectionGroup,
    errors: [400, 403, 404],
  },
  updateSiteSectionGroupById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    tag: 'site-structure',
    summary: 'Update a section group',
    description: 'Changes what is given; null removes the icon. Needs the create role.',
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSectionGroup,
    body: Type.Object({
      title: Type.Optional(groupTitle),
      icon: Type.Optional(nullable(siteIcon)),
      parentSectionGroupId: Type.Optional(
        nullable(id('The group to whose end it moves; null for the end of the site.')),
      ),
      ...livePart,
    }),
    status: 200,
    reply: siteSectionGroup,
    errors: [400, 403, 404],
  },
  deleteSiteSectionGroupById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
    tag: 'site-structure',
    summary: 'Remove a section group',
    description:
      'Removes the group; the sections and groups in it take its place. Needs the create role.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSectionGroup,
    status: 204,
    errors: [403],
  },
  addSectionToGroup: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
    tag: 'site-structure',
    summary: 'Add a section to a group',
    description:
      'Moves a section of the site to the end of the group, out of any other. One that is in the group already stays where it is. Needs the create role.',
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSectionGroup,
    body: Type.Object({ sectionId: id('A section of the site.') }),
    status: 201,
    reply: siteSectionGroup,
    errors: [403, 404],
  },
  removeSectionFromGroup: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
    tag: 'site-structure',
    summary: 'Remove a section from a group',
    description:
      'Moves the section out of the group, to right after it. The section stays on the site. Needs the create role.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSectionInGroup,
    status: 204,
    errors: [403],
  },
  moveSiteSectionGroup: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
    tag: 'site-structure',
    summary: 'Move a section group',
    description:
      'Moves the group with everything in it next to a section or group, also into another group. Use `sortSiteStructure`.',
    variesBy: 'User-Agent',
    deprecated: { since: '2026-11-15' },
    caller: 'user',
    reach: 'organization',
    params: ofSiteSectionGroup,
    body: Type.Object({
      position: Type.Optional(
        Type.Object(
          { before: Type.Optional(sibling), after: Type.Optional(sibling) },
          { description: positionDescription },
        ),
      ),
    }),
    bodyOptional: true,
    status: 200,
    reply: siteSectionGroup,
    errors: [400, 403, 404],
  },
})
