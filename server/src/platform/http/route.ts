import { createHmac, hash } from 'node:crypto'
import { Readable } from 'node:stream'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import type {
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'

import { ApiError } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { answerOnce, jsonType } from './answer-once.ts'
import { tagAnswer } from './cache-tags.ts'
import { isVisitor } from './caller.ts'
import { isOwnPage } from './cross-site.ts'
import { etagOf, matchesAny, versionFromIfMatch } from './etag.ts'
import { type FindRole, type IdempotencyKey, idempotencyKeyOf } from './idempotency.ts'
import {
  beforeBody,
  type ContextOf,
  refuseForeignOrganization,
} from './large-requests.ts'
import type { Operation } from './operation.ts'
import { Committed, JsonPieces, JsonText, Streamed, Versioned } from './outcome.ts'
import { oncePer } from './once-per.ts'
import { addressOf } from './rate-buckets.ts'
import { lazySerializer } from './reply-serialization.ts'
import { lazyValidator } from './request-validation.ts'
import { nameUnknownKeys } from './unknown-keys.ts'

/** The Fastify route of an operation, whose definition gives validation, conditions and answer. */
export function routeOf(
  services: Services,
  operation: Operation,
  findRole: FindRole,
): RouteOptions {
  const { id, handle } = operation
  const definition: OperationDefinition = operations[id]
  const serialize =
    definition.reply === undefined ? () => '' : lazySerializer(definition.reply)

  const contextOf: ContextOf = (request, reply, idempotencyKey) => ({
    ...services,
    operationId: id,
    requestId: request.id,
    caller: request.caller,
    userAgent: request.headers['user-agent'],
    address: () => addressOf(request),
    isOwnPage: () => isOwnPage(request, services.config.PUBLIC_URL),
    ifMatch: ifMatchOf(definition, request),
    isRevalidation: request.headers['if-none-match'] !== undefined,
    idempotencyKey,
    countForSite: async (site) => request.server.countForSite(request, reply, site),
    lineOfWrites: async () => lineOfWrites(services, request),
    status: definition.status,
    createdStatus: createdStatusOf(definition),
    serialize,
  })

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    try {
      if (definition.deprecated) sayDeprecated(reply, definition.deprecated, services)
      refuseForeignOrganization(request)
      const idempotencyKey = keyOf(services, definition, request, findRole)
      return await answerOnce(idempotencyKey, reply, async () => {
        const context = contextOf(request, reply, idempotencyKey)
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
    validatorCompiler: validatorOf(definition),
    preParsing: beforeBody(operation, contextOf),
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

function validatorOf({ bodyOptional }: OperationDefinition) {
  return ({ schema, httpPart }: { schema: object; httpPart?: string }) =>
    lazyValidator(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- schemaOf made it
      schema,
      httpPart === 'params' || httpPart === 'querystring' ? httpPart : 'body',
      bodyOptional === true,
    )
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

/** One schema for each record of parameters, so that it is compiled once. */
const objectOf = oncePer((properties: TProperties): TSchema => Type.Object(properties))

function schemaOf(definition: OperationDefinition): object {
  const { params, query, body, reply, status } = definition
  return {
    ...(params && { params: objectOf(params) }),
    ...(query && { querystring: objectOf(query) }),
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
  // Under the caller's key, which is not stored: a body may hold a password, which can be guessed.
  const fingerprint = createHmac('sha256', key)
    .update(`${method}\n${request.url}\n${body}`)
    .digest('base64url')
  return idempotencyKeyOf(db, { caller, key, fingerprint, findRole })
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
  const { definition, request, reply, isPrivate } = answering
  reply.status(definition.status)
  await tagAnswer(request, reply, outcome)
  if (outcome instanceof Committed) {
    // An answer to a write may show a secret once; no cache may show it again.
    reply.header('cache-control', 'no-store')
    if (outcome.cookie !== undefined) reply.header('set-cookie', outcome.cookie)
    if (outcome.location !== undefined) {
      reply.status(createdStatusOf(definition)).header('location', outcome.location)
    }
    return definition.reply === undefined ? reply.send() : outcome.body
  }
  reply
    .header('cache-control', isPrivate ? 'private, no-store' : 'private')
    .header(
      'vary',
      ['Authorization', 'Cookie', 'Origin', definition.variesBy ?? []].flat().join(', '),
    )
  if (outcome instanceof Versioned) return answerVersion(outcome, answering)
  if (outcome instanceof Streamed) return sendStream(outcome, definition, reply)
  if (outcome instanceof JsonPieces) return sendPieces(outcome, reply)
  linkNextPage(outcome, answering)
  return outcome
}

function linkNextPage(
  outcome: unknown,
  { definition, request, reply, services: { config } }: Answering,
): void {
  const next = nextPageOf(outcome)
  if (next === undefined) return
  // PUBLIC_URL may have a path of its own, and the target may name a foreign host.
  const { pathname, search } = new URL(request.url, config.PUBLIC_URL)
  const url = new URL(`${config.PUBLIC_URL}${pathname}${search}`)
  for (const name of new Set(url.searchParams.keys())) {
    if (!Object.hasOwn(definition.query ?? {}, name)) url.searchParams.delete(name)
  }
  url.searchParams.set('page', next)
  reply.header('link', `<${url.href}>; rel="next"`)
}

async function answerVersion(
  outcome: Versioned<unknown>,
  { request, reply, isPrivate }: Answering,
): Promise<unknown> {
  // Browsers keep the answers of one person where another signs in.
  const { caller } = request
  const reader = caller === undefined || isVisitor(caller) ? '' : caller.userId
  const etag = etagOf(outcome.version, `${outcome.seenAs}\n${reader}`)
  const known = request.headers['if-none-match']
  const isKnown = known !== undefined && matchesAny(known, etag)
  // Before the headers: a missing object has no version.
  const body = isKnown ? undefined : await outcome.view()
  reply.header('etag', etag)
  if (outcome.isImmutable && !isPrivate) reply.header('cache-control', immutable)
  if (isKnown) return reply.status(304).send()
  if (body instanceof JsonPieces) return sendPieces(body, reply)
  return body instanceof JsonText ? reply.type(jsonType).send(body.text) : body
}

function sendPieces({ pieces }: JsonPieces<unknown>, reply: FastifyReply): FastifyReply {
  return reply.type(jsonType).send(Readable.from(pieces))
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
