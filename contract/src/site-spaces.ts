import { Type } from 'typebox'

import { constant, id, list, paging } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite, ofSiteSpace } from './parameters.ts'
import {
  livePart,
  liveSiteSpace,
  positionDescription,
  shareKey,
  siteCondition,
  sitePath,
  siteSpace,
} from './site-structure.ts'

const sibling = Type.Object({
  type: constant('site-space'),
  siteSpace: id('A site-space of the site.'),
})

export const siteSpaceOperations = defineOperations({
  listSiteSpaces: {
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    tag: 'site-structure',
    summary: 'List the site-spaces of a site',
    description:
      'Answers the spaces of the site that you can see, in all sections, in their order on the site.',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    query: {
      shareKey,
      default: Type.Optional(
        Type.Boolean({
          description:
            'With true, only those that are seen first in their section or site; with false, only the others.',
        }),
      ),
      ...paging,
    },
    status: 200,
    reply: list('SiteSpaceList', siteSpace),
    errors: [403, 404],
  },
  addSpaceToSite: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces',
    tag: 'site-structure',
    summary: 'Add a space to a site',
    description:
      'Adds a space at the end of a section; without one, of the default section, or of a site that has no sections. The first one is the default. Needs the create role, and that you can see the space.',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    body: Type.Object({
      spaceId: id('The space to add.'),
      sectionId: Type.Optional(id('The section it goes into.')),
      title: Type.Optional(
        Type.String({
          maxLength: 128,
          description: 'A site-space has the title of its space: any other is refused.',
        }),
      ),
      ...liveSiteSpace,
    }),
    status: 201,
    reply: siteSpace,
    errors: [400, 403, 404],
  },
  updateSiteSpaceById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    tag: 'site-structure',
    summary: 'Update a site-space',
    description:
      'Changes what is given: its path, who sees it, or which space it shows. Needs the create role.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSpace,
    body: Type.Object({
      path: Type.Optional(sitePath('One segment of a URL.')),
      condition: Type.Optional(siteCondition),
      spaceId: Type.Optional(id('Another space to show in its place.')),
      hidden: Type.Optional(
        Type.Boolean({
          description: 'No site-space is hidden from the navigation: true is refused.',
        }),
      ),
      ...liveSiteSpace,
    }),
    status: 200,
    reply: siteSpace,
    errors: [400, 403, 404, 409],
  },
  deleteSiteSpaceById: {
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
    tag: 'site-structure',
    summary: 'Remove a space from a site',
    description:
      'Removes the site-space; the space itself stays. After the default the next one is the default, and a section without any goes too. The last content of a published site cannot be removed.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSpace,
    status: 204,
    errors: [400, 403],
  },
  moveSiteSpace: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
    tag: 'site-structure',
    summary: 'Move a site-space',
    description:
      'Moves the site-space next to another one, also into its section. Use `sortSiteStructure`.',
    deprecated: { since: '2026-11-15' },
    caller: 'user',
    reach: 'organization',
    params: ofSiteSpace,
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
    reply: siteSpace,
    errors: [400, 403, 404],
  },
  duplicateSiteSpace: {
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate',
    tag: 'site-structure',
    summary: 'Duplicate the space of a site-space',
    description:
      'Duplicates the space and shows the copy right after it, to the same readers; in a section of its own where the space is alone in one. Needs the create role on the site and where the space is.',
    caller: 'user',
    reach: 'organization',
    params: ofSiteSpace,
    body: Type.Object(livePart),
    bodyOptional: true,
    status: 201,
    reply: siteSpace,
    errors: [400, 403, 404, 409],
  },
})
