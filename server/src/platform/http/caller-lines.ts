import type { FastifyInstance, FastifyRequest } from 'fastify'

import { Lines } from '#/platform/lines/lines.ts'

import { bucketIn } from './rate-limits.ts'

/** How many requests of one caller a process answers at the same time, and how many more may wait. */
const atOnceMax = 8
const waitingMax = 256
const waitMsMax = 30_000

/**
 * Answers a few requests of each caller at the same time, and those of another caller in between.
 * Whoever waits has sent no body yet, so that waiting takes no memory.
 */
export function queueCallers(scope: FastifyInstance): void {
  const lines = new Lines({ places: atOnceMax, waitingMax, waitMsMax })
  scope.addHook('onRequest', async (request, reply) => {
    const line = lineOf(request)
    if (line === undefined) return
    const giveBack = lines.takeNow(line) ?? (await lines.take(line))
    // A caller may have left while they waited.
    if (reply.raw.destroyed) giveBack()
    else reply.raw.once('close', giveBack)
  })
}

/** The renderer speaks for readers of all sites, and a refusal takes no time. */
export function lineOf(request: FastifyRequest): string | undefined {
  if (request.refusal !== undefined) return undefined
  const { caller } = request
  if (caller !== undefined && 'userId' in caller) return `account ${caller.userId}`
  const { kind, key } = bucketIn(request)
  return kind === 'renderer' ? undefined : key
}
