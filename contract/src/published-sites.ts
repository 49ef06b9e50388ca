import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  entriesMax,
  exactlyOne,
  foundList,
  id,
  identifier,
  named,
  paging,
  record,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'
import { lookedAt, searchSpace } from './search.ts'
import { siteCustomizationSettings } from './site-customization.ts'
import { siteStructure } from './site-structure.ts'
import { site } from './sites.ts'

export const publishedContentSite = named(
  'PublishedContentSite',
  Type.Object({
    object: constant('published-content-site'),
    site,
    structure: siteStructure,
    customizations: Type.Object({
      site: siteCustomizationSettings,
      siteSpaces: record(siteCustomizationSettings, {
        description: 'By the id of each site-space.',
      }),
    }),
    scripts: Type.Array(
      Type.Object({
        script: Type.String({ format: 'uri' }),
        contentSecurityPolicy: Type.Optional(Type.String()),
        cookies: Type.Boolean(),
      }),
      { description: 'What integrations add to the pages.' },
    ),
  }),
)
export type PublishedContentSite = Static<typeof publishedContentSite>

const siteSpaceIds = Type.Array(identifier, { minItems: 1, maxItems: entriesMax })

export const siteSearchScope = named(
  'SiteSearchScope',
  exactlyOne(
    Type.Object({
      mode: constant('default'),
      currentSiteSpace: Type.Optional(
        id('Searched too, in place of the default of its section.'),
      ),
    }),
    Type.Object({ mode: constant('specific'), siteSpaceIds }),
    Type.Object({ mode: constant('all') }),
  ),
)
export type SiteSearchScope = Static<typeof siteSearchScope>

const common = {
  tag: 'published-sites',
  caller: 'user',
  visitor: true,
  reach: 'organization',
  params: inSite,
} as const

export const publishedSiteOperations = defineOperations({
  getPublishedContentSite: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get a published site',
    description:
      'Answers all that a renderer needs to know of a site: its structure as the caller may see it, and how it looks. A site that is not published is answered as if it did not exist. External links are left out for visitors unless `externalLinks` asks for them, and for others as in `getSiteStructure`.',
    variesBy: 'User-Agent',
    query: {
      shareKey: Type.Optional(
        Type.String({
          maxLength: 256,
          description: 'For the URLs of a site that is shared by link.',
        }),
      ),
      externalLinks: Type.Optional(
        Type.Boolean({
          description:
            'With true, the structure has the external links of the site; with false, it has not.',
        }),
      ),
    },
    status: 200,
    reply: publishedContentSite,
    errors: [403, 404],
  },
  searchSiteContent: {
    ...common,
    method: 'POST',
    isRead: true,
    path: '/orgs/{organizationId}/sites/{siteId}/search',
    summary: 'Search a site',
    description: `Answers the spaces of the site that have matching pages, the one with the best page first. Only what the caller may see is searched; without a scope, the default space of every section. ${lookedAt}`,
    query: paging,
    body: Type.Object({
      query: Type.String({
        minLength: 1,
        maxLength: 512,
        pattern: '[^\\s]',
        examples: ['how to install'],
      }),
      scope: Type.Optional(siteSearchScope),
      mode: Type.Optional(
        enumeration(['specific', 'current', 'all'], {
          description: 'Use `scope`.',
          deprecated: true,
        }),
      ),
      siteSpaceIds: Type.Optional({ ...siteSpaceIds, deprecated: true }),
      siteSpaceId: Type.Optional({ ...identifier, deprecated: true }),
    }),
    status: 200,
    reply: foundList('SiteSearchSpaceList', searchSpace),
    errors: [403, 404],
  },
  prewarmSiteSearch: {
    ...common,
    method: 'POST',
    isRead: true,
    path: '/orgs/{organizationId}/sites/{siteId}/search/prewarm',
    summary: 'Prepare a search of a site',
    description:
      'Reads what a search reads before it looks for words, so that the first one is fast. Changes nothing, and is for whoever may search the site.',
    status: 204,
    errors: [403, 404],
  },
})
