import { Type } from 'typebox'

import { bounded } from './bounded.ts'
import { enumeration, id, limitMax, paging } from './common.ts'
import { computedDocumentSource, computedRevisionSource } from './computed-sources.ts'
import {
  file,
  fileList,
  pageTree,
  reusableContent,
  revision,
  revisionSummaryList,
} from './content.ts'
import { jsonDocument } from './documents.ts'
import { defineOperations } from './operation.ts'
import { page, pageAtPath } from './pages.ts'
import {
  inRevision,
  inSpace,
  withFile,
  withPage,
  withPagePath,
  withReusableContent,
} from './parameters.ts'
import { semanticChanges } from './semantic-changes.ts'

const seedInput = Type.String({
  maxLength: 128,
  description: 'The `computedSeed` of the page; any text for the pages of a source.',
})

export const outside = {
  metadata: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'False leaves out what Git says, which can change later.',
    }),
  ),
  computed: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'False leaves computed content as it is declared.',
    }),
  ),
}

export const evaluated = Type.Optional(
  enumeration(['true', 'false', 'deterministic-only', '1', '0'], {
    default: 'false',
    description:
      'Whether expressions are replaced by their values: all of them, none, or those that are the same for every visitor.',
  }),
)

export const bodyFormat = Type.Optional(
  enumeration(['document', 'markdown'], {
    description: 'Which form of the body to answer. Both when it is left out.',
  }),
)

export const ofBody = { format: bodyFormat, evaluated, ...outside }
export const read = {
  method: 'GET',
  tag: 'content',
  caller: 'user',
  reach: 'organization',
  status: 200,
  errors: [404],
} as const

/** Reads of content that a published site shows, so its visitors may call them. */
const readOfSites = { ...read, visitor: true } as const

export const changesMax = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limitMax,
      default: 10,
      description: 'How many changes to answer.',
    }),
  ),
}

export const contentReadOperations = defineOperations({
  getCurrentRevision: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content',
    summary: 'Get the current content of a space',
    description:
      'Answers the newest revision of the main content with all of its pages, files, reusable contents and variables. Pages carry no body here.',
    params: inSpace,
    query: outside,
    reply: revision,
    versioned: true,
  },
  exportSpaceContent: {
    ...read,
    path: '/spaces/{spaceId}/content/export',
    summary: 'Export the content of a space',
    description:
      'Answers the main content as an archive (`.tar.gz`) of files with the layout of a Git repository: what an import of it reads is the same content. Pages keep their bytes; only links to what has moved since are spelled anew. An answer that ends early is no whole archive.',
    params: inSpace,
    bytes: 'application/gzip',
  },
  listPages: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/pages',
    summary: 'Get the page tree of a space',
    description: 'Answers all pages of the main content in order. They carry no body.',
    params: inSpace,
    query: outside,
    reply: pageTree,
    versioned: true,
  },
  listFiles: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/files',
    summary: 'List the files of a space',
    description: 'Answers the files of the main content by name.',
    params: inSpace,
    query: { ...paging, ...outside },
    reply: fileList,
  },
  getFileById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/files/{fileId}',
    summary: 'Get a file of a space',
    description: 'Answers one file of the main content and where to download it.',
    params: { ...inSpace, ...withFile },
    query: outside,
    reply: file,
    versioned: true,
  },
  getPageById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/page/{pageId}',
    summary: 'Get a page of a space',
    description:
      'Answers one page of the main content with its body and the pages below it, which have none. `format` has no effect on pages without a body.',
    params: { ...inSpace, ...withPage },
    query: ofBody,
    reply: page,
    versioned: true,
  },
  getPageByPath: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/path/{pagePath}',
    takesRest: true,
    summary: 'Get a page of a space by its path',
    description:
      'Answers the page or group at a path. A path that a page had before it was renamed or moved still leads to it.',
    params: { ...inSpace, ...withPagePath },
    query: ofBody,
    reply: pageAtPath,
    versioned: true,
  },
  getReusableContentById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a space',
    description: 'Answers one reusable content and which document has its body.',
    params: { ...inSpace, ...withReusableContent },
    query: outside,
    reply: reusableContent,
    versioned: true,
  },
  getDocumentById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/documents/{documentId}',
    summary: 'Get a document',
    description:
      'Answers the body of a page or reusable content as a tree of blocks. Its links lead where they led for the content that was last written with it, in the main content or else in a change request.',
    params: { ...inSpace, documentId: id('The document.') },
    query: {
      schema: Type.Optional(
        enumeration(['current', 'next'], { description: 'Both are the same today.' }),
      ),
    },
    reply: jsonDocument,
    versioned: true,
  },
  getComputedDocument: {
    ...readOfSites,
    method: 'POST',
    isRead: true,
    path: '/spaces/{spaceId}/content/computed/document',
    summary: 'Get the document of a computed page',
    description:
      'Answers the body that a page with this source and seed has, in whichever revision it has it. A seed that no page has is the document that its source gives now, or 404.',
    params: inSpace,
    query: {
      schema: Type.Optional(
        enumeration(['current', 'next'], { description: 'Both are the same today.' }),
      ),
    },
    body: Type.Object({ source: bounded(computedDocumentSource), seed: seedInput }),
    reply: jsonDocument,
    errors: [400, 404],
  },
  getComputedRevision: {
    ...readOfSites,
    method: 'POST',
    isRead: true,
    path: '/spaces/{spaceId}/content/computed/revision',
    summary: 'Get the pages that a source gives',
    description:
      'Answers the pages that are computed from the source now, whether or not the space has them. Their documents are read by their sources and seeds.',
    params: inSpace,
    body: Type.Object({ source: bounded(computedRevisionSource), seed: seedInput }),
    reply: Type.Object({
      pages: Type.Array(page),
      files: Type.Array(file),
      reusableContents: Type.Array(reusableContent),
    }),
    errors: [400, 404],
  },
  listSpaceRevisions: {
    ...read,
    path: '/spaces/{spaceId}/revisions',
    summary: 'List the revisions of a space',
    description: 'Answers the history of the main content, the newest first.',
    params: inSpace,
    query: paging,
    reply: revisionSummaryList,
  },
  getRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}',
    summary: 'Get a revision',
    description:
      'Answers the content as it was at a revision of the main content or of a change request: all pages, files, reusable contents and variables. Pages carry no body here.',
    params: inRevision,
    query: outside,
    reply: revision,
    versioned: true,
  },
  getRevisionSemanticChanges: {
    ...read,
    path: '/spaces/{spaceId}/revisions/{revisionId}/changes',
    summary: 'Get what a revision changed',
    description:
      'Answers what was created, edited, moved and deleted since the revision before, which is the first of its parents. What is beyond `limit` is counted in `more`.',
    params: inRevision,
    query: { ...changesMax, ...outside },
    reply: semanticChanges,
    versioned: true,
  },
  listPagesInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/pages',
    summary: 'Get the page tree of a revision',
    description: 'Answers all pages of the revision in order. They carry no body.',
    params: inRevision,
    query: outside,
    reply: pageTree,
    versioned: true,
  },
  listFilesInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/files',
    summary: 'List the files of a revision',
    description: 'Answers the files of the revision by name.',
    params: inRevision,
    query: { ...paging, ...outside },
    reply: fileList,
  },
  getFileInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
    summary: 'Get a file of a revision',
    description: 'Answers one file of the revision and where to download it.',
    params: { ...inRevision, ...withFile },
    query: outside,
    reply: file,
    versioned: true,
  },
  getPageInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
    summary: 'Get a page of a revision',
    description:
      'Answers one page of the revision with its body and the pages below it, which have none. With `metadata=false` the answer never changes and may be kept.',
    params: { ...inRevision, ...withPage },
    query: ofBody,
    reply: page,
    versioned: true,
  },
  getPageDocumentInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
    summary: 'Get the document of a page of a revision',
    description:
      'Answers the body of the page as a tree of blocks. It never changes and may be kept.',
    params: { ...inRevision, ...withPage },
    query: { evaluated },
    reply: jsonDocument,
    versioned: true,
  },
  getPageInRevisionByPath: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
    takesRest: true,
    summary: 'Get a page of a revision by its path',
    description:
      'Answers the page or group that was at the path in this revision. With `metadata=false` the answer never changes and may be kept.',
    params: { ...inRevision, ...withPagePath },
    query: ofBody,
    reply: pageAtPath,
    versioned: true,
  },
  getReusableContentInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a revision',
    description: 'Answers one reusable content of the revision.',
    params: { ...inRevision, ...withReusableContent },
    query: outside,
    reply: reusableContent,
    versioned: true,
  },
  getReusableContentDocumentInRevisionById: {
    ...readOfSites,
    path: '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    summary: 'Get the document of a reusable content of a revision',
    description:
      'Answers the body of the reusable content as a tree of blocks. It never changes and may be kept.',
    params: { ...inRevision, ...withReusableContent },
    query: { evaluated },
    reply: jsonDocument,
    versioned: true,
  },
})
