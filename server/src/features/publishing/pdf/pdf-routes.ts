import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { contentDisposition } from '#/features/writing/files/public.ts'
import { notFound, unauthenticated } from '#/platform/errors/api-error.ts'
import { answerMissing } from '#/platform/http/answer-missing.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { pdfFailed } from './pdf-errors.ts'
import { type OfPdf, selectPdf, takePrint } from './pdf-queries.ts'
import { isGoodPdfUrl } from './pdf-url.ts'
import { pdfKey, viewProgress } from './pdf-view.ts'
import { printJson, readPrintOutline } from './print-content.ts'
import { readPrintToken } from './print-token.ts'

interface DownloadRoute {
  readonly Params: OfPdf & { readonly signature: string }
}

interface PrintRoute {
  readonly Params: { readonly token: string }
}

const retryAfterSeconds = '2'

// Users wrote the content of a PDF, so it is no more trusted than any uploaded file.
const guards = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * Serves PDFs to readers, whose signed link is the whole authorization, and content to the
 * renderer.
 */
export function addPdfRoutes(server: FastifyInstance, services: Services): void {
  server.route<DownloadRoute>({
    method: ['GET', 'HEAD'],
    url: '/~files/~pdf/:organizationId/:pdfId/:signature',
    compress: false,
    errorHandler: answerMissing(
      'This PDF is not here',
      'Links to PDFs work for a while only. Go back to where you asked for it, and ask again.',
    ),
    handler: async (request, reply) => {
      const { signature, ...pdf } = request.params
      if (!isGoodPdfUrl(services, pdf, signature)) throw notFound('PDF', pdf.pdfId)
      return answerPdf(services, pdf, reply, request.method === 'HEAD')
    },
  })

  const isRenderer = rendererCheck(services.config)
  server.get<PrintRoute>('/~render/print/:token', async (request, reply) => {
    if (!isRenderer(request.headers.authorization)) {
      throw unauthenticated(
        'This is for the renderer of sites, which has a secret for it.',
      )
    }
    return answerPrint(services, request.params.token, reply)
  })
}

async function answerPdf(
  services: Services,
  pdf: OfPdf,
  reply: FastifyReply,
  isHead: boolean,
): Promise<FastifyReply> {
  const row = await services.db.first(selectPdf, pdf)
  if (row === undefined) throw notFound('PDF', pdf.pdfId)
  if (row.failure !== null) throw pdfFailed(row.failure)
  if (row.size_bytes === null) {
    return reply
      .status(202)
      .headers({ 'retry-after': retryAfterSeconds, 'cache-control': 'no-store' })
      .send(viewProgress(row))
  }
  const type = 'application/pdf'
  reply.headers({
    ...guards,
    'cache-control': 'private, max-age=3600',
    'content-type': type,
    'content-length': row.size_bytes,
    'content-disposition': contentDisposition(type, `${row.title}.pdf`),
  })
  if (isHead) return reply.send()
  const stored = await services.storage.get(pdfKey({ ...pdf, spaceId: row.space_id }))
  if (stored === undefined) {
    services.log.error({ pdfId: pdf.pdfId }, 'a stored PDF is missing')
    throw notFound('PDF', pdf.pdfId)
  }
  return reply.send(stored.body)
}

/**
 * Sends the content of a print. A token works once, even if the answer fails: a new attempt has a
 * new token.
 */
async function answerPrint(
  services: Services,
  token: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = readPrintToken(token)
  const subject =
    asked && (await services.db.transaction(async (tx) => tx.first(takePrint, asked)))
  if (subject === undefined) throw notFound('print', 'token')
  const outline = await readPrintOutline(services, subject)
  return reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(Readable.from(printJson(services, subject, outline)))
}
