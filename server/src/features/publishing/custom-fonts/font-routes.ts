import type { FastifyInstance, FastifyReply } from 'fastify'

import { notFound, unauthenticated } from '#/platform/errors/api-error.ts'
import { rendererCheck } from '#/platform/http/renderer-secret.ts'
import type { Services } from '#/platform/services.ts'

import { selectFontFile } from './custom-font-queries.ts'
import { fontKey, isGoodFontUrl, type OfFontFile } from './font-url.ts'

interface FontRoute {
  readonly Params: SignedFile
}
type SignedFile = OfFontFile & { readonly signature: string }

// Headers of fonts, which strangers upload: nothing takes one for anything else.
const guards = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'referrer-policy': 'no-referrer',
}

/** Serves the URLs that `fontUrl` makes. A file never changes, so caches need not ask again. */
export function addFontRoutes(server: FastifyInstance, services: Services): void {
  server.route<FontRoute>({
    method: ['GET', 'HEAD'],
    url: '/~files/~fonts/:organizationId/:fileId/:signature',
    compress: false,
    handler: async ({ params, method }, reply) =>
      answer(services, params, reply, method === 'HEAD'),
  })
}

/** Serves the same to renderers, who pass fonts on to all readers and are not counted. */
export function addRendererFonts(server: FastifyInstance, services: Services): void {
  const isRenderer = rendererCheck(services.config)
  server.get<FontRoute>(
    '/~render/fonts/:organizationId/:fileId/:signature',
    { compress: false, exposeHeadRoute: false },
    async ({ params, headers }, reply) => {
      if (!isRenderer(headers.authorization)) {
        throw unauthenticated(
          'This is for the renderer of sites, which has a secret for it.',
        )
      }
      return answer(services, params, reply, false)
    },
  )
}

async function answer(
  services: Services,
  { signature, ...file }: SignedFile,
  reply: FastifyReply,
  // oxlint-disable-next-line max-params -- what serves, which file, to whom, and whether without its bytes
  isHead: boolean,
): Promise<FastifyReply> {
  const row = isGoodFontUrl(services, file, signature)
    ? await services.db.first(selectFontFile, file)
    : undefined
  if (row === undefined) throw notFound('font file', file.fileId)
  const headers = {
    ...guards,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': `font/${row.format}`,
    'content-length': row.size,
  }
  if (isHead) return reply.headers(headers).send()
  const stored = await services.storage.get(fontKey(file))
  if (stored?.sizeBytes === row.size) return reply.headers(headers).send(stored.body)
  stored?.body.destroy()
  services.log.error(
    { key: fontKey(file) },
    'a stored font is missing or has another size',
  )
  throw notFound('font file', file.fileId)
}
