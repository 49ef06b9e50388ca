import { Type, type Static } from 'typebox'

import {
  constant,
  id,
  identifier,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'

const name = Type.String({
  maxLength: 50,
  description: 'For those who manage the links.',
})

export const shareLink = named(
  'ShareLink',
  Type.Object({
    object: constant('share-link'),
    id: identifier,
    createdAt: timestamp,
    name: Type.Optional(name),
    active: Type.Optional(
      Type.Boolean({ description: 'Whether the link lets anyone in.' }),
    ),
    urls: Type.Object({
      published: Type.Optional(
        Type.String({
          ...uri,
          description:
            'With the secret in it; absent while the site is not published, and for a token that may only read.',
          'x-secret': true,
        }),
      ),
    }),
  }),
)
export type ShareLink = Static<typeof shareLink>

const ofShareLink = { ...inSite, shareLinkId: id('The share link.') }
const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const

export const siteShareLinkOperations = defineOperations({
  listSiteShareLinks: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'List the share links of a site',
    description:
      'Answers the links in order of creation, with the secrets in them. Needs the admin role; a token that may only read gets them without their URLs.',
    revealsSecret: 'left-out',
    params: inSite,
    query: paging,
    status: 200,
    reply: list('ShareLinkList', shareLink),
    errors: [403, 404],
  },
  createSiteShareLink: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'Create a share link',
    description:
      'Makes an active link with a secret of its own, which opens the site while its visibility is `share-link`. Needs the admin role.',
    params: inSite,
    body: Type.Object({ name }),
    status: 201,
    reply: shareLink,
    errors: [403, 404, 409],
  },
  updateSiteShareLinkById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Rename a share link, or switch it off and on',
    description:
      'A link that is not active lets nobody in, also those who are in already. Needs the admin role.',
    params: ofShareLink,
    body: Type.Object({
      name: Type.Optional(name),
      active: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    reply: shareLink,
    errors: [403, 404],
  },
  deleteSiteShareLinkById: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Delete a share link',
    description:
      'Its secret opens nothing any longer. Deleting a link that is already gone succeeds.',
    params: ofShareLink,
    status: 204,
    errors: [403],
  },
})
