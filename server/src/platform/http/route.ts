import { hash } from 'node:crypto'

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

import type { Context } from './context.ts'
import { etagOf, matchesAny, versionFromIfMatch } from './etag.ts'

import { claimIdempotencyKey, type IdempotencyClaim } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { Committed, JsonText, type ReplayedAnswer, Versioned } from './outcome.ts'
import { lazySerializer } from './reply-serialization.ts'
import { lazyValidator } from './request-validation.ts'

/** The Fastify route of one operation: validation, conditions and answer all come from its definition. */
export function routeOf(services: Services, { id, handle }: Operation): RouteOptions {
  const definition: OperationDefinition = operations[id]
  const serialize =
    definition.reply === undefined ? () => '' : lazySerializer(definition.reply)

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    let claim: IdempotencyClaim | undefined
    try {
      refuseForeignOrganization(request)
      const claimed = await claimOf(services, definition, request)
      if (claimed !== undefined && 'json' in claimed) return replay(reply, claimed)
      claim = claimed
      const context: Omit<Context, 'caller'> & { caller: Context['caller'] | undefined } =
        {
          ...services,
          operationId: id,
          requestId: request.id,
          caller: request.caller,
          ifMatch:
            definition.conditional === true
              ? versionFromIfMatch(request.headers['if-match'])
              : undefined,
          isRevalidation: request.headers['if-none-match'] !== undefined,
          claim,
          status: definition.status,
          serialize,
        }
      const { params, query, body } = request
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated against the definition the handler is typed by
      const outcome = await handle({ params, query, body } as never, context as never)
      return await answer(outcome, { definition, request, reply, services })
    } catch (error) {
      // What is not there, or not to be seen, is already gone as far as the caller can tell.
      const gone = error instanceof ApiError && error.reason === 'not_found'
      if (gone && definition.method === 'DELETE') {
        return reply.status(204).header('cache-control', 'no-store').send()
      }
      throw error
    } finally {
      // Nothing happens when the handler committed it.
      await claim?.abandon()
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

/** The places in the router that answer for a path of the contract. */
export function urlsOf({ path, aliases = [], takesRest }: OperationDefinition): string[] {
  const [url = '', ...others] = [path, ...aliases].map((each) =>
    each.replaceAll(/\{(\w+)\}/g, ':$1'),
  )
  if (takesRest !== true) return [url, ...others]
  const start = url.slice(0, url.lastIndexOf('/'))
  return [`${start}/*`, start]
}

/** The router knows what is left of a path only as a star. */
function nameRest({ params = {} }: OperationDefinition): preValidationHookHandler {
  const name = Object.keys(params).at(-1) ?? ''
  return (request, _reply, done) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the router hands over
    const { '*': rest = '', ...others } = request.params as Record<string, string>
    request.params = { ...others, [name]: rest }
    done()
  }
}

function schemaOf({ params, query, body, reply, status }: OperationDefinition): object {
  return {
    ...(params && { params: Type.Object(params) }),
    ...(query && { querystring: Type.Object(query) }),
    ...(body && { body }),
    ...(reply && { response: { [status]: reply } }),
  }
}

function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' ? traceparent : undefined
}

/** A token for one organization sees every other organization as if it did not exist. */
function refuseForeignOrganization(request: FastifyRequest): void {
  const bound = request.caller?.organizationId
  if (bound === undefined) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated by the operation's own schema
  const { organizationId } = request.params as { organizationId?: string }
  if (organizationId === undefined || organizationId === bound) return
  throw notFound('organization', organizationId)
}

async function claimOf(
  { db }: Services,
  { method }: OperationDefinition,
  request: FastifyRequest,
): Promise<IdempotencyClaim | ReplayedAnswer | undefined> {
  const key = request.headers['idempotency-key']
  if (method === 'GET' || typeof key !== 'string' || request.caller === undefined) {
    return undefined
  }
  const body = hash('sha256', request.bodyBytes ?? Buffer.alloc(0), 'base64url')
  const fingerprint = hash('sha256', `${method}\n${request.url}\n${body}`, 'base64url')
  return claimIdempotencyKey(db, { principalId: request.caller.userId, key, fingerprint })
}

const jsonType = 'application/json; charset=utf-8'
const immutable = 'private, max-age=31536000, immutable'

interface Answering {
  readonly definition: OperationDefinition
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
}

async function answer(
  outcome: unknown,
  { definition, request, reply, services }: Answering,
): Promise<unknown> {
  reply.status(definition.status)
  if (outcome instanceof Committed) {
    // An answer to a write may show a secret once; no cache may show it again.
    reply.header('cache-control', 'no-store')
    if (outcome.location !== undefined) reply.header('location', outcome.location)
    return definition.status === 204 ? reply.send() : outcome.body
  }
  reply.header('cache-control', 'private').header('vary', 'Authorization, Origin')
  if (outcome instanceof Versioned) {
    const etag = etagOf(outcome.version, outcome.seenAs)
    const known = request.headers['if-none-match']
    const isKnown = known !== undefined && matchesAny(known, etag)
    // Before the headers: what turns out to be missing has no version.
    const body = isKnown ? undefined : await outcome.view()
    reply.header('etag', etag)
    if (outcome.isImmutable) reply.header('cache-control', immutable)
    if (isKnown) return reply.status(304).send()
    return body instanceof JsonText ? reply.type(jsonType).send(body.text) : body
  }
  const next = nextPageOf(outcome)
  if (next !== undefined) {
    // PUBLIC_URL may have a path of its own, and the target may name a host that is none of ours.
    const { pathname, search } = new URL(request.url, services.config.PUBLIC_URL)
    const url = new URL(`${services.config.PUBLIC_URL}${pathname}${search}`)
    url.searchParams.set('page', next)
    reply.header('link', `<${url.href}>; rel="next"`)
  }
  return outcome
}

function nextPageOf(outcome: unknown): string | undefined {
  if (typeof outcome !== 'object' || outcome === null || !('next' in outcome)) {
    return undefined
  }
  const { next } = outcome
  if (typeof next !== 'object' || next === null || !('page' in next)) return undefined
  return typeof next.page === 'string' ? next.page : undefined
}

function replay(
  reply: FastifyReply,
  { status, json, location }: ReplayedAnswer,
): FastifyReply {
  reply.status(status).header('idempotent-replayed', 'true')
  if (location !== undefined) reply.header('location', location)
  if (status === 204) return reply.send()
  return reply
    .type(jsonType)
    .serializer((text: unknown) => String(text))
    .send(json)
}
