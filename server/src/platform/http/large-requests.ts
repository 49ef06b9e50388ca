import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import type { FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import { Type } from 'typebox'

import { notFound, tooManyLargeBodies } from '#/platform/errors/api-error.ts'

import { lineOf } from './caller-lines.ts'
import type { PublicContext } from './context.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { lazyValidator } from './request-validation.ts'

/** The most bytes of a body, unless the operation says another number. */
export const bodyBytesMax = 2 * 1024 * 1024

export type ContextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  idempotencyKey?: IdempotencyKey,
) => PublicContext

/**
 * What is done once the head of a request is there, and nothing of its body. Whoever is refused
 * anyway need not send a large one, and only so many bytes of bodies are held at a time.
 */
export function beforeBody(
  operation: Operation,
  contextOf: ContextOf,
): preParsingAsyncHookHandler {
  const admit = admission(operation, contextOf)
  return async (request, reply) => {
    const bytes = bytesToCome(request)
    const organization = bytes > bodyBytesMax ? await admit?.(request, reply) : undefined
    const sender = { caller: lineOf(request) ?? '', organization }
    const release = request.server.heldBodies.take(sender, bytes)
    if (release === undefined) throw tooManyLargeBodies()
    if (reply.raw.destroyed) release()
    else reply.raw.once('close', release)
  }
}

/** Refuses whoever may not do it at all; gives the organization that the body is for. */
function admission({ id, admit }: Operation, contextOf: ContextOf) {
  if (admit === undefined) return undefined
  const { params }: OperationDefinition = operations[id]
  const checkParams = lazyValidator(Type.Object(params ?? {}), 'params', false)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const checked = checkParams(request.params)
    if ('error' in checked) throw checked.error
    refuseForeignOrganization(request)
    const context = contextOf(request, reply)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated against the definition it is typed by
    await admit({ params: request.params } as never, context as never)
    return context.lineOfWrites()
  }
}

/** The bytes of the body that a head announces, or the most that it may have. */
function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? bodyBytesMax
  if (headers['transfer-encoding'] !== undefined) return most
  const announced = Number(headers['content-length'] ?? 0)
  // A longer one is refused before it is read.
  return announced > most ? 0 : announced
}

/** Refuses a token for one organization in others, which it sees as if they did not exist. */
export function refuseForeignOrganization(request: FastifyRequest): void {
  const bound = request.caller?.organizationId
  if (bound === undefined) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- validated by the operation's own schema
  const { organizationId } = request.params as { organizationId?: string }
  if (organizationId === undefined || organizationId === bound) return
  throw notFound('organization', organizationId)
}
