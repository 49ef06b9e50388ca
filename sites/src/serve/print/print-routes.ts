import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Assets } from '#/assets/assets.ts'
import type { Logger } from '#/serve/logging.ts'

import type { Diagrams } from '#/serve/reads/diagrams.ts'

import { embeddedDiagrams } from './print-diagrams.ts'
import { readPrintContent } from './print-content.ts'
import { renderPrint } from './print-page.tsx'
import { printedParts } from './print-parts.ts'
import { printSheet } from './print-sheet.ts'

export interface PrintOptions {
  readonly apiUrl: string
  readonly rendererSecret: string
  /** The origin of pictures, besides the renderer itself. */
  readonly filesOrigin: string
  readonly assets: Assets
  readonly diagrams: Diagrams
  readonly log: Logger
}

const assetsPath = '/~print/~assets/'
const sheetName = 'print.css'

interface TokenRoute {
  readonly Params: { readonly token: string }
}

interface AssetRoute {
  readonly Params: { readonly name: string }
}

/** Adds the routes of pages that the worker prints: each opens once, with a token of the api. */
export function addPrintRoutes(server: FastifyInstance, options: PrintOptions): void {
  const { assets, log } = options
  const styles = [...assets.styles, sheetName].map((name) => assetsPath + name)
  const guards = guardsOf(options.filesOrigin)
  const refuse = async (reply: FastifyReply, status: number, text: string) =>
    reply.status(status).headers(guards).type('text/plain').send(text)

  // A HEAD request would use up the token.
  const route = { exposeHeadRoute: false }
  server.get<TokenRoute>('/~print/:token', route, async (request, reply) => {
    try {
      const { token } = request.params
      const { apiUrl, rendererSecret } = options
      const content = await readPrintContent(apiUrl, rendererSecret, token)
      if (content === undefined) return await refuse(reply, 404, 'Nothing to print.\n')
      log.info({ pages: content.pages.length }, 'printing')
      const diagram = await embeddedDiagrams(options.diagrams, content)
      const part = await printedParts(options, content)
      const html = await renderPrint(content, styles, { diagram, part })
      return await reply.headers(guards).type('text/html; charset=utf-8').send(html)
    } catch (error) {
      log.error({ err: error }, 'could not print')
      return refuse(reply, 502, 'It could not be read. Try again in a moment.\n')
    }
  })

  server.get<AssetRoute>(`${assetsPath}:name`, async (request, reply) => {
    const { name } = request.params
    const file = assets.files.get(name)
    reply.headers({ 'x-content-type-options': 'nosniff' })
    if (name === sheetName) return reply.type('text/css; charset=utf-8').send(printSheet)
    if (file === undefined) {
      return reply.status(404).type('text/plain').send('No such file.\n')
    }
    return reply.type(file.contentType).send(file.body)
  })
}

/** The headers of a print: it runs no script, loads no foreign files, and no cache stores it. */
function guardsOf(filesOrigin: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' data: ${filesOrigin}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}
