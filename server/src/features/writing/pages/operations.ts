import { getComputedDocument, getComputedRevision } from './get-computed.ts'
import { getDocumentById } from './get-document.ts'
import {
  getPageDocumentInRevisionById,
  getPageInChangeRequestById,
  getPageInChangeRequestByPath,
  getPageInRevisionById,
  getPageInRevisionByPath,
} from './get-page-in-revision.ts'
import { getPageById, getPageByPath } from './get-page.ts'
import {
  getReusableContentById,
  getReusableContentDocumentInRevisionById,
  getReusableContentInChangeRequestById,
  getReusableContentInRevisionById,
} from './get-reusable-content.ts'
import {
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
} from './list-pages.ts'

export const pageOperations = [
  listPages,
  getPageById,
  getPageByPath,
  listPagesInRevisionById,
  getPageInRevisionById,
  getPageDocumentInRevisionById,
  getPageInRevisionByPath,
  getReusableContentById,
  getReusableContentInRevisionById,
  getReusableContentDocumentInRevisionById,
  listPagesInChangeRequest,
  getPageInChangeRequestById,
  getPageInChangeRequestByPath,
  getReusableContentInChangeRequestById,
  getDocumentById,
  getComputedDocument,
  getComputedRevision,
]
