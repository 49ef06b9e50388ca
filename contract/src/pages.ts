import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  named,
  nestedIn,
  record,
  timestamp,
} from './common.ts'
import { computedDocumentSource, computedRevisionSource } from './computed-sources.ts'
import { assetRef, contentRef } from './content-refs.ts'
import { jsonDocument } from './documents.ts'
import { gitBlob } from './git.ts'

/** Has no limit, because it contains the whole path of a page. */
const appUrl = Type.String({ format: 'uri' })

const base = {
  id: identifier,
  title: Type.String({ minLength: 1 }),
  emoji: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String({ description: 'The name of an icon.' })),
  createdAt: Type.Optional(timestamp),
  updatedAt: Type.Optional(timestamp),
}

const flags = {
  hidden: Type.Optional(
    Type.Boolean({ description: 'Not in the navigation, but still there.' }),
  ),
  noIndex: Type.Optional(Type.Boolean({ description: 'Not found by search.' })),
  noRobotsIndex: Type.Optional(
    Type.Boolean({ description: 'Not to be indexed by search engines.' }),
  ),
}

const place = {
  slug: Type.String({ description: 'Unique among its siblings.' }),
  path: Type.String({ description: 'The slugs from the top down to the page.' }),
}

/** Names to texts; numbers and booleans become text before they are stored. */
export const variables = named('Variables', record(Type.String()))

/** What authors choose. */
export const pageLayoutSettings = Type.Object({
  width: enumeration(['default', 'wide']),
  cover: Type.Boolean(),
  coverSize: enumeration(['hero', 'full']),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
})
export type PageLayoutSettings = Static<typeof pageLayoutSettings>

export const pageLayout = named(
  'PageLayout',
  Type.Object({
    ...pageLayoutSettings.properties,
    coverMask: enumeration(['none'], { description: 'Covers are shown as they are.' }),
    tags: Type.Boolean({ description: 'Always true, though pages have no tags.' }),
    actions: Type.Boolean({ description: 'Always true: the site decides.' }),
    anchors: Type.Boolean({ description: 'Always true: headings have links.' }),
  }),
)
export type PageLayout = Static<typeof pageLayout>

export const pageCover = named(
  'PageCover',
  Type.Object({
    ref: Type.Optional(assetRef),
    refDark: Type.Optional(assetRef),
    yPos: Type.Number({ description: 'Which part of the image is seen.' }),
    height: Type.Optional(Type.Number({ description: 'In pixels, 10 to 700.' })),
  }),
)
export type PageCover = Static<typeof pageCover>

/** For clients that know tags. */
export const noTags = Type.Unsafe<never[]>({
  type: 'array',
  items: { type: 'object' },
  maxItems: 0,
  description: 'Always empty: there are no tags.',
})

const deprecatedKind = { description: 'Use `type`.', deprecated: true }

/** The pages inside a page, each with its own pages. */
function children(description: string) {
  return Type.Array(
    nestedIn<Page>('Page', {
      type: 'object',
      required: ['id', 'title', 'type'],
      properties: { id: identifier, title: base.title, type: { type: 'string' } },
      additionalProperties: true,
    }),
    { description },
  )
}

const documentFields = {
  ...base,
  ...place,
  ...flags,
  type: constant('document'),
  kind: Type.Unsafe<'sheet'>({ type: 'string', const: 'sheet', ...deprecatedKind }),
  urls: Type.Object({ app: appUrl }),
  description: Type.Optional(Type.String()),
  git: Type.Optional(gitBlob),
  layout: pageLayout,
  tags: noTags,
  cover: Type.Optional(pageCover),
  variables: Type.Optional(variables),
  documentId: Type.Optional(id('The document with its body; absent when it has none.')),
  computed: Type.Optional(computedDocumentSource),
  computedSeed: Type.Optional(Type.String()),
  markdown: Type.Optional(
    Type.String({
      description:
        'The body as it was written, except that links to what has moved since lead there. Only where a single page is read, and unless `format` asks for the document.',
    }),
  ),
  /** The body as a tree of blocks, in place of `markdown`, unless `format` asks for Markdown. */
  document: Type.Optional(jsonDocument),
}
const documentSchema = Type.Object(documentFields)

export interface DocumentPage extends Static<typeof documentSchema> {
  pages: Page[]
}

export const documentPage = named(
  'DocumentPage',
  Type.Unsafe<DocumentPage>(
    Type.Object({
      ...documentFields,
      pages: children('Pages, links and computed pages below it, in order.'),
    }),
  ),
)

const groupFields = {
  ...base,
  ...place,
  ...flags,
  type: constant('group'),
  kind: Type.Unsafe<'group'>({ type: 'string', const: 'group', ...deprecatedKind }),
}
const groupSchema = Type.Object(groupFields)

export interface GroupPage extends Static<typeof groupSchema> {
  pages: Page[]
}

export const groupPage = named(
  'GroupPage',
  Type.Unsafe<GroupPage>(
    Type.Object({
      ...groupFields,
      pages: children('Pages, links and computed pages in it, in order.'),
    }),
  ),
)

export const linkPage = named(
  'LinkPage',
  Type.Object({
    ...base,
    type: constant('link'),
    kind: Type.Unsafe<'link'>({ type: 'string', const: 'link', ...deprecatedKind }),
    target: contentRef,
    href: Type.Optional(
      Type.String({ description: 'Where it leads, for addresses outside.' }),
    ),
    hidden: flags.hidden,
  }),
)
export type LinkPage = Static<typeof linkPage>

export const computedPage = named(
  'ComputedPage',
  Type.Object({ ...base, type: constant('computed'), computed: computedRevisionSource }),
)
export type ComputedPage = Static<typeof computedPage>

export type Page = DocumentPage | GroupPage | LinkPage | ComputedPage

export const page = named(
  'Page',
  Type.Unsafe<Page>({ anyOf: [documentPage, groupPage, linkPage, computedPage] }),
)

export const pageAtPath = named(
  'PageAtPath',
  Type.Unsafe<DocumentPage | GroupPage>({ anyOf: [documentPage, groupPage] }),
)
