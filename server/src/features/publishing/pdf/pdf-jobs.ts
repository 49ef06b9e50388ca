import { ApiError } from '#/platform/errors/api-error.ts'
import { enqueue, job, Stopped } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { loaderForPrint } from './load-for-print.ts'
import { PdfFailure } from './pdf-failure.ts'
import {
  beginPdf,
  completePdf,
  deleteForgottenPdf,
  failPdf,
  type OfPdf,
  putBackPdf,
  reportPdf,
  selectPdfId,
} from './pdf-queries.ts'
import { pdfKey, stepsOfPdf } from './pdf-view.ts'
import {
  type PrintOutline,
  type PrintSubject,
  readPrintOutline,
} from './print-content.ts'
import { printToPdf, type PrintedPdf, type PrintStep } from './print-to-pdf.ts'
import { newPrintToken } from './print-token.ts'

/** The time for which a PDF stays after the last request, long after its last link has expired. */
export const sweepAfterSeconds = 24 * 60 * 60

const attemptsMax = 3
const timeoutSeconds = 240
const limits = {
  timeoutMs: timeoutSeconds * 1000,
  memoryBytesMax: 2 * 1024 ** 3,
  pagesMax: 5000,
  bytesMax: 256 * 1024 ** 2,
}

/** Makes a PDF, one at a time: a browser takes more memory than the rest of the worker. */
export const makePdf = job<OfPdf>(
  'pdf.make',
  {
    retriesMax: attemptsMax - 1,
    timeoutSeconds: timeoutSeconds + 60,
    concurrencyMax: 1,
    perOrganizationMax: 1,
  },
  async ({ organizationId, pdfId }, services, stopping) => {
    const pdf = { organizationId, pdfId }
    const { token, printHash } = newPrintToken(pdf)
    const begun = await services.db.transaction(async (tx) =>
      tx.first(beginPdf, { ...pdf, printHash }),
    )
    if (begun === undefined) return
    try {
      const outline = await readPrintOutline(services, begun)
      const printed = await print(services, { pdf, token, outline, stopping })
      await store(services, { pdf, subject: begun, printed })
    } catch (error) {
      if (error instanceof Stopped) {
        await services.db.transaction(async (tx) => tx.run(putBackPdf, pdf))
        throw error
      }
      await fail(services, pdf, begun.attempts, isHidden(error) ? noLongerSeen() : error)
    }
  },
)

interface ToPrint {
  readonly pdf: OfPdf
  readonly token: string
  readonly outline: PrintOutline
  readonly stopping: AbortSignal | undefined
}

async function print(
  services: Services,
  { pdf, token, outline, stopping }: ToPrint,
): Promise<PrintedPdf> {
  const { config, db } = services
  const { SITES_URL: sitesUrl } = config
  if (sitesUrl === undefined) {
    throw new PdfFailure('This installation makes no PDFs any more.')
  }
  const { organization, space, changeRequest } = outline
  const about = changeRequest === null ? '' : ` · #${changeRequest.number}`
  return printToPdf({
    url: `${sitesUrl}/~print/${token}`,
    load: loaderForPrint(
      services,
      { sitesUrl, spaceId: space.id },
      AbortSignal.timeout(limits.timeoutMs),
    ),
    header: `${space.title}${about}`,
    footer: organization.title,
    chromium: { path: config.CHROMIUM_PATH, isSandboxed: config.CHROMIUM_SANDBOX },
    pdfinfoPath: config.PDFINFO_PATH,
    limits,
    stopping,
    onStep: async (step) => {
      const done = doneBefore[step]
      await db.transaction(async (tx) => tx.run(reportPdf, { ...pdf, done }))
    },
  })
}

const doneBefore: Record<PrintStep, number> = { loading: 1, counting: 2, printing: 3 }

interface ToStore {
  readonly pdf: OfPdf
  readonly subject: PrintSubject
  readonly printed: PrintedPdf
}

async function store(
  { db, storage }: Services,
  { pdf, subject, printed: { bytes, pages } }: ToStore,
): Promise<void> {
  const sizeBytes = bytes.length
  const key = pdfKey({ spaceId: subject.space_id, pdfId: pdf.pdfId })
  await storage.put(key, bytes, { contentType: 'application/pdf', sizeBytes })
  const completed = { ...pdf, sizeBytes, pages, done: stepsOfPdf }
  const rows = await db.transaction(async (tx) => tx.count(completePdf, completed))
  // The space of the PDF was purged while it was printed.
  if (rows === 0) await storage.delete(key)
}

function isHidden(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'not_found'
}

function noLongerSeen(): PdfFailure {
  return new PdfFailure('Whoever asked for it may no longer see what it is of.')
}

/**
 * Marks a PDF as failed, after a few more attempts if the error is no fault of the content: until
 * then it is thrown.
 */
async function fail(
  { db }: Services,
  pdf: OfPdf,
  attempts: number,
  error: unknown,
): Promise<void> {
  const isFailure = error instanceof PdfFailure
  if (!isFailure && attempts < attemptsMax) throw error
  const failure = isFailure
    ? error.message
    : `The server could not print it. Ask its operator to look for "${pdf.pdfId}" in the log.`
  await db.transaction(async (tx) => tx.run(failPdf, { ...pdf, failure }))
  if (!isFailure) throw error
}

/** Deletes a PDF that nobody has requested for a while, together with its bytes. */
export const sweepPdf = job<OfPdf & { readonly spaceId: string }>(
  'pdf.sweep',
  { retriesMax: 20 },
  async ({ organizationId, pdfId, spaceId }, { db, storage }) => {
    const pdf = { organizationId, pdfId }
    const isGone = await db.transaction(async (tx) => {
      await tx.run(deleteForgottenPdf, { ...pdf, seconds: sweepAfterSeconds })
      if ((await tx.first(selectPdfId, pdf)) === undefined) return true
      enqueue(tx, sweepPdf, { ...pdf, spaceId }, { startAfterSeconds: sweepAfterSeconds })
      return false
    })
    if (isGone) await storage.delete(pdfKey({ spaceId, pdfId }))
  },
)
