import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  named,
  nestedIn,
  nullable,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inSite } from './parameters.ts'
import { space } from './spaces.ts'
import { webUrl } from './web-url.ts'

export const siteStructureLimits = {
  sectionsMax: 100,
  groupsMax: 50,
  externalLinksMax: 100,
  siteSpacesMax: 200,
  /** The limit of nested groups. */
  groupDepthMax: 5,
} as const

export const siteIcon = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'The name of an icon.',
})

export const siteCondition = nullable(
  Type.String({
    maxLength: 1024,
    examples: ['visitor.claims.beta == true'],
    description:
      'An expression about the visitor, such as `visitor.claims.beta == true`; only those for whom it holds see this. Null or empty: everybody.',
  }),
)

/** One segment of a URL. */
export function sitePath(description: string) {
  return Type.String({ minLength: 1, maxLength: 100, description })
}

const condition = Type.Optional(
  Type.String({ maxLength: 1024, description: 'Who sees it; absent for everybody.' }),
)

const draft = Type.Boolean({
  description: 'Always false: every part of a site is live.',
})

const published = Type.Object({
  published: Type.Optional({
    ...uri,
    description: 'Where readers find it; absent while the site is not published.',
  }),
})

export const siteSpace = named(
  'SiteSpace',
  Type.Object({
    object: constant('site-space'),
    id: identifier,
    path: sitePath('What its URLs begin with, unless it is the default.'),
    section: Type.Optional(id('The section it is in, on a site with sections.')),
    space,
    title: Type.String({ description: 'The title of the space.' }),
    default: Type.Optional(
      Type.Boolean({
        description: 'Whether readers of its section or site see it first.',
      }),
    ),
    condition,
    draft,
    hasAdvancedCustomizationFeature: Type.Optional(Type.Boolean()),
    urls: published,
  }),
)
export type SiteSpace = Static<typeof siteSpace>

export const sectionTitle = Type.String({ minLength: 2, maxLength: 128 })
export const sectionDescription = Type.String({ maxLength: 256 })

export const siteSection = named(
  'SiteSection',
  Type.Object({
    object: constant('site-section'),
    id: identifier,
    title: sectionTitle,
    description: Type.Optional(sectionDescription),
    default: Type.Optional(
      Type.Boolean({ description: 'Whether readers of the site see it first.' }),
    ),
    path: sitePath('What its URLs begin with, unless it is the default.'),
    condition,
    draft,
    sectionGroup: Type.Optional(id('The group it is in.')),
    siteSpaces: Type.Array(siteSpace, { description: 'Its variants, in order.' }),
    urls: published,
    icon: Type.Optional(siteIcon),
  }),
)
export type SiteSection = Static<typeof siteSection>

export const siteExternalLink = named(
  'SiteExternalLink',
  Type.Object({
    object: constant('site-external-link'),
    id: identifier,
    title: sectionTitle,
    description: Type.Optional(sectionDescription),
    icon: Type.Optional(siteIcon),
    url: webUrl,
    sectionGroup: Type.Optional(id('The group it is in.')),
    draft: Type.Boolean({ description: 'Whether readers do not see it yet.' }),
    condition,
  }),
)
export type SiteExternalLink = Static<typeof siteExternalLink>

export const groupTitle = Type.String({ minLength: 1, maxLength: 100 })

const groupFields = {
  object: constant('site-section-group'),
  id: identifier,
  title: groupTitle,
  sectionGroup: Type.Optional(id('The group it is in.')),
  sections: Type.Array(siteSection, {
    description: 'The sections directly in it. Use `children`.',
    deprecated: true,
  }),
  draft,
  icon: Type.Optional(siteIcon),
}
const groupSchema = Type.Object(groupFields)

export interface SiteSectionGroup extends Static<typeof groupSchema> {
  children: SiteSectionOrGroup[]
}
export type SiteSectionOrGroup = SiteSection | SiteSectionGroup | SiteExternalLink

export const siteSectionGroup = named(
  'SiteSectionGroup',
  Type.Unsafe<SiteSectionGroup>(
    Type.Object({
      ...groupFields,
      children: Type.Array(
        nestedIn<SiteSectionOrGroup>('SiteSectionOrGroup', {
          type: 'object',
          required: ['object', 'id', 'title'],
          properties: {
            object: { type: 'string' },
            id: identifier,
            title: { type: 'string' },
          },
          additionalProperties: true,
        }),
        { description: 'The sections, groups and links directly in it, in order.' },
      ),
    }),
  ),
)

export const siteSectionOrGroup = named(
  'SiteSectionOrGroup',
  Type.Unsafe<SiteSectionOrGroup>({
    anyOf: [siteSection, siteSectionGroup, siteExternalLink],
  }),
)

export type SiteStructure =
  | { type: 'sections'; structure: SiteSectionOrGroup[] }
  | { type: 'siteSpaces'; structure: SiteSpace[] }

export const siteStructure = named(
  'SiteStructure',
  Type.Unsafe<SiteStructure>({
    anyOf: [
      Type.Object({
        type: constant('sections'),
        structure: Type.Array(siteSectionOrGroup),
      }),
      Type.Object({ type: constant('siteSpaces'), structure: Type.Array(siteSpace) }),
    ],
  }),
)

export type SiteStructureItem = SiteSpace | SiteSectionOrGroup

const siteStructureItem = named(
  'SiteStructureItem',
  Type.Unsafe<SiteStructureItem>({
    anyOf: [siteSpace, siteSection, siteSectionGroup, siteExternalLink],
  }),
)

export const siteStructureItemTypes = [
  'site-space',
  'site-section',
  'site-section-group',
  'site-external-link',
] as const

const itemPointer = Type.Object({
  type: enumeration(siteStructureItemTypes),
  id: id('The site-space, section, group or external link.'),
})
export type SiteStructurePointer = Static<typeof itemPointer>

export const positionDescription =
  'Right before one, right after one, or between two neighbours. Without either, at the end of where it is.'

export const shareKey = Type.Optional(
  Type.String({
    maxLength: 256,
    description:
      'The key of a share link, for the URLs of a site that is shared by link.',
  }),
)

/** What clients may send of parts that are live, begin with their first page and are all shown. */
export const livePart = {
  draft: Type.Optional(
    Type.Boolean({ description: 'There are no drafts of parts: true is refused.' }),
  ),
}

export const liveSiteSpace = {
  ...livePart,
  pageId: Type.Optional(
    nullable(
      id('A site-space begins with the first page of its space: any other is refused.'),
    ),
  ),
}

/** Said by operations whose answers leave external links out for some callers. */
export const linksForClients =
  'External links are left out for a client that calls itself `@gitbook/api/` and a version below 0.202.0 in `User-Agent`, because it cannot read them.'

export const siteStructureOperations = defineOperations({
  getSiteStructure: {
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/structure',
    tag: 'site-structure',
    summary: 'Get the structure of a site',
    description: `Answers what the site consists of, in order: its sections, groups and external links, or its site-spaces while it has no section. Spaces in the trash, and those you may not see, are left out. ${linksForClients}`,
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    query: { shareKey },
    status: 200,
    reply: siteStructure,
    errors: [403, 404],
  },
  sortSiteStructure: {
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/structure/sort',
    tag: 'site-structure',
    summary: 'Move a part of a site',
    description: `Moves a site-space, section, group or external link next to another, also into another section or group. Sections, groups and links stand in one order; site-spaces stand among their like. ${linksForClients}`,
    variesBy: 'User-Agent',
    caller: 'user',
    reach: 'organization',
    params: inSite,
    body: Type.Object({
      item: itemPointer,
      position: Type.Object(
        { before: Type.Optional(itemPointer), after: Type.Optional(itemPointer) },
        { description: positionDescription },
      ),
    }),
    status: 200,
    reply: siteStructureItem,
    errors: [400, 403, 404],
  },
})
