import { hash } from 'node:crypto'
import { Readable } from 'node:stream'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import type {
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import { Type } from 'typebox'

import { ApiError, notFound } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { answerOnce, jsonType } from './answer-once.ts'
import { tagAnswer } from './cache-tags.ts'
import { isVisitor } from './caller.ts'
import type { PublicContext } from './context.ts'
import { etagOf, matchesAny, versionFromIfMatch } from './etag.ts'
import { type FindRole, type IdempotencyKey, idempotencyKeyOf } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { Committed, JsonPieces, JsonText, Streamed, Versioned } from './outcome.ts'
import { lazySerializer } from './reply-serialization.ts'
import { lazyValidator } from './request-validation.ts'
import { nameUnknownKeys } from './unknown-keys.ts'

/** The Fastify route of an operation, whose definition gives validation, conditions and answer. */
export function routeOf(
  services: Services,
  { id, handle }: Operation,
  findRole: FindRole,
): RouteOptions {
  const definition: OperationDefinition = operations[id]
  const serialize =
    definition.reply === undefined ? () => '' : lazySerializer(definition.reply)

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    try {
      if (definition.deprecated) sayDeprecated(reply, definition.deprecated, services)
      refuseForeignOrganization(request)
      const idempotencyKey = keyOf(services, definition, request, findRole)
      return await answerOnce(idempotencyKey, reply, async () => {
        const context: PublicContext = {
          ...services,
          operationId: id,
          requestId: request.id,
          caller: request.caller,
          userAgent: request.headers['user-agent'],
          ifMatch: ifMatchOf(definition, request),
          isRevalidation: request.headers['if-none-match'] !== undefined,
          idempotencyKey,
          countForSite: async (site) => request.server.countForSite(request, reply, site),
          lineOfWrites: async () => lineOfWrites(services, request),
          status: definition.status,
          createdStatus: createdStatusOf(definition),
          serialize,
        }
        const { params, query, body } = request
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated against the definition the handler is typed by
        const outcome = await handle({ params, query, body } as never, context as never)
        const isPrivate = await mustStayPrivate(definition, request)
        return answer(outcome, { definition, request, reply, services, isPrivate })
      })
    } catch (error) {
      // An object that is missing or invisible is already deleted as far as the caller can see.
      const gone = error instanceof ApiError && error.reason === 'not_found'
      if (gone && definition.method === 'DELETE') {
        return reply.status(204).header('cache-control', 'no-store').send()
      }
      throw error
    }
  }

  return {
    method: definition.method,
    url: definition.path,
    config: { operationId: id, definition },
    schema: schemaOf(definition),
    ...(definition.bodyBytesMax !== undefined && {
      bodyLimit: definition.bodyBytesMax,
    }),
    ...(definition.takesRest === true && { preValidation: nameRest(definition) }),
    validatorCompiler: ({ schema, httpPart }) =>
      lazyValidator(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- schemaOf made it
        schema,
        httpPart === 'params' || httpPart === 'querystring' ? httpPart : 'body',
        definition.bodyOptional === true,
      ),
    preHandler: nameUnknownKeys(definition),
    serializerCompiler: () => serialize,
    handler: async (request, reply) =>
      services.tracing.span(
        id,
        { 'http.request.method': definition.method },
        traceparentOf(request),
        async () => handler(request, reply),
      ),
  }
}

function ifMatchOf({ conditional }: OperationDefinition, { headers }: FastifyRequest) {
  return conditional === true ? versionFromIfMatch(headers['if-match']) : undefined
}

/** The router paths that serve a path of the contract. */
export function urlsOf({ path, aliases = [], takesRest }: OperationDefinition): string[] {
  const [url = '', ...others] = [path, ...aliases].map((each) =>
    each.replaceAll(/\{(\w+)\}/g, ':$1'),
  )
  if (takesRest !== true) return [url, ...others]
  const start = url.slice(0, url.lastIndexOf('/'))
  return [`${start}/*`, start]
}

/** Names the rest of a path after the last parameter; the router itself names it `*`. */
function nameRest({ params = {} }: OperationDefinition): preValidationHookHandler {
  const name = Object.keys(params).at(-1) ?? ''
  return (request, _reply, done) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the router hands over
    const { '*': rest = '', ...others } = request.params as Record<string, string>
    request.params = { ...others, [name]: rest }
    done()
  }
}

/** The status of an answer with something new. */
function createdStatusOf({ mayCreate, status }: OperationDefinition): number {
  return mayCreate === true ? 201 : status
}

function schemaOf(definition: OperationDefinition): object {
  const { params, query, body, reply, status } = definition
  return {
    ...(params && { params: Type.Object(params) }),
    ...(query && { querystring: Type.Object(query) }),
    ...(body && { body }),
    ...(reply && {
      response: { [status]: reply, [createdStatusOf(definition)]: reply },
    }),
  }
}

/** Sets the deprecation headers of RFC 9745, on refusals too, so that every caller sees them. */
function sayDeprecated(
  reply: FastifyReply,
  { since }: NonNullable<OperationDefinition['deprecated']>,
  { config }: Services,
): void {
  reply
    .header('deprecation', `@${Date.parse(since) / 1000}`)
    .header(
      'link',
      `<${config.PUBLIC_URL}/reference>; rel="deprecation"; type="text/html"`,
    )
}

function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' ? traceparent : undefined
}

/** Refuses a token for one organization in others, which it sees as if they did not exist. */
function refuseForeignOrganization(request: FastifyRequest): void {
  const bound = request.caller?.organizationId
  if (bound === undefined) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated by the operation's own schema
  const { organizationId } = request.params as { organizationId?: string }
  if (organizationId === undefined || organizationId === bound) return
  throw notFound('organization', organizationId)
}

/** The organization that a path names or whose space or collection it names, or else the caller. */
async function lineOfWrites(
  { homes }: Services,
  { params, caller, ip }: FastifyRequest,
): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated by the operation's own schema
  const { organizationId, spaceId, collectionId } = params as Record<string, string>
  if (organizationId !== undefined) return organizationId
  const found =
    spaceId === undefined
      ? collectionId && (await homes.find('collection', collectionId))
      : await homes.find('space', spaceId)
  if (found) return found.organizationId
  return caller !== undefined && 'userId' in caller ? caller.userId : ip
}

function keyOf(
  { db }: Services,
  { method, isRead }: OperationDefinition,
  request: FastifyRequest,
  findRole: FindRole,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  const { caller } = request
  if (method === 'GET' || isRead === true || typeof key !== 'string') return undefined
  if (caller === undefined || isVisitor(caller)) return undefined
  const body = hash('sha256', request.bodyBytes ?? Buffer.alloc(0), 'base64url')
  const fingerprint = hash('sha256', `${method}\n${request.url}\n${body}`, 'base64url')
  const { userId: principalId, tokenId } = caller
  return idempotencyKeyOf(db, { principalId, tokenId, key, fingerprint, findRole })
}

const immutable = 'private, max-age=31536000, immutable'

interface Answering {
  readonly definition: OperationDefinition
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
  readonly isPrivate: boolean
}

/** Whether an answer must not be cached for others, as content that only some readers may see. */
async function mustStayPrivate(
  { isPrivate }: OperationDefinition,
  { caller }: FastifyRequest,
): Promise<boolean> {
  if (isPrivate === true) return true
  if (caller === undefined || !isVisitor(caller)) return false
  const sight = await caller.look()
  return sight === undefined || !sight.isPublic || sight.audience !== ''
}

async function answer(outcome: unknown, answering: Answering): Promise<unknown> {
  const { definition, request, reply, services, isPrivate } = answering
  reply.status(definition.status)
  await tagAnswer(request, reply, outcome)
  if (outcome instanceof Committed) {
    // An answer to a write may show a secret once; no cache may show it again.
    reply.header('cache-control', 'no-store')
    if (outcome.location !== undefined) {
      reply.status(createdStatusOf(definition)).header('location', outcome.location)
    }
    return definition.reply === undefined ? reply.send() : outcome.body
  }
  reply
    .header('cache-control', isPrivate ? 'private, no-store' : 'private')
    .header(
      'vary',
      ['Authorization', 'Origin', definition.variesBy ?? []].flat().join(', '),
    )
  if (outcome instanceof Versioned) return answerVersion(outcome, answering)
  if (outcome instanceof Streamed) return sendStream(outcome, definition, reply)
  const next = nextPageOf(outcome)
  if (next !== undefined) {
    // PUBLIC_URL may have a path of its own, and the target may name a foreign host.
    const { pathname, search } = new URL(request.url, services.config.PUBLIC_URL)
    const url = new URL(`${services.config.PUBLIC_URL}${pathname}${search}`)
    for (const name of new Set(url.searchParams.keys())) {
      if (!Object.hasOwn(definition.query ?? {}, name)) url.searchParams.delete(name)
    }
    url.searchParams.set('page', next)
    reply.header('link', `<${url.href}>; rel="next"`)
  }
  return outcome
}

async function answerVersion(
  outcome: Versioned<unknown>,
  { request, reply, isPrivate }: Answering,
): Promise<unknown> {
  const etag = etagOf(outcome.version, outcome.seenAs)
  const known = request.headers['if-none-match']
  const isKnown = known !== undefined && matchesAny(known, etag)
  // Before the headers: a missing object has no version.
  const body = isKnown ? undefined : await outcome.view()
  reply.header('etag', etag)
  if (outcome.isImmutable && !isPrivate) reply.header('cache-control', immutable)
  if (isKnown) return reply.status(304).send()
  if (body instanceof JsonPieces) {
    return reply.type(jsonType).send(Readable.from(body.pieces))
  }
  return body instanceof JsonText ? reply.type(jsonType).send(body.text) : body
}

function sendStream(
  { body, fileName }: Streamed,
  { bytes = 'application/octet-stream' }: OperationDefinition,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .type(bytes)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(body)
}

function nextPageOf(outcome: unknown): string | undefined {
  if (typeof outcome !== 'object' || outcome === null || !('next' in outcome)) {
    return undefined
  }
  const { next } = outcome
  if (typeof next !== 'object' || next === null || !('page' in next)) return undefined
  return typeof next.page === 'string' ? next.page : undefined
}
