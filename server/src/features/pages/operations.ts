import { getDocumentById } from './get-document.ts'
import {
  getPageDocumentInRevisionById,
  getPageInRevisionById,
  getPageInRevisionByPath,
} from './get-page-in-revision.ts'
import { getPageById, getPageByPath } from './get-page.ts'
import {
  getReusableContentById,
  getReusableContentDocumentInRevisionById,
  getReusableContentInRevisionById,
} from './get-reusable-content.ts'
import { listPages, listPagesInRevisionById } from './list-pages.ts'

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
  getDocumentById,
]
