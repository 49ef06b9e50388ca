import { Type, type Static } from 'typebox'

import { changeRequest } from './change-requests.ts'
import { collection } from './collections.ts'
import { constant, enumeration, list, named, paging } from './common.ts'
import { contentRef } from './content-refs.ts'
import { file, reusableContent, revision } from './content.ts'
import { defineOperations } from './operation.ts'
import { organization } from './organizations.ts'
import { page } from './pages.ts'
import { inChangeRequest, inSpace, withFile, withPage } from './parameters.ts'
import { space } from './spaces.ts'
import { user } from './users.ts'

const versionContext = Type.Optional(
  Type.Union(
    [
      Type.Object({ type: constant('revision'), revision }),
      Type.Object({ type: constant('changeRequest'), changeRequest }),
    ],
    {
      description:
        'In which state of the content. The revision has no pages, files and reusable contents here, and the change request no description, so that answers stay small.',
    },
  ),
)

export const contentLocation = named(
  'ContentLocation',
  Type.Union(
    [
      Type.Object({ kind: constant('file'), organization, space, versionContext, file }),
      Type.Object({
        kind: constant('url'),
        url: Type.String(),
      }),
      Type.Object({
        kind: constant('page'),
        organization,
        space,
        page,
        versionContext,
        internalLocation: Type.Optional(
          Type.Union([
            Type.Object({ type: constant('anchor'), anchor: Type.String() }),
            Type.Object({ type: constant('node'), node: Type.String() }),
          ]),
        ),
      }),
      Type.Object({ kind: constant('user'), user }),
      Type.Object({ kind: constant('collection'), organization, collection }),
      Type.Object({ kind: constant('space'), organization, space }),
      Type.Object({
        kind: constant('reusable-content'),
        organization,
        space,
        versionContext,
        reusableContent,
      }),
    ],
    { description: 'Something that links lead to or stand in. Pages come alone.' },
  ),
)
export type ContentLocation = Static<typeof contentLocation>

const linkStatuses = ['ok', 'broken', 'in-app'] as const
export type LinkStatus = (typeof linkStatuses)[number]

const status = enumeration(linkStatuses, {
  description:
    '`broken`: the target is not there. `in-app`: an address of the app itself. Other addresses are not fetched, and are `ok`.',
})

export const contentLink = named(
  'ContentLink',
  Type.Object({
    status,
    relation: enumeration(['reference', 'dependsOn'], {
      description:
        '`dependsOn`: the content would lack a part of itself without the target.',
    }),
    /** A broken path is given from the top of the space. */
    reference: contentRef,
    targetReference: Type.Optional(contentLocation),
    locationReferences: Type.Array(contentLocation, {
      description:
        'The pages and reusable contents that link to it: the first hundred, fewer where `limit` is over 50.',
    }),
    locationCount: Type.Integer({
      minimum: 1,
      description: 'How many pages and reusable contents link to it.',
    }),
  }),
)
export type ContentLink = Static<typeof contentLink>

const linkStats = named(
  'ContentLinkStats',
  Type.Object(
    {
      total: Type.Integer({ minimum: 0 }),
      broken: Type.Object({
        total: Type.Integer({ minimum: 0 }),
        changeRequest: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'Only in a change request: those that are not broken without it.',
          }),
        ),
      }),
    },
    { description: 'Counts of targets, whatever `status` was asked for.' },
  ),
)

const linkList = (() => {
  const { properties } = list('ContentLinkList', contentLink)
  return named('ContentLinkList', Type.Object({ ...properties, stats: linkStats }))
})()

const backlinkList = list('ContentLocationList', contentLocation)

const read = {
  method: 'GET',
  tag: 'links',
  caller: 'user',
  reach: 'organization',
  status: 200,
  errors: [404],
} as const

const ofLinks = { ...paging, status: Type.Optional(status) }

const brokenContexts = ['change-request', 'space'] as const
export type BrokenContext = (typeof brokenContexts)[number]

const brokenContext = enumeration(brokenContexts, {
  description:
    'Only what is broken, and either not without the change request (`change-request`) or without it too (`space`).',
})

const changeRequestPath = '/spaces/{spaceId}/change-requests/{changeRequestId}'

const seen =
  'Whether a target is there is looked up anew for each answer, and so is an anchor on a page that you may see. `targetReference` is absent when the target is broken or not yours to see.'

export const linkOperations = defineOperations({
  listSpaceLinks: {
    ...read,
    path: '/spaces/{spaceId}/links',
    summary: 'List the links of a space',
    description: `Answers everything that the main content links to, once each, with where the links stand. ${seen}`,
    params: inSpace,
    query: ofLinks,
    reply: linkList,
  },
  listChangeRequestLinks: {
    ...read,
    path: `${changeRequestPath}/links`,
    summary: 'List the links of a change request',
    description: `Answers everything that the content of a change request links to, once each, with where the links stand: its own changes and all that it leaves as it is; what it deletes is broken wherever it is linked to. ${seen}`,
    params: inChangeRequest,
    query: { ...ofLinks, brokenContext: Type.Optional(brokenContext) },
    reply: linkList,
  },
  listPageLinksInSpace: {
    ...read,
    path: '/spaces/{spaceId}/content/page/{pageId}/links',
    summary: 'List the links of a page',
    description: `Answers everything that one page of the main content links to, once each. ${seen}`,
    params: { ...inSpace, ...withPage },
    query: ofLinks,
    reply: linkList,
  },
  listPageLinksInChangeRequest: {
    ...read,
    path: `${changeRequestPath}/content/page/{pageId}/links`,
    summary: 'List the links of a page in a change request',
    description: `Answers everything that one page of a change request links to, once each. ${seen}`,
    params: { ...inChangeRequest, ...withPage },
    query: ofLinks,
    reply: linkList,
  },
  listSpacePageBacklinks: {
    ...read,
    path: '/spaces/{spaceId}/content/page/{pageId}/backlinks',
    summary: 'List what links to a page',
    description:
      'Answers the other pages and the reusable contents that link to the page or to a place on it, in all spaces of the organization that you can see.',
    params: { ...inSpace, ...withPage },
    query: paging,
    reply: backlinkList,
  },
  listChangeRequestPageBacklinks: {
    ...read,
    path: `${changeRequestPath}/content/page/{pageId}/backlinks`,
    summary: 'List what links to a page in a change request',
    description:
      'Answers the other pages and the reusable contents that link to the page or to a place on it: of this space those of the change request, of the other spaces that you can see those of their main content.',
    params: { ...inChangeRequest, ...withPage },
    query: paging,
    reply: backlinkList,
  },
  listSpaceFileBacklinks: {
    ...read,
    path: '/spaces/{spaceId}/content/files/{fileId}/backlinks',
    summary: 'List what uses a file',
    description:
      'Answers the pages and reusable contents that show the file, link to it, or have it as their cover.',
    params: { ...inSpace, ...withFile },
    query: paging,
    reply: backlinkList,
  },
  listChangeRequestFileBacklinks: {
    ...read,
    path: `${changeRequestPath}/content/files/{fileId}/backlinks`,
    summary: 'List what uses a file in a change request',
    description:
      'Answers the pages and reusable contents of the change request that show the file, link to it, or have it as their cover.',
    params: { ...inChangeRequest, ...withFile },
    query: paging,
    reply: backlinkList,
  },
})
