import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { selectActor } from '#/access/actor.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { type Authenticate, isVisitor } from '#/platform/http/caller.ts'
import { matchesAny } from '#/platform/http/etag.ts'
import type { Services } from '#/platform/services.ts'

import { selectSpec } from './openapi-spec-queries.ts'
import { slugKey } from './openapi-spec-resolve.ts'
import { bundleKey } from './spec-content.ts'
import { selectVersion, type VersionRow } from './spec-version-queries.ts'

interface SpecRoute {
  readonly Params: {
    readonly organizationId: string
    readonly slug: string
    readonly file: string
  }
}

type SpecRequest = FastifyRequest<SpecRoute>

// Headers of specifications, which strangers write: no browser runs anything of one.
const guards = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
}

/** Serves the URLs that `versionUrl` makes: public ones to everybody, others to members. */
export function addSpecRoutes(
  server: FastifyInstance,
  services: Services,
  authenticate: Authenticate,
): void {
  server.route<SpecRoute>({
    method: ['GET', 'HEAD'],
    url: '/~openapi/:organizationId/:slug/:file',
    handler: async (request, reply) => {
      const found = await findFile(services, request, authenticate)
      if (found === undefined) {
        throw notFound('OpenAPI specification', request.params.slug)
      }
      return answer(services, request, reply, found)
    },
  })
}

interface SpecToSend {
  readonly version: VersionRow
  readonly isPublic: boolean
}

/** The version that a URL names; undefined too for whoever may not see it. */
async function findFile(
  { db }: Services,
  { params, headers }: SpecRequest,
  authenticate: Authenticate,
): Promise<SpecToSend | undefined> {
  const { organizationId, slug, file } = params
  const versionId = /^([\w-]{1,128})\.json$/.exec(file)?.[1]
  if (versionId === undefined) return undefined
  const spec = await db.first(selectSpec, { organizationId, slugKey: slugKey(slug) })
  if (spec === undefined) return undefined
  const isPublic = spec.visibility === 'public'
  if (!isPublic) {
    const { authorization } = headers
    if (authorization === undefined) return undefined
    if (!(await isMember(db, organizationId, await authenticate(authorization)))) {
      return undefined
    }
  }
  const version = await db.first(selectVersion, {
    organizationId,
    specId: spec.id,
    versionId,
  })
  return version && { version, isPublic }
}

async function isMember(
  db: Services['db'],
  organizationId: string,
  caller: Awaited<ReturnType<Authenticate>>,
): Promise<boolean> {
  if (isVisitor(caller)) return false
  const bound = caller.organizationId
  if (bound !== undefined && bound !== organizationId) return false
  const { userId } = caller
  const columns = await db.first(selectActor, { organizationId, userId })
  return columns?.actor_disabled === false && columns.actor_role !== null
}

async function answer(
  { storage, log }: Services,
  { params, headers, method }: SpecRequest,
  reply: FastifyReply,
  // oxlint-disable-next-line max-params -- what serves, what is asked, where to, and what is sent
  { version, isPublic }: SpecToSend,
): Promise<FastifyReply> {
  const etag = `"${version.hash.slice(0, 32)}"`
  reply.headers({
    ...guards,
    ...(isPublic && { 'access-control-allow-origin': '*' }),
    'cache-control': isPublic ? 'public, max-age=60' : 'private, max-age=60',
    ...(!isPublic && { vary: 'Authorization' }),
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${params.slug}.json"`,
    etag,
  })
  const known = headers['if-none-match']
  if (known !== undefined && matchesAny(known, etag)) return reply.status(304).send()
  if (method === 'HEAD') return reply.send()
  const key = bundleKey({ organizationId: params.organizationId, hash: version.hash })
  const stored = await storage.get(key)
  if (stored !== undefined && stored.sizeBytes === version.bundle_size) {
    return reply.send(stored.body)
  }
  stored?.body.destroy()
  log.error({ key }, 'a stored specification is missing or has another size')
  throw notFound('OpenAPI specification', params.slug)
}
