import type { File } from '@lectern/contract/content.ts'
import type { DocumentPage, GroupPage, Page } from '@lectern/contract/pages.ts'

import { callerOfJob } from '#/access/caller-of-job.ts'
import {
  hasEntry,
  readInPlace,
  selectTreeInRevision,
} from '#/content-store/read/public.ts'
import { viewFile } from '#/features/writing/files/public.ts'
import {
  documentInRevision,
  revisionScene,
  viewTree,
} from '#/features/writing/pages/public.ts'
import type { Context } from '#/platform/http/context.ts'
import type { Services } from '#/platform/services.ts'

import { PdfFailure } from './pdf-failure.ts'
import { selectCover } from './pdf-queries.ts'

/** The content to print, and the user in whose name it is read. */
export interface PrintSubject {
  readonly organization_id: string
  readonly space_id: string
  readonly revision_id: string
  readonly page_id: string
  readonly is_only: boolean
  readonly asked_by: string
}

type PrintedPage = (Omit<DocumentPage, 'pages'> | Omit<GroupPage, 'pages'>) & {
  /** The level in the printed tree, 0 for the top. */
  readonly depth: number
}

/** The whole content to print except the documents of its pages. */
export interface PrintOutline {
  readonly organization: { readonly id: string; readonly title: string }
  readonly space: {
    readonly id: string
    readonly title: string
    readonly language: string | null
  }
  readonly changeRequest: { readonly number: number; readonly subject: string } | null
  readonly revision: { readonly id: string; readonly createdAt: string }
  readonly options: { readonly page: string | null; readonly only: boolean }
  readonly files: readonly File[]
  readonly pages: readonly PrintedPage[]
  readonly reusableContents: readonly { readonly id: string; readonly title: string }[]
}

/** The most pages of content that are printed: a browser would exceed its time limit with more. */
const pagesMax = 2000

/**
 * Reads the content to print as the user who asked for it: content they can no longer see is
 * missing.
 */
export async function readPrintOutline(
  services: Services,
  subject: PrintSubject,
): Promise<PrintOutline> {
  const { organization_id: organizationId, space_id: spaceId } = subject
  const context = contextOf(services, subject)
  const place = { spaceId, revisionId: subject.revision_id }
  const { revision, rows, first } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectTreeInRevision({ only: 'everything', ...shape }), of),
  )
  const { branchId } = revision
  const cover = await services.db.first(selectCover, {
    organizationId,
    spaceId,
    branchId,
  })
  if (cover === undefined) throw new Error('A space that was read has no row')
  const entries = rows.filter(hasEntry)
  const fileEpoch = first.file_epoch
  const { change_request_number: number, change_request_subject: about } = cover
  return {
    organization: { id: organizationId, title: cover.organization_title },
    space: { id: spaceId, title: cover.space_title, language: cover.language },
    changeRequest: number === null ? null : { number, subject: about ?? '' },
    revision: { id: revision.id, createdAt: revision.createdAt },
    options: {
      page: subject.page_id === '' ? null : subject.page_id,
      only: subject.is_only,
    },
    files: entries
      .filter(({ kind }) => kind === 'file')
      .map((row) => viewFile(row, services, { spaceId, branchId, fileEpoch })),
    pages: printedPages(viewTree(rows, revisionScene(context, revision)), subject),
    reusableContents: entries
      .filter(({ kind }) => kind === 'reusable-content')
      .map(({ entry_id: id, title }) => ({ id, title })),
  }
}

/** The outline and its documents as JSON, in chunks: all of the documents at once may be large. */
export async function* printJson(
  services: Services,
  subject: PrintSubject,
  outline: PrintOutline,
): AsyncGenerator<string> {
  const { pages, reusableContents, ...others } = outline
  const documentOf = documentReader(services, subject)
  // The customization is part of the format for sites; a space has none.
  yield JSON.stringify({ ...others, customization: null }).slice(0, -1)
  yield ',"pages":['
  for (const [index, page] of pages.entries()) {
    const hasBody = page.type === 'document'
    yield withDocument(index, page, hasBody ? await documentOf(page.id) : undefined)
  }
  yield '],"reusableContents":['
  for (const [index, reusable] of reusableContents.entries()) {
    yield withDocument(index, reusable, await documentOf(reusable.id))
  }
  yield ']}'
}

function withDocument(
  index: number,
  value: object,
  document: string | undefined,
): string {
  const text = JSON.stringify(value)
  const comma = index === 0 ? '' : ','
  return document === undefined
    ? comma + text
    : `${comma}${text.slice(0, -1)},"document":${document}}`
}

function documentReader(services: Services, subject: PrintSubject) {
  const context = contextOf(services, subject)
  const place = { spaceId: subject.space_id, revisionId: subject.revision_id }
  return async (entryId: string) => documentInRevision(context, place, entryId)
}

/** The requested pages in order; a hidden page only if the request names it. */
function printedPages(
  tree: readonly Page[],
  { page_id: pageId, is_only: isOnly }: PrintSubject,
): readonly PrintedPage[] {
  const found: PrintedPage[] = []
  const add = (page: Page, depth: number): void => {
    if (page.type !== 'document' && page.type !== 'group') return
    const { pages, ...shown } = page
    found.push({ ...shown, depth })
    if (isOnly) return
    for (const below of pages) if (!isHidden(below)) add(below, depth + 1)
  }
  const tops = pageId === '' ? tree.filter((page) => !isHidden(page)) : []
  const top = pageId === '' ? undefined : findPage(tree, pageId)
  for (const page of top === undefined ? tops : [top]) add(page, 0)
  if (found.length > pagesMax) throw tooManyPages(found.length)
  return found
}

function isHidden(page: Page): boolean {
  return 'hidden' in page && page.hidden
}

function findPage(tree: readonly Page[], pageId: string): Page | undefined {
  for (const page of tree) {
    if (page.id === pageId) return page
    const below = 'pages' in page ? findPage(page.pages, pageId) : undefined
    if (below !== undefined) return below
  }
  return undefined
}

function tooManyPages(pages: number): PdfFailure {
  return new PdfFailure(
    `It would be of ${pages} pages, and the most is ${pagesMax}. Ask for a part of it, with \`page\`.`,
  )
}

function contextOf(services: Services, subject: PrintSubject): Context {
  const caller = callerOfJob('pdf', {
    userId: subject.asked_by,
    organizationId: subject.organization_id,
    mayWrite: false,
  })
  return {
    ...services,
    caller,
    operationId: 'pdf',
    requestId: subject.revision_id,
    userAgent: undefined,
    address: () => '',
    isOwnPage: () => false,
    ifMatch: undefined,
    isRevalidation: false,
    idempotencyKey: undefined,
    countForSite: async () => Promise.resolve(),
    lineOfWrites: async () => Promise.resolve(subject.organization_id),
    status: 200,
    createdStatus: 200,
    serialize: JSON.stringify,
  }
}
