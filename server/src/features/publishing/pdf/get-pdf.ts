import type { PDFLink } from '@lectern/contract/pdf.ts'

import { selectHead, selectPlace } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  hasPage,
  readInPlace,
  readInSpace,
  selectEntryInRevision,
} from '#/content-store/read/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { onlyWithoutPage, pdfsNotSetUp, tooManyPdfs } from './pdf-errors.ts'
import { makePdf, sweepAfterSeconds, sweepPdf } from './pdf-jobs.ts'
import { countUnfinished, insertPdf, type PdfSubject, restartPdf } from './pdf-queries.ts'
import { pdfUrl } from './pdf-url.ts'

/** The most unfinished PDFs of an organization, so that none keeps the others waiting for ever. */
const unfinishedMax = 50

export const getSpacePDF = operation(
  'getSpacePDF',
  async ({ params: { spaceId }, query }, context) => {
    const { first } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectHead, of),
    )
    const place = { spaceId, revisionId: first.head_revision_id }
    return linkToPdf(context, place, query)
  },
)

export const getChangeRequestPDF = operation(
  'getChangeRequestPDF',
  async ({ params, query }, context) => {
    const { revision } = await readInPlace(context, params, async (shape, of) =>
      context.db.many(selectPlace(shape), of),
    )
    const place = { spaceId: params.spaceId, revisionId: revision.id }
    return linkToPdf(context, place, query)
  },
)

interface Part {
  readonly page?: string
  readonly only?: boolean
}

type RevisionPlace = Extract<ContentPlace, { readonly revisionId: string }>

/** The link to the PDF of a revision; the first request for it starts the job that makes it. */
async function linkToPdf(
  context: Context,
  place: RevisionPlace,
  { page: pageId = '', only: isOnly = false }: Part,
): Promise<PDFLink> {
  if (isOnly && pageId === '') throw onlyWithoutPage()
  const organizationId = await requirePage(context, place, pageId)
  if (context.config.SITES_URL === undefined) throw pdfsNotSetUp()
  const subject = { organizationId, ...place, pageId, isOnly }
  const askedBy = context.caller.userId
  const pdfId = await context.db.transaction(async (tx) =>
    askForPdf(tx, subject, askedBy),
  )
  return { url: pdfUrl(context, { organizationId, pdfId }) }
}

/** The organization of the space, once the page is known to exist. */
async function requirePage(
  context: Context,
  place: RevisionPlace,
  pageId: string,
): Promise<string> {
  if (pageId === '') {
    const { organizationId } = await readInPlace(context, place, async (shape, of) =>
      context.db.many(selectPlace(shape), of),
    )
    return organizationId
  }
  const { organizationId, first } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectEntryInRevision({ variables: false, ...shape }), {
      ...of,
      entryId: pageId,
    }),
  )
  const isPrintable =
    hasPage(first) && (first.kind === 'document' || first.kind === 'group')
  if (!isPrintable) throw notFound('page', pageId)
  return organizationId
}

async function askForPdf(
  tx: Transaction,
  subject: PdfSubject,
  askedBy: string,
): Promise<string> {
  const { organizationId } = subject
  const asked = await tx.first(insertPdf, { ...subject, pdfId: newId(), askedBy })
  if (asked === undefined) throw new Error('The PDF was not inserted')
  const pdf = { organizationId, pdfId: asked.id }
  if (asked.is_new) {
    enqueue(
      tx,
      sweepPdf,
      { ...pdf, spaceId: subject.spaceId },
      {
        startAfterSeconds: sweepAfterSeconds,
      },
    )
  } else if ((await tx.first(restartPdf, { ...pdf, askedBy })) === undefined) {
    return asked.id
  }
  const rowsMax = unfinishedMax + 1
  const unfinished = await tx.first(countUnfinished, { organizationId, rowsMax })
  if ((unfinished?.count ?? 0) > unfinishedMax) throw tooManyPdfs(unfinishedMax)
  enqueue(tx, makePdf, pdf)
  return asked.id
}
