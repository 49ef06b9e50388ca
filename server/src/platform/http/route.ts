import { hash } from 'node:crypto'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Type } from 'typebox'

import { ApiError, notFound } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import type { Context } from './context.ts'
import { etagOf, matchesAny, versionFromIfMatch } from './etag.ts'

import { claimIdempotencyKey, type IdempotencyClaim } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { Committed, type ReplayedAnswer, Versioned } from './outcome.ts'
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
          claim,
          status: definition.status,
          serialize,
        }
      const { params, query, body } = request
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated against the definition the handler is typed by
      const outcome = await handle({ params, query, body } as never, context as never)
      return answer(outcome, { definition, request, reply, services })
    } catch (error) {
      // What is not there, or not to be seen, is already gone as far as the caller can tell.
      const gone = error instanceof ApiError && error.reason === 'not_found'
      if (gone && definition.method === 'DELETE') return reply.status(204).send()
      throw error
    } finally {
      // Nothing happens when the handler committed it.
      await claim?.abandon()
    }
  }

  return {
    method: definition.method,
    url: definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operationId: id, definition },
    schema: schemaOf(definition),
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

interface Answering {
  readonly definition: OperationDefinition
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
}

function answer(
  outcome: unknown,
  { definition, request, reply, services }: Answering,
): unknown {
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
    reply.header('etag', etag)
    const known = request.headers['if-none-match']
    if (known !== undefined && matchesAny(known, etag)) return reply.status(304).send()
    return outcome.view()
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
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(json)
}
