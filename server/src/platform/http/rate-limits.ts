import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'

import type { Config } from '#/platform/config/config.ts'
import { rateLimited } from '#/platform/errors/api-error.ts'

const windowMs = 60_000
// Longer than a Redis in the same network ever takes; without one each request waits this long at most.
const redisTimeoutMs = 200
// No limit is the largest one: the headers stay the same for callers.
const unlimited = 1_000_000_000

/** Counts per token, or per address without a valid one; all processes together when they share a Redis. */
export async function addRateLimits(
  server: FastifyInstance,
  config: Config,
): Promise<void> {
  const { RATE_LIMIT_TOKEN: perToken, RATE_LIMIT_ADDRESS: perAddress } = config
  if (perToken === 0 && perAddress === 0) return
  const redis =
    config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL)
  await server.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    max: (request) => (request.caller ? perToken : perAddress) || unlimited,
    keyGenerator: (request) =>
      // Whoever has one IPv6 address has the whole network around it.
      request.caller?.tokenId ?? `address ${normalizeIP(request.ip)}`,
    errorResponseBuilder: (_request, { ttl }) =>
      rateLimited(Math.max(1, Math.ceil(ttl / 1000))),
    // A limiter that cannot count must not take the api down with it.
    skipOnError: true,
    ...(redis && { redis, nameSpace: 'lectern-rate-' }),
  })
  // As a hook rather than per route: requests to routes that do not exist count too.
  server.addHook('onRequest', server.rateLimit())
  server.addHook('onSend', (_request: FastifyRequest, reply, payload, done) => {
    const seconds = Number(reply.getHeader('x-ratelimit-reset'))
    // Callers are told when, not how long: a duration is stale by the time it is read.
    if (seconds < windowMs) {
      reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds)
    }
    done(null, payload)
  })
  if (redis) server.addHook('onClose', () => redis.disconnect())
}

async function openRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: redisTimeoutMs * 2,
    commandTimeout: redisTimeoutMs,
    // Requests must not queue up for a Redis that is away.
    enableOfflineQueue: false,
  })
  // skipOnError lets requests through meanwhile; the client reconnects by itself.
  redis.on('error', () => undefined)
  await redis.connect().catch(() => undefined)
  return redis
}
