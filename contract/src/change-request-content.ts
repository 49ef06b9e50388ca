import { paging } from './common.ts'
import { changesMax, ofBody, outside, read } from './content-reads.ts'
import { file, fileList, pageTree, reusableContent, revision } from './content.ts'
import { defineOperations } from './operation.ts'
import { page, pageAtPath } from './pages.ts'
import {
  inChangeRequest,
  withFile,
  withPage,
  withPagePath,
  withReusableContent,
} from './parameters.ts'
import { semanticChanges } from './semantic-changes.ts'

const base = '/spaces/{spaceId}/change-requests/{changeRequestId}'

/** The content of a change request: its own changes over the main content that it is based on. */
export const changeRequestContentOperations = defineOperations({
  getRevisionOfChangeRequestById: {
    ...read,
    path: `${base}/content`,
    summary: 'Get the content of a change request',
    description:
      'Answers the newest revision of the change request with all of its pages, files, reusable contents and variables. Pages carry no body here. Of one that is merged, that is the last revision of its own.',
    params: inChangeRequest,
    query: outside,
    reply: revision,
    versioned: true,
  },
  listPagesInChangeRequest: {
    ...read,
    path: `${base}/content/pages`,
    summary: 'Get the page tree of a change request',
    description: 'Answers all pages of the change request in order. They carry no body.',
    params: inChangeRequest,
    query: outside,
    reply: pageTree,
    versioned: true,
  },
  listFilesInChangeRequestById: {
    ...read,
    path: `${base}/content/files`,
    summary: 'List the files of a change request',
    description: 'Answers the files of the change request by name.',
    params: inChangeRequest,
    query: { ...paging, ...outside },
    reply: fileList,
  },
  getFileInChangeRequestById: {
    ...read,
    path: `${base}/content/files/{fileId}`,
    summary: 'Get a file of a change request',
    description: 'Answers one file of the change request and where to download it.',
    params: { ...inChangeRequest, ...withFile },
    query: outside,
    reply: file,
    versioned: true,
  },
  getPageInChangeRequestById: {
    ...read,
    path: `${base}/content/page/{pageId}`,
    summary: 'Get a page of a change request',
    description:
      'Answers one page of the change request with its body and the pages below it, which have none. `format` has no effect on pages without a body.',
    params: { ...inChangeRequest, ...withPage },
    query: ofBody,
    reply: page,
    versioned: true,
  },
  getPageInChangeRequestByPath: {
    ...read,
    path: `${base}/content/path/{pagePath}`,
    takesRest: true,
    summary: 'Get a page of a change request by its path',
    description:
      'Answers the page or group at a path. A path that a page had before it was renamed or moved, in the change request or in the main content, still leads to it.',
    params: { ...inChangeRequest, ...withPagePath },
    query: ofBody,
    reply: pageAtPath,
    versioned: true,
  },
  getReusableContentInChangeRequestById: {
    ...read,
    path: `${base}/content/reusable-contents/{reusableContentId}`,
    summary: 'Get a reusable content of a change request',
    description: 'Answers one reusable content and which document has its body.',
    params: { ...inChangeRequest, ...withReusableContent },
    query: outside,
    reply: reusableContent,
    versioned: true,
  },
  getChangeRequestChanges: {
    ...read,
    path: `${base}/changes`,
    summary: 'Get what a change request changes',
    description:
      'Answers what the change request creates, edits, moves and deletes in the main content that it is up to date with. What is beyond `limit` is counted in `more`.',
    params: inChangeRequest,
    query: changesMax,
    reply: semanticChanges,
    versioned: true,
  },
})
