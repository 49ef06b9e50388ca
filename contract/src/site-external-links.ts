import { Type } from 'typebox'

import { id, nullable } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite, ofSiteExternalLink } from './parameters.ts'
import {
  sectionDescription,
  sectionTitle,
  siteCondition,
  siteExternalLink,
  siteIcon,
} from './site-structure.ts'
import { webUrl } from './web-url.ts'

const common = { tag: 'site-structure', caller: 'user', reach: 'organization' } as const
const draft = Type.Boolean({ description: 'Whether to hide it from readers for now.' })

export const siteExternalLinkOperations = defineOperations({
  addExternalLinkToSite: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/external-links',
    summary: 'Add an external link to a site',
    description:
      'Adds a link to an http or https address at the end of the site or of a group, among its sections. The site must have sections. Needs the create role.',
    params: inSite,
    body: Type.Object({
      title: sectionTitle,
      url: webUrl,
      description: Type.Optional(nullable(sectionDescription)),
      icon: Type.Optional(nullable(siteIcon)),
      parent: Type.Optional(
        id('The group it goes into; absent for the top of the site.'),
      ),
      draft: Type.Optional(draft),
      condition: Type.Optional(siteCondition),
    }),
    status: 201,
    reply: siteExternalLink,
    errors: [400, 403, 404],
  },
  updateSiteExternalLinkById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    summary: 'Update an external link',
    description:
      'Changes what is given; null removes. With a `parent` it moves to the end of that group, with null to the end of the site. Needs the create role.',
    params: ofSiteExternalLink,
    body: Type.Object({
      title: Type.Optional(sectionTitle),
      url: Type.Optional(webUrl),
      description: Type.Optional(nullable(sectionDescription)),
      icon: Type.Optional(nullable(siteIcon)),
      parent: Type.Optional(
        nullable(id('The group it goes into; null for the top of the site.')),
      ),
      draft: Type.Optional(draft),
      condition: Type.Optional(siteCondition),
    }),
    status: 200,
    reply: siteExternalLink,
    errors: [400, 403, 404],
  },
  deleteSiteExternalLinkById: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    summary: 'Remove an external link',
    description:
      'Removes the link. Needs the create role. Removing a link that is already gone succeeds.',
    params: ofSiteExternalLink,
    status: 204,
    errors: [403],
  },
})
