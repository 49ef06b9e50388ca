import { Type, type Static } from 'typebox'

import { constant, enumeration, id, named, nullable, uri } from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'
import { webUrl } from './web-url.ts'

const backend = enumeration(['custom', 'integration'], {
  description:
    'Whether your own program signs tokens for visitors, or an integration. There are no integrations yet, so that only `custom` can be chosen.',
})

const signIn = enumeration(['token', 'members'], {
  description:
    'Who signs the visitors of a `visitor-auth` site in. `token`: your own program, with tokens that it signs. `members`: Lectern, which lets members of the organization read, and no tokens; their role, teams and mail domain are claims for conditions. Ours: other programs see `backend` as it was.',
})

export const sitePublishingAuth = named(
  'SitePublishingAuth',
  Type.Object({
    object: constant('publishing-auth'),
    backend,
    signIn,
    privateKey: Type.String({
      description:
        'Signs tokens for visitors, with HS256. Whoever has it lets anyone in.',
      'x-secret': true,
    }),
    fallbackURL: Type.Optional(
      Type.String({
        ...uri,
        description: 'Where visitors without a valid token are sent.',
      }),
    ),
    integration: Type.Optional(
      Type.String({ description: 'The integration that signs tokens, if one does.' }),
    ),
  }),
)
export type SitePublishingAuth = Static<typeof sitePublishingAuth>

const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const

export const sitePublishingOperations = defineOperations({
  getSitePublishingAuthById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Get the key that signs tokens for visitors',
    description:
      'Only of a site for signed-in visitors, or one with adaptive content. Needs the admin role, and a token with the `write` scope.',
    revealsSecret: 'refused',
    params: inSite,
    status: 200,
    reply: sitePublishingAuth,
    errors: [400, 403, 404],
  },
  updateSitePublishingAuthById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Change how visitors of a site sign in',
    description:
      'Changes what is given; null removes the fallback URL. The key stays as it is. Needs the admin role.',
    params: inSite,
    body: Type.Object({
      backend: Type.Optional(backend),
      signIn: Type.Optional(signIn),
      fallbackURL: Type.Optional(
        nullable(
          Type.String({
            ...webUrl,
            description: 'Where visitors without a valid token are sent.',
          }),
        ),
      ),
    }),
    status: 200,
    reply: sitePublishingAuth,
    errors: [400, 403, 404],
  },
  regenerateSitePublishingAuthById: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
    summary: 'Replace the key that signs tokens for visitors',
    description:
      'Tokens signed with the key before are refused at once, and visitors who came with one sign in again. Needs the admin role.',
    params: inSite,
    status: 200,
    reply: sitePublishingAuth,
    errors: [400, 403, 404],
  },
  getSitePublishingPreviewById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/publishing/preview',
    summary: 'Get a link that shows a site before it is published',
    description:
      'Answers a URL that shows the site for an hour to whoever has it, as a visitor with the given claims would see it. Needs the admin role, and a token with the `write` scope.',
    revealsSecret: 'refused',
    params: inSite,
    query: {
      siteSpace: Type.Optional(id('The site-space to begin with.')),
      claims: Type.Optional(
        Type.String({
          maxLength: 4096,
          examples: ['()'],
          description:
            'The claims of the visitor as Rison, such as `(beta:!t,plan:pro)`; they must fit the adaptive schema.',
        }),
      ),
    },
    status: 200,
    reply: named(
      'SitePublishingPreview',
      Type.Object({ url: Type.String({ ...uri, 'x-secret': true }) }),
    ),
    errors: [400, 403, 404],
  },
})
