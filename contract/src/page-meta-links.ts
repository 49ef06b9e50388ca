import { Type, type Static } from 'typebox'

import { named } from './common.ts'
import { pageRef, urlRef } from './content-refs.ts'
import { read } from './content-reads.ts'
import { defineOperations } from './operation.ts'
import { inChangeRequest, inRevision, inSpace, withPage } from './parameters.ts'

const target = named(
  'RevisionPageMetaLinkTarget',
  Type.Union([pageRef, urlRef], { description: 'A page, or an address.' }),
)

export const pageMetaLinks = named(
  'RevisionPageMetaLinks',
  Type.Object(
    {
      canonical: Type.Optional(target),
      alternates: Type.Optional(
        Type.Array(target, {
          description: 'The same page in the other languages of its section.',
        }),
      ),
    },
    {
      description:
        '`canonical` is the address where readers find the page; absent while no published site shows it.',
    },
  ),
)
export type PageMetaLinks = Static<typeof pageMetaLinks>

const common = { ...read, reply: pageMetaLinks } as const

export const pageMetaLinkOperations = defineOperations({
  listSpacePageMetaLinks: {
    ...common,
    visitor: true,
    path: '/spaces/{spaceId}/content/page/{pageId}/meta-links',
    summary: 'List the meta-links of a page',
    description:
      'Answers where readers find the page, and the same page in other languages, as far as you see them. These are what sites say in the head of the page.',
    params: { ...inSpace, ...withPage },
  },
  listRevisionPageMetaLinks: {
    ...common,
    visitor: true,
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
    summary: 'List the meta-links of a page of a revision',
    description:
      'Answers the same as for the main content: readers see no other. A page that is only in the revision has no meta-links.',
    params: { ...inRevision, ...withPage },
  },
  listChangeRequestPageMetaLinks: {
    ...common,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
    summary: 'List the meta-links of a page of a change request',
    description:
      'Answers the same as for the main content: readers see no other. A page that is only in the change request has no meta-links.',
    params: { ...inChangeRequest, ...withPage },
  },
})
