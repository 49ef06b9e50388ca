import { Type, type Static } from 'typebox'

import {
  constant,
  entriesMax,
  enumeration,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  permissions,
  role,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, inSite, textFilter } from './parameters.ts'
import { siteCustomizationFeatures, siteFeatureKeys } from './site-features.ts'
import { user } from './users.ts'

export const siteTypes = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const

export const siteType = named(
  'SiteType',
  enumeration(siteTypes, { description: 'A label: every site can do everything.' }),
)

export const siteVisibilities = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
] as const

export const siteVisibility = named(
  'SiteVisibility',
  enumeration(siteVisibilities, {
    description:
      '`public`: everybody, and search engines. `unlisted`: everybody who has the address. `share-link`: whoever has a link with a secret in it. `visitor-auth`: visitors who bring a signed token.',
  }),
)
export type SiteVisibility = Static<typeof siteVisibility>

export const siteTitle = Type.String({ minLength: 2, maxLength: 128 })

/** Whatever can be one segment of a URL; it is encoded there where it must be. */
export const siteBasename = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: String.raw`^[^/\\\u0000-\u001f\u007f]+$`,
  examples: ['user-guide'],
  description:
    'The first part of the path below the host of the organization, in any script. Names that begin with `~` and those of files that every host has, such as `robots.txt`, are taken.',
})

export const siteHostname = Type.String({
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
  examples: ['docs.example.com'],
})

const proxyOrigin = Type.String({
  maxLength: 512,
  pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$',
  examples: ['example.com/docs'],
  description: 'Host and path under which a proxy shows the site, without a scheme.',
})

const adaptiveContent = Type.Object({
  enabled: Type.Boolean({ description: 'Whether conditions on visitors count.' }),
})

const agentsContext = enumeration(['included', 'excluded'], {
  description:
    'Whether agents may use the content of the site. `excluded`: it has no Markdown and no `llms.txt`, and its `robots.txt` asks agents to stay away.',
})

const siteIcon = Type.Union(
  [
    Type.Object({ icon: Type.Object({ light: uri, dark: uri }) }),
    Type.Object({ emoji: Type.String({ minLength: 1, maxLength: 50 }) }),
    Type.Unsafe<Record<string, never>>({
      type: 'object',
      properties: {},
      not: { anyOf: [{ required: ['icon'] }, { required: ['emoji'] }] },
    }),
  ],
  { description: 'The favicon of its customization; absent until there is one.' },
)

const siteFeature = named(
  'SiteFeature',
  Type.Object({
    id: enumeration(siteFeatureKeys),
    plan: siteType,
    frozen: Type.Boolean(),
    customizations: Type.Optional(Type.Array(enumeration(siteCustomizationFeatures))),
  }),
)

export const site = named(
  'Site',
  Type.Object({
    object: constant('site'),
    id: identifier,
    type: siteType,
    appliedType: siteType,
    title: siteTitle,
    icon: Type.Optional(nullable(siteIcon)),
    hostname: Type.Optional(
      Type.String({
        ...siteHostname,
        description: 'The custom host name that was attached, live or not yet.',
      }),
    ),
    basename: Type.Optional(siteBasename),
    proxy: Type.Optional(
      Type.Object({
        origin: proxyOrigin,
        target: Type.String({ ...uri, description: 'What the proxy asks for.' }),
      }),
    ),
    visibility: siteVisibility,
    defaultLevel: enumeration(['inherit'], {
      description: 'Roles on a site are those of the organization.',
    }),
    permissions: permissions({
      view: 'See the site as its readers do.',
      access: 'See its settings.',
      edit: 'Edit content, in the spaces that allow it.',
      create: 'Change which spaces it shows, and where.',
      admin: 'Change its settings, publish and delete it.',
      installIntegration: 'Install integrations on it.',
      viewAdaptiveSchema: 'See what is known of visitors.',
      editAdaptiveSchema: 'Change what is known of visitors.',
    }),
    published: Type.Boolean(),
    siteSpaces: Type.Integer({
      minimum: 0,
      description: 'How many spaces it shows; those in the trash do not count.',
    }),
    createdAt: timestamp,
    adaptiveContent: Type.Optional(adaptiveContent),
    agentsContext,
    features: Type.Array(siteFeature, { description: 'What the site can do.' }),
    urls: Type.Object({
      location: uri,
      app: uri,
      published: Type.Optional(
        Type.String({ ...uri, description: 'Only while the site is published.' }),
      ),
      preview: Type.String({
        ...uri,
        description:
          'Where previews are seen; ask for a preview to get the key that opens one.',
      }),
    }),
  }),
)
export type Site = Static<typeof site>

export const userSitePermission = named(
  'UserSitePermission',
  Type.Object({
    permission: role,
    user,
    disabled: Type.Boolean({ description: 'Always false.' }),
    origin: Type.Union(
      [
        Type.Object({ type: constant('space'), space: identifier }),
        Type.Object({ type: constant('organization'), organization: identifier }),
        Type.Object({
          type: constant('site'),
          site: identifier,
          reason: enumeration(['member', 'team'], {
            description: 'Whether it was given to the user or to a team they are in.',
          }),
          team: Type.Optional(identifier),
        }),
      ],
      {
        description: 'What gives it: a space of the site, the organization or the site.',
      },
    ),
  }),
)
export type UserSitePermission = Static<typeof userSitePermission>

const common = { tag: 'sites', caller: 'user', reach: 'organization' } as const

export const siteOperations = defineOperations({
  listSites: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites',
    summary: 'List the sites of an organization',
    description:
      'Answers all sites in order of creation; to guests, those on which they have a role.',
    params: inOrganization,
    query: {
      ...paging,
      space: Type.Optional(id('Only sites that show this space.')),
      title: textFilter('Only sites with these words in their title, in any case.'),
      published: Type.Optional(
        Type.Boolean({ description: 'Only sites that are published, or that are not.' }),
      ),
      type: Type.Optional(
        Type.Array(siteType, {
          maxItems: siteTypes.length,
          description: 'Only sites of these types.',
        }),
      ),
    },
    status: 200,
    reply: list('SiteList', site),
    errors: [403, 404],
  },
  createSite: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites',
    summary: 'Create a site',
    description:
      'Creates a site that is not published yet, with the given spaces in their order; the first one is its default. Needs the create role.',
    params: inOrganization,
    body: Type.Object({
      type: Type.Optional(siteType),
      title: Type.Optional(siteTitle),
      visibility: Type.Optional(siteVisibility),
      spaces: Type.Optional(
        Type.Array(identifier, {
          maxItems: entriesMax / 10,
          description: 'Spaces of the organization that you can see.',
        }),
      ),
    }),
    bodyOptional: true,
    status: 201,
    reply: site,
    errors: [403, 404],
  },
  getSiteById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Get a site',
    description: 'Answers one site with its settings and addresses.',
    params: inSite,
    status: 200,
    reply: site,
    versioned: true,
    errors: [403, 404],
  },
  updateSiteById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Update a site',
    description:
      'Changes what is given. Needs the admin role; the default section and site-space may be set with the create role.',
    params: inSite,
    body: Type.Object({
      title: Type.Optional(siteTitle),
      visibility: Type.Optional(siteVisibility),
      basename: Type.Optional(siteBasename),
      adaptiveContent: Type.Optional(adaptiveContent),
      agentsContext: Type.Optional(agentsContext),
      defaultSiteSpace: Type.Optional(
        id('The site-space shown first: of the default section, where there are any.'),
      ),
      defaultSiteSection: Type.Optional(id('The section shown first.')),
      proxy: Type.Optional(nullable(proxyOrigin)),
    }),
    status: 200,
    reply: site,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  deleteSiteById: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}',
    summary: 'Delete a site',
    description:
      'Removes the site with its structure, settings and host name; its spaces stay. Deleting a site that is already gone succeeds.',
    params: inSite,
    status: 204,
    conditional: true,
    errors: [403],
  },
  publishSite: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Publish a site',
    description:
      'Opens the site to the readers its visibility allows. A site needs at least one space; publishing it again changes nothing.',
    params: inSite,
    status: 200,
    reply: site,
    conditional: true,
    errors: [400, 403, 404],
  },
  unpublishSite: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Unpublish a site',
    description:
      'Closes the site to all readers and keeps everything else. Unpublishing it again changes nothing.',
    params: inSite,
    status: 200,
    reply: site,
    conditional: true,
    errors: [403, 404],
  },
  listPermissionsAggregateInSite: {
    ...common,
    tag: 'permissions',
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
    summary: 'List who has access to what a site shows',
    description:
      'Answers everybody who can see the site or a space of it, by user id, with their strongest role and what gives it. Names spaces, and so needs the admin role in the organization; suspended members are left out.',
    params: inSite,
    query: paging,
    status: 200,
    reply: list('UserSitePermissionList', userSitePermission),
    errors: [403, 404],
  },
})
