import { Type, type Static } from 'typebox'

import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { anyUri, enumeration, id, identifier, named, uri } from './common.ts'
import { defineOperations } from './operation.ts'
import { pageAtPath } from './pages.ts'
import { siteVisibility } from './sites.ts'
import { space } from './spaces.ts'

/** The bytes, as JSON, of what visitors say of themselves: renderers send far fewer. */
export const unsignedClaimsBytesMax = 4096

/** Has no limit, because it contains the whole path of a page. */

export const siteVisitor = named(
  'SiteVisitorPayload',
  Type.Object({
    jwtToken: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: 'A JSON Web Token, signed with the key of the site (HS256).',
      }),
    ),
    memberToken: Type.Optional(
      Type.String({
        maxLength: 128,
        description:
          'What a renderer of this installation was given for a member who signed in, on a site for members.',
      }),
    ),
    unsignedClaims: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        maxProperties: 100,
        description: `What the visitor says of themselves, at most ${unsignedClaimsBytesMax} bytes as JSON.`,
      }),
    ),
  }),
)

const publishedContent = Type.Object({
  organization: identifier,
  site: identifier,
  siteSection: Type.Optional(identifier),
  siteSpace: identifier,
  space: identifier,
  changeRequest: Type.Optional(id('The change request that is previewed.')),
  revision: Type.Optional(
    id('The revision to read, where a preview is not of the head.'),
  ),
  pathname: Type.String({ description: 'The path inside the space, from `/` on.' }),
  basePath: Type.String({
    description: 'Where the space begins in the path of the URL.',
  }),
  siteBasePath: Type.String({
    description: 'Where the site begins in the path of the URL.',
  }),
  canonicalUrl: anyUri,
  apiToken: Type.String({
    description:
      'Reads what this visitor may see of the site, for an hour at least, but no longer than the token they were let in with. Equal for visitors who see the same for as long.',
  }),
  complete: Type.Boolean({
    description: 'Whether no section or space can be named behind the URL any more.',
  }),
  shareKey: Type.Optional(Type.String()),
  contextId: Type.Optional(
    Type.String({
      description: 'Equal for visitors who see the same; only with claims.',
    }),
  ),
  head: id('The newest revision of the space.'),
  epoch: Type.Integer({
    description: 'Raised by every change of what readers may see of the site.',
  }),
  audience: Type.String({
    description: 'Equal for visitors who see the same; empty without claims.',
  }),
  visibility: siteVisibility,
  preview: Type.Boolean({ description: 'Whether a preview link opened it.' }),
  reader: Type.Optional(
    id(
      'Equal for what one member reads after one sign-in: the URLs of files are theirs alone.',
    ),
  ),
})

const publishedRedirect = Type.Object({
  target: enumeration(['application', 'content', 'external']),
  redirect: anyUri,
  permanent: Type.Optional(
    Type.Boolean({ description: 'Whether the old address is given up for good.' }),
  ),
  signIn: Type.Optional(
    id(
      'The site whose members sign in where it leads; the renderer adds the address to come back to.',
    ),
  ),
})

export const publishedContentLookup = named(
  'PublishedSiteContentLookup',
  Type.Unsafe<Static<typeof publishedContent> | Static<typeof publishedRedirect>>({
    anyOf: [publishedContent, publishedRedirect],
  }),
)
export type PublishedContentLookup = Static<typeof publishedContentLookup>

const lookup = {
  path: '/urls/published',
  tag: 'urls',
  caller: 'anyone',
  visitor: true,
  reach: 'public',
  limitedBy: 'site',
  isPrivate: true,
  status: 200,
  reply: publishedContentLookup,
  errors: [404],
} as const

const url = Type.String({ ...uri, description: 'As a reader sees it.' })

const contentByUrl = named(
  'ContentByUrl',
  Type.Union([
    Type.Object({ collection }),
    Type.Object({
      space,
      changeRequest: Type.Optional(changeRequest),
      page: Type.Optional(pageAtPath),
    }),
  ]),
)
export type ContentByUrl = Static<typeof contentByUrl>

export const urlOperations = defineOperations({
  resolvePublishedContentByUrl: {
    ...lookup,
    method: 'POST',
    isRead: true,
    bodyBytesMax: 64 * 1024,
    summary: 'Find what a published URL shows',
    description:
      'Answers which space of which site a URL leads to and a token to read it, or where to go instead. What a visitor may not see is answered as if it did not exist.',
    body: Type.Object({
      url,
      redirectOnError: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Whether visitors who are not let in are sent to where the site signs them in.',
        }),
      ),
      visitor: Type.Optional(siteVisitor),
    }),
  },
  getPublishedContentByUrl: {
    ...lookup,
    method: 'GET',
    summary: 'Find what a published URL shows, by query',
    description:
      'Use the POST on this path. This does the same, with the token in the query, where it is seen by whoever reads logs.',
    deprecated: { since: '2026-11-15' },
    query: {
      url,
      visitorAuthToken: Type.Optional(Type.String({ maxLength: 8192 })),
      redirectOnError: Type.Optional(Type.Boolean({ default: false })),
    },
  },
  getContentByUrl: {
    method: 'GET',
    path: '/urls/content',
    tag: 'urls',
    caller: 'user',
    reach: 'account',
    summary: 'Find what a URL of the app shows',
    description:
      'Answers the space, change request and page behind a URL of the web app or of a published site.',
    query: { url },
    status: 200,
    reply: contentByUrl,
    errors: [404],
  },
})
