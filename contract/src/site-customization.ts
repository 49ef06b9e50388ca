import { Type, type Static } from 'typebox'

import { bounded } from './bounded.ts'
import { constant, enumeration, named, nullable } from './common.ts'
import {
  anchorRef,
  collectionRef,
  fileRef,
  openApiRef,
  pageRef,
  spaceRef,
} from './content-refs.ts'
import { fontDefinitionInput } from './custom-fonts.ts'
import { defineOperations } from './operation.ts'
import { inSite, ofSiteSpace } from './parameters.ts'
import { branch, complete, overrides } from './settings-tree.ts'
import { siteTitle } from './sites.ts'
import { webUrl } from './web-url.ts'

const color = Type.String({
  pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  maxLength: 7,
  examples: ['#346DDB'],
})
const themedColor = named(
  'CustomizationThemedColor',
  Type.Object({ light: color, dark: color }),
)
const themedUrl = named(
  'CustomizationThemedURL',
  Type.Object({ light: webUrl, dark: webUrl }),
)

export const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const
export const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const

const emoji = Type.String({ minLength: 1, maxLength: 50 })
const favicon = named(
  'CustomizationFavicon',
  Type.Union(
    [
      Type.Object({ icon: themedUrl }),
      Type.Object({ emoji }),
      Type.Unsafe<Record<string, never>>({
        type: 'object',
        properties: {},
        not: { anyOf: [{ required: ['icon'] }, { required: ['emoji'] }] },
      }),
    ],
    { description: 'An image, an emoji, or empty for none.' },
  ),
)

const linkTarget = named(
  'CustomizationLinkTarget',
  bounded(
    Type.Union(
      [
        fileRef,
        Type.Object({
          kind: constant('url'),
          url: Type.String({
            examples: ['https://example.com/'],
            description: 'An http or https URL.',
          }),
        }),
        pageRef,
        anchorRef,
        collectionRef,
        spaceRef,
        openApiRef,
      ],
      {
        description:
          'What readers can be led to. Of a page or anchor without a space, the space is the one that is read.',
      },
    ),
  ),
)
export type CustomizationLinkTarget = Static<typeof linkTarget>

const contentLink = named(
  'CustomizationContentLink',
  Type.Object({ title: Type.String({ maxLength: 64 }), to: linkTarget }),
)
const linksMax = 50
const groupTitle = Type.String({ maxLength: 128 })
const links = Type.Array(contentLink, { maxItems: linksMax })

const headerItem = named(
  'CustomizationHeaderItem',
  Type.Object({
    title: groupTitle,
    style: Type.Optional(enumeration(['link', 'button-primary', 'button-secondary'])),
    to: nullable(linkTarget),
    links,
    condition: Type.Optional(
      Type.String({
        maxLength: 1024,
        examples: ['visitor.claims.beta == true'],
        description:
          'An expression about the visitor; who does not meet it sees no link.',
      }),
    ),
  }),
)
const footerGroup = named(
  'CustomizationFooterGroup',
  Type.Object({ title: groupTitle, links }),
)

const announcement = named(
  'CustomizationAnnouncement',
  Type.Object({
    enabled: Type.Boolean(),
    message: Type.String({ minLength: 2, maxLength: 128 }),
    link: Type.Optional(contentLink),
    style: enumeration(['info', 'warning', 'danger', 'success']),
  }),
)

const locales = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const
const enabled = branch({ enabled: Type.Boolean() })

/** Every setting for the look and the features of a site. */
export const customizationTree = {
  title: Type.Optional(siteTitle),
  styling: branch({
    theme: enumeration(['clean', 'muted', 'bold', 'gradient']),
    primaryColor: themedColor,
    tint: Type.Optional(Type.Object({ color: themedColor })),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: enumeration(['straight', 'rounded', 'circular']),
    depth: enumeration(['subtle', 'flat']),
    links: enumeration(['default', 'accent']),
    font: Type.Union([enumeration(fonts), fontDefinitionInput]),
    monospaceFont: Type.Union([enumeration(monospaceFonts), fontDefinitionInput]),
    background: enumeration(['plain', 'match'], { deprecated: true }),
    icons: enumeration(['regular', 'solid', 'duotone', 'light', 'thin']),
    sidebar: branch({
      background: enumeration(['default', 'filled']),
      list: enumeration(['default', 'pill', 'line']),
    }),
    search: enumeration(['prominent', 'subtle']),
  }),
  internationalization: branch({
    locale: enumeration(locales, {
      deprecated: true,
      description: 'Used where a space has no language of its own.',
    }),
  }),
  favicon,
  header: branch({
    preset: enumeration(['default', 'bold', 'contrast', 'custom', 'none']),
    logo: Type.Optional(themedUrl),
    backgroundColor: Type.Optional(themedColor),
    linkColor: Type.Optional(themedColor),
    links: Type.Array(headerItem, { maxItems: linksMax }),
  }),
  footer: branch({
    logo: Type.Optional(themedUrl),
    groups: Type.Array(footerGroup, { maxItems: 20 }),
    copyright: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  announcement: Type.Optional(announcement),
  themes: branch({ default: enumeration(['light', 'dark']), toggeable: Type.Boolean() }),
  pdf: enabled,
  feedback: enabled,
  ai: branch({ mode: enumeration(['none', 'search', 'assistant']) }),
  advancedCustomization: enabled,
  git: branch({ showEditLink: Type.Boolean() }),
  pageActions: branch({
    externalAI: Type.Boolean(),
    markdown: Type.Boolean(),
    mcp: Type.Boolean(),
  }),
  externalLinks: branch({ target: enumeration(['self', 'blank']) }),
  pagination: enabled,
  trademark: enabled,
  privacyPolicy: branch({ url: Type.Optional(webUrl) }),
  socialPreview: branch({ url: Type.Optional(webUrl) }),
  insights: branch({ trackingCookie: Type.Boolean() }),
}

export const siteCustomizationChoices = complete(customizationTree)
export type SiteCustomizationChoices = Static<typeof siteCustomizationChoices>

const codeTheme = Type.Object({
  light: constant('default-light'),
  dark: constant('default-dark'),
})
const pageActionItems = ['external-ai', 'markdown', 'mcp', 'git', 'pdf'] as const
const themeName = Type.String({ maxLength: 64 })
const themedName = Type.Object({
  light: Type.Optional(themeName),
  dark: Type.Optional(themeName),
})

/** What can be sent: the choices, and the rest of an answer as it was answered. */
const inputTree = {
  ...customizationTree,
  styling: branch({
    ...customizationTree.styling.branch,
    codeTheme: Type.Optional(
      Type.Object(
        { default: Type.Optional(themedName), openapi: Type.Optional(themedName) },
        { description: 'As it is answered: it cannot be chosen yet.' },
      ),
    ),
  }),
  pageActions: branch({
    ...customizationTree.pageActions.branch,
    items: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 20,
        description:
          'As it is answered before or after the change: choose with the other settings.',
      }),
    ),
  }),
  socialAccounts: Type.Optional(
    Type.Array(
      Type.Object({
        platform: Type.Optional(Type.String({ maxLength: 64 })),
        handle: Type.Optional(Type.String({ maxLength: 512 })),
        display: Type.Optional(
          Type.Object({
            footer: Type.Optional(Type.Boolean()),
            header: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
      { maxItems: linksMax, description: 'Empty: there are none yet.' },
    ),
  ),
}

const siteCustomizationInput = named('SiteCustomizationChoices', complete(inputTree))

const { properties: chosen } = siteCustomizationChoices

/** What is chosen, and what follows from it or is the same for all sites. */
export const siteCustomizationSettings = named(
  'SiteCustomizationSettings',
  Type.Object({
    ...chosen,
    styling: Type.Object({
      ...chosen.styling.properties,
      codeTheme: Type.Object(
        { default: codeTheme, openapi: codeTheme },
        { description: 'The same for all sites.' },
      ),
    }),
    pageActions: Type.Object({
      ...chosen.pageActions.properties,
      items: Type.Array(enumeration(pageActionItems), {
        description: 'What of this, of `git` and of `pdf` is switched on.',
      }),
    }),
    socialAccounts: Type.Unsafe<never[]>({
      type: 'array',
      items: { type: 'object' },
      maxItems: 0,
      description: 'Always empty: sites link to them in their header and footer.',
    }),
  }),
)
export type SiteCustomizationSettings = Static<typeof siteCustomizationSettings>

export const siteCustomizationOverrides = named(
  'SiteCustomizationOverrides',
  overrides(inputTree),
)
export type SiteCustomizationOverrides = Static<typeof siteCustomizationOverrides>

const bodyBytesMax = 256 * 1024
const common = { tag: 'site-settings', caller: 'user', reach: 'organization' } as const
const unmasked = Type.Optional(
  Type.Boolean({ deprecated: true, description: 'Makes no difference.' }),
)

export const siteCustomizationOperations = defineOperations({
  getSiteCustomizationById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Get the customization of a site',
    description:
      'Answers every setting; those that nobody has made yet have their defaults.',
    params: inSite,
    query: { unmasked },
    status: 200,
    reply: siteCustomizationSettings,
    versioned: true,
    errors: [403, 404],
  },
  updateSiteCustomizationById: {
    ...common,
    method: 'PUT',
    path: '/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Replace the customization of a site',
    description:
      'Takes all settings; an optional one that is left out is unset. Links lead to http and https addresses and to spaces of the organization, and fonts are named ones or fonts of the organization. Needs the admin role.',
    params: inSite,
    body: siteCustomizationInput,
    bodyBytesMax,
    status: 200,
    reply: siteCustomizationSettings,
    conditional: true,
    errors: [400, 403, 404],
  },
  getSiteSpaceCustomizationById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Get the customization of a site-space',
    description:
      'Answers every setting as it counts for this site-space: its own where it has one, that of the site otherwise.',
    params: ofSiteSpace,
    query: { unmasked },
    status: 200,
    reply: siteCustomizationSettings,
    versioned: true,
    errors: [403, 404],
  },
  overrideSiteSpaceCustomizationById: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Override the customization for a site-space',
    description:
      'Settings that are given count for this site-space in place of those of the site; null goes back to the site. Needs the admin role.',
    params: ofSiteSpace,
    body: siteCustomizationOverrides,
    bodyBytesMax,
    status: 200,
    reply: siteCustomizationSettings,
    conditional: true,
    errors: [400, 403, 404],
  },
  deleteSiteSpaceCustomizationById: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Remove the overrides of a site-space',
    description:
      'The settings of the site count again. A site-space without overrides is left as it is.',
    params: ofSiteSpace,
    status: 204,
    conditional: true,
    errors: [403],
  },
})
