import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isSpecMember } from '#/features/references/openapi-specs/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isLedHere, sendLedHere } from '#/platform/html/led-here.ts'
import { sendPage } from '#/platform/html/page.ts'
import type { FindReader } from '#/platform/http/find-reader.ts'
import type { Services } from '#/platform/services.ts'

import { changesBetween, findVersions } from './changes-between.ts'
import { viewChangesPage } from './changes-page.ts'
import { isSigned } from './changes-urls.ts'

interface ChangesRoute {
  readonly Params: {
    readonly organizationId: string
    readonly slug: string
    readonly from: string
    readonly to: string
  }
}

type ChangesRequest = FastifyRequest<ChangesRoute>

/** Serves the pages that `changesPageUrl` names: to members, and to whom one of them gave the URL. */
export function addChangesRoutes(
  server: FastifyInstance,
  services: Services,
  findReader: FindReader,
): void {
  server.get<ChangesRoute>(
    '/~openapi/:organizationId/:slug/:from/changes/:to',
    async (request, reply) => {
      const { organizationId, slug, from, to } = request.params
      if (!(await mayRead(services, request, findReader))) {
        if (isLedHere(request)) return sendLedHere(reply)
        throw notFound('OpenAPI specification', slug)
      }
      const named = { organizationId, specSlug: slug, from, to }
      const found = await findVersions(services, named)
      const compared = await changesBetween(services, organizationId, found)
      return sendPage(reply, 200, viewChangesPage(found, compared))
    },
  )
}

async function mayRead(
  { db, signer }: Services,
  request: ChangesRequest,
  findReader: FindReader,
): Promise<boolean> {
  const { params, url } = request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  if (isSigned(signer, params, query)) return true
  return isSpecMember(db, params.organizationId, await findReader(request))
}
