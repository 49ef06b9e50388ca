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

/** The limit of redirects in one request. */
const bulkMax = 500

const anySource = Type.String({
  minLength: 1,
  maxLength: 512,
  examples: ['/old/page'],
  description:
    'As for a single redirect; one that cannot be used is answered with `error`.',
})

const givenDestination = named(
  'SiteRedirectInputDestination',
  Type.Union([
    ...destination.anyOf,
    Type.Object({ kind: constant('external'), url: Type.String({ maxLength: 2048 }) }),
    Type.Object(
      {
        kind: constant('path'),
        spaceId: identifier,
        path: Type.String({ maxLength: 2048 }),
      },
      { description: 'The page at a path of a space that the site shows.' },
    ),
  ]),
)

const bulkRedirect = Type.Union([
  Type.Object({ source: anySource, intent: constant('publish') }),
  Type.Object({
    source: anySource,
    intent: Type.Optional(
      enumeration(['live', 'draft'], {
        description:
          'There are no drafts of redirects: answered with `error`, as `publish`.',
      }),
    ),
    captureWildcard: Type.Optional(
      Type.Boolean({ description: 'Sources have no wildcards: true is an `error`.' }),
    ),
    permanent: Type.Optional(
      Type.Boolean({ description: 'Redirects are temporary: true is an `error`.' }),
    ),
    destination: Type.Union([givenDestination, Type.Null()], {
      description: 'Null deletes the redirect, if there is one.',
    }),
  }),
])

const asGiven = Type.String({ description: 'As it was given.' })
const draft = Type.Boolean({ description: 'False, but for what asks for a draft.' })
const bulkResult = named(
  'SiteRedirectResult',
  Type.Union([
    Type.Object({
      status: enumeration(['created', 'updated', 'published']),
      source: asGiven,
      draft,
      id: identifier,
    }),
    Type.Object({ status: constant('deleted'), source: asGiven, draft }),
    Type.Object({
      status: constant('error'),
      source: asGiven,
      draft,
      error: Type.String({ description: 'Why, and what may help.' }),
    }),
  ]),
)
export type SiteRedirectResult = Static<typeof bulkResult>

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
  bulkUpsertSiteRedirects: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Create, change and delete many redirects',
    description:
      'Takes each redirect in turn and says what became of it, by its source; one that is refused does not keep the others. All changes count from the same moment. Needs the admin role.',
    params: inSite,
    body: Type.Object({
      redirects: Type.Array(bulkRedirect, { minItems: 1, maxItems: bulkMax }),
    }),
    bodyBytesMax: 4 * 1024 * 1024,
    status: 200,
    reply: named('SiteRedirectResults', Type.Object({ results: Type.Array(bulkResult) })),
    errors: [403, 404],
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
