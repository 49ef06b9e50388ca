import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { mayEnter, selectActor } from '#/access/actor.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type Reader } from '#/platform/http/caller.ts'
import { isLedHere, sendLedHere } from '#/platform/html/led-here.ts'
import { matchesAny } from '#/platform/http/etag.ts'
import type { FindReader } from '#/platform/http/find-reader.ts'
import { Lines } from '#/platform/lines/lines.ts'
import type { Services } from '#/platform/services.ts'

import type { OfSpec } from './openapi-spec-queries.ts'
import { slugKey } from './openapi-spec-resolve.ts'
import { openShown, type ShownDocument } from './shown-content.ts'
import { selectServed } from './shown-queries.ts'
import { selectVersion } from './spec-version-queries.ts'

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

/** How many specifications are sent to one address at the same time. */
const perAddress = { places: 8, waitingMax: 64, waitMsMax: 30_000 }

/** Serves the URLs that `versionUrl` makes: public ones to everybody, others to members. */
export function addSpecRoutes(
  server: FastifyInstance,
  services: Services,
  findReader: FindReader,
): void {
  const lines = new Lines(perAddress)
  server.route<SpecRoute>({
    method: ['GET', 'HEAD'],
    url: '/~openapi/:organizationId/:slug/:file',
    // A specification may be large, and would be compressed anew for each who asks.
    compress: false,
    handler: async (request, reply) => {
      // A bad token is refused before anything is looked up, so that it tells of nothing.
      const caller = await findReader(request)
      const giveBack = await lines.take(request.ip)
      reply.raw.once('close', giveBack)
      const found = await findFile(services, request, caller)
      if (found === undefined) {
        if (isLedHere(request)) return sendLedHere(reply)
        throw notFound('OpenAPI specification', request.params.slug)
      }
      return answer(services, request, reply, found)
    },
  })
}

interface SpecToSend extends ShownDocument {
  readonly isPublic: boolean
  /** As it is stored: of what a URL holds, nothing goes into headers. */
  readonly slug: string
}

/**
 * The version that a URL names; undefined too for whoever may not see it. The newest is as overlays
 * change it, and while there are any, older ones are for members only.
 */
async function findFile(
  services: Services,
  { params }: SpecRequest,
  caller: Reader | undefined,
): Promise<SpecToSend | undefined> {
  const { db } = services
  const { organizationId, slug, file } = params
  const versionId = /^([\w-]{1,128})\.json$/.exec(file)?.[1]
  if (versionId === undefined) return undefined
  const spec = await db.first(selectServed, { organizationId, slugKey: slugKey(slug) })
  if (spec === undefined) return undefined
  const isShown = versionId === spec.shown_version
  const isPublic = spec.visibility === 'public' && (isShown || !spec.has_overlays)
  if (!isPublic && !(await isSpecMember(db, organizationId, caller))) return undefined
  const { shown_hash: hash, shown_size: size } = spec
  if (isShown && hash !== null && size !== null) {
    return { organizationId, hash, size, isPublic, slug: spec.slug }
  }
  const document = await documentOf(db, { organizationId, specId: spec.id, versionId })
  return document && { ...document, isPublic, slug: spec.slug }
}

/** What is stored of a version; undefined where it could not be made one document. */
async function documentOf(
  db: Services['db'],
  of: OfSpec & { readonly versionId: string },
): Promise<ShownDocument | undefined> {
  const version = await db.first(selectVersion, of)
  const size = version?.bundle_size ?? null
  if (version === undefined || size === null) return undefined
  return { organizationId: of.organizationId, hash: version.hash, size }
}

/** Whether a caller reads what is for members of an organization. */
export async function isSpecMember(
  db: Services['db'],
  organizationId: string,
  caller: Reader | undefined,
): Promise<boolean> {
  if (caller === undefined || isVisitor(caller)) return false
  const bound = caller.organizationId
  if (bound !== undefined && bound !== organizationId) return false
  const { userId } = caller
  const columns = await db.first(selectActor, { organizationId, userId })
  if (columns === undefined || columns.actor_role === null) return false
  return mayEnter(columns, caller, organizationId)
}

async function answer(
  services: Services,
  { headers, method }: SpecRequest,
  reply: FastifyReply,
  // oxlint-disable-next-line max-params -- what serves, what is asked, where to, and what is sent
  { isPublic, slug, ...document }: SpecToSend,
): Promise<FastifyReply> {
  const etag = `"${document.hash.slice(0, 32)}"`
  reply.headers({
    ...guards,
    ...(isPublic && { 'access-control-allow-origin': '*' }),
    'cache-control': isPublic ? 'public, max-age=60' : 'private, max-age=60',
    // What a member was sent is not given again to a window that another page opened.
    ...(!isPublic && { vary: 'Authorization, Cookie, Sec-Fetch-Site' }),
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${slug}.json"`,
    etag,
  })
  const known = headers['if-none-match']
  if (known !== undefined && matchesAny(known, etag)) return reply.status(304).send()
  if (method === 'HEAD') return reply.send()
  return reply.send(await openShown(services, document))
}
