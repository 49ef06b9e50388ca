import type { FastifyReply } from 'fastify'

import { ApiError } from '#/platform/errors/api-error.ts'

import { AnsweredMeanwhile, type IdempotencyKey } from './idempotency.ts'
import type { ReplayedAnswer } from './outcome.ts'

export const jsonType = 'application/json; charset=utf-8'

/** Runs a request, or replays the answer of an identical one that completed before or meanwhile. */
export async function answerOnce(
  key: IdempotencyKey | undefined,
  reply: FastifyReply,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (key === undefined) return run()
  const answered = await key.find()
  if (answered !== undefined) return replay(reply, answered)
  try {
    return await run()
  } catch (error) {
    const meanwhile = await answerMeanwhile(key, error)
    if (meanwhile === undefined) throw error
    return replay(reply, meanwhile)
  }
}

/**
 * The answer of an identical request that completed meanwhile. It may have caused a refusal before
 * the claim, by using up something; its answer is stored by then, as it commits with the effect.
 * With another token it counts only for a refusal that comes after the check of the permission.
 */
async function answerMeanwhile(
  key: IdempotencyKey,
  error: unknown,
): Promise<ReplayedAnswer | undefined> {
  if (error instanceof AnsweredMeanwhile) return error.answer
  if (!(error instanceof ApiError) || error.status >= 500) return undefined
  if (key.isBegun() && !key.isJudging()) return undefined
  return isAboutState(error) ? key.findJudged() : key.find()
}

function isAboutState({ status, reason }: ApiError): boolean {
  return (status === 409 && reason !== 'busy') || status === 412
}

function replay(
  reply: FastifyReply,
  { status, json, location }: ReplayedAnswer,
): FastifyReply {
  reply.status(status).header('idempotent-replayed', 'true')
  if (location !== undefined) reply.header('location', location)
  if (json === '') return reply.send()
  return reply
    .type(jsonType)
    .serializer((text: unknown) => String(text))
    .send(json)
}
