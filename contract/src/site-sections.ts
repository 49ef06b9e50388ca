import { Type } from 'typebox'

import { constant, id, list, nullable, paging } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite, ofSiteSection } from './parameters.ts'
import {
  livePart,
  liveSiteSpace,
  positionDescription,
  sectionDescription,
  sectionTitle,
  shareKey,
  siteCondition,
  siteIcon,
  sitePath,
  siteSection,
} from './site-structure.ts'

const sibling = Type.Object({
  type: constant('site-section'),
  siteSection: id('A section of the site.'),
})

export const siteSectionOperations = defineOperations({
  listSiteSections: {
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/sections',
    tag: 'site-structure',
    summary: 'List the sections of a site',
    description:
      'Answers all sections in their order on the site, with those in groups where their group stands.',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    query: { shareKey, ...paging },
    status: 200,
    reply: list('SiteSectionList', siteSection),
    errors: [403, 404],
  },
  addSectionToSite: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/sections',
    tag: 'site-structure',
    summary: 'Add a section to a site',
    description:
      'Adds a section with one space at the end of the site or of a group; without a title it is named like the space. The first section of a site comes after another one, the default, that takes up the site-spaces there are. Needs the create role.',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    body: Type.Object({
      spaceId: id('The space it begins with.'),
      title: Type.Optional(nullable(sectionTitle)),
      icon: Type.Optional(nullable(siteIcon)),
      siteSectionGroupId: Type.Optional(
        nullable(id('The group it goes into; null or absent for the top of the site.')),
      ),
      ...liveSiteSpace,
    }),
    status: 201,
    reply: siteSection,
    errors: [400, 403, 404],
  },
  updateSiteSectionById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    tag: 'site-structure',
    summary: 'Update a section',
    description:
      'Changes what is given; null removes. A new path changes all URLs of the section. Needs the create role.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSection,
    body: Type.Object({
      title: Type.Optional(sectionTitle),
      path: Type.Optional(sitePath('One segment of a URL.')),
      defaultSiteSpace: Type.Optional(id('The site-space of it that is seen first.')),
      condition: Type.Optional(siteCondition),
      icon: Type.Optional(nullable(siteIcon)),
      description: Type.Optional(nullable(sectionDescription)),
      siteSectionGroupId: Type.Optional(
        nullable(id('The group to whose end it moves; null for the end of the site.')),
      ),
      ...livePart,
    }),
    status: 200,
    reply: siteSection,
    errors: [400, 403, 404, 409],
  },
  deleteSiteSectionById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
    tag: 'site-structure',
    summary: 'Remove a section',
    description:
      'Removes the section with its site-spaces; the spaces themselves stay. After the default section the next one is the default. The last content of a published site cannot be removed.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSection,
    status: 204,
    errors: [400, 403],
  },
  moveSiteSection: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
    tag: 'site-structure',
    summary: 'Move a section',
    description:
      'Moves the section next to another one, also into its group. Use `sortSiteStructure`, which knows groups too.',
    deprecated: { since: '2026-11-15' },
    caller: 'user',
    reach: 'organization',
    params: ofSiteSection,
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
    reply: siteSection,
    errors: [400, 403, 404],
  },
})
