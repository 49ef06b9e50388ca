import { Type, type Static } from 'typebox'

import {
  anyUri,
  constant,
  entriesMax,
  enumeration,
  id,
  identifier,
  list,
  named,
  paging,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite, textFilter } from './parameters.ts'
import { shareKey } from './site-structure.ts'

const character = '(?:[A-Za-z0-9\\-._~]|%[0-9A-Fa-f]{2})'

const source = Type.String({
  maxLength: 512,
  pattern: `^\\/${character}+(?:\\/${character}+)*$`,
  examples: ['/old/page'],
  description:
    'A path below the root of the site, percent-encoded, without a query and without a slash at the end. Letters count the same in upper and lower case.',
})

const destination = named(
  'SiteRedirectDestination',
  Type.Union([
    Type.Object({ kind: constant('site-section'), siteSectionId: identifier }),
    Type.Object({ kind: constant('site-space'), siteSpaceId: identifier }),
    Type.Object({
      kind: constant('site-page'),
      siteSpaceId: identifier,
      pageId: identifier,
    }),
  ]),
)
export type SiteRedirectDestination = Static<typeof destination>

const fileOf = Type.Optional(
  id('The space whose `.gitbook.yaml` says it. One made or changed by hand has none.'),
)

export const siteRedirect = named(
  'SiteRedirect',
  Type.Object({
    object: constant('site-redirect'),
    id: identifier,
    source: Type.String({ description: 'As it was given.' }),
    destination,
    fileOf,
  }),
)
export type SiteRedirect = Static<typeof siteRedirect>

const probedUrl = Type.Object({
  url: Type.String({ description: 'As it was given.' }),
  result: enumeration(['ok', 'redirect', 'broken'], {
    description: 'Shows something, leads to `target`, or leads to nothing.',
  }),
  target: Type.Optional(Type.String({ ...anyUri, description: 'Where readers end up.' })),
  redirect: Type.Optional(
    id('The rule that applies; absent for what was renamed or moved.'),
  ),
  message: Type.Optional(
    Type.String({ description: 'Why it is broken, and what may help.' }),
  ),
})
export type ProbedUrl = Static<typeof probedUrl>

const ofRedirect = { ...inSite, siteRedirectId: id('The redirect.') }
const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const

export const siteRedirectOperations = defineOperations({
  listSiteRedirects: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'List the redirects of a site',
    description:
      'Answers the rules that people made, in order of creation. What was renamed or moved is redirected without a rule.',
    params: inSite,
    query: {
      ...paging,
      search: textFilter('Only those with this in their source, in any letter case.'),
    },
    status: 200,
    reply: list('SiteRedirectList', siteRedirect),
    errors: [403, 404],
  },
  createSiteRedirect: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Create a redirect',
    description:
      'Sends readers of a path where nothing is to a section, a site-space or a page. A source where something is shown is refused, as is one that has a rule already. Needs the admin role.',
    params: inSite,
    body: Type.Object({ source, destination, fileOf }),
    status: 201,
    reply: siteRedirect,
    errors: [400, 403, 404, 409],
  },
  updateSiteRedirectById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Change a redirect',
    description: 'Changes what is given, by the same rules. Needs the admin role.',
    params: ofRedirect,
    body: Type.Object({
      source: Type.Optional(source),
      destination: Type.Optional(destination),
    }),
    status: 200,
    reply: siteRedirect,
    errors: [400, 403, 404, 409],
  },
  deleteSiteRedirectById: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Delete a redirect',
    description:
      'Readers of its source find nothing there any longer. Deleting a redirect that is already gone succeeds.',
    params: ofRedirect,
    status: 204,
    errors: [403],
  },
  getSiteRedirectBySource: {
    ...common,
    visitor: true,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/redirect',
    summary: 'Get where a path of a site leads',
    description:
      'Answers the rule for the path, or what stood there before it was renamed or moved. Without either it answers 404, also for a path that shows something itself.',
    params: inSite,
    query: {
      shareKey,
      source: Type.String({
        minLength: 1,
        maxLength: 2048,
        examples: ['/old/page'],
        description: 'A path below the root of the site; a query in it does not count.',
      }),
    },
    status: 200,
    reply: named(
      'SiteRedirectTarget',
      Type.Object({
        redirect: siteRedirect,
        target: Type.String({ ...anyUri, description: 'Where readers are sent.' }),
      }),
    ),
    errors: [403, 404],
  },
  probeSiteRedirects: {
    ...common,
    method: 'POST',
    isRead: true,
    path: '/orgs/{organizationId}/sites/{siteId}/redirects/probe',
    summary: 'Try out URLs of a site',
    description:
      'Says of each URL or path whether it shows something, redirects or is broken, as for a reader who may see everything. Changes nothing; needs the create role.',
    params: inSite,
    body: Type.Object({
      urls: Type.Array(Type.String({ maxLength: 2048, examples: ['/old/page'] }), {
        minItems: 1,
        maxItems: entriesMax,
      }),
    }),
    bodyBytesMax: 4 * 1024 * 1024,
    status: 200,
    reply: named('SiteProbe', Type.Object({ items: Type.Array(probedUrl) })),
    errors: [403, 404],
  },
})
