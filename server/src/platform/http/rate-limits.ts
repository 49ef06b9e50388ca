import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'

import type { Config } from '#/platform/config/config.ts'
import { rateLimited } from '#/platform/errors/api-error.ts'

import { isVisitor } from './caller.ts'

const windowMs = 60_000
// Longer than a Redis in the same network usually takes; if Redis is down, each request waits at
// most this long.
const redisTimeoutMs = 200
// No limit is a very large limit: callers get the same headers.
const unlimited = 1_000_000_000

/**
 * Limits requests per token, per address without a valid token, and of a site's readers together;
 * across all processes when they share a Redis.
 */
export async function addRateLimits(
  server: FastifyInstance,
  config: Config,
): Promise<void> {
  const { RATE_LIMIT_TOKEN, RATE_LIMIT_ADDRESS, RATE_LIMIT_SITE } = config
  if (RATE_LIMIT_TOKEN + RATE_LIMIT_ADDRESS + RATE_LIMIT_SITE === 0) return
  const most = {
    token: RATE_LIMIT_TOKEN || unlimited,
    address: RATE_LIMIT_ADDRESS || unlimited,
    site: RATE_LIMIT_SITE || unlimited,
    none: unlimited,
  }
  const redis =
    config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL)
  await server.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    max: (request) => most[bucketOf(request).kind],
    keyGenerator: (request) => bucketOf(request).key,
    errorResponseBuilder: (_request, { ttl }) =>
      rateLimited(Math.max(1, Math.ceil(ttl / 1000))),
    // A failing limiter must not take the api down with it.
    skipOnError: true,
    ...(redis && { redis, nameSpace: 'lectern-rate-' }),
  })
  // A hook rather than per route: requests to routes that do not exist count too.
  server.addHook('onRequest', server.rateLimit())
  server.addHook('onSend', (_request: FastifyRequest, reply, payload, done) => {
    const seconds = Number(reply.getHeader('x-ratelimit-reset'))
    // Callers get a point in time, not a duration, which is outdated by the time it is read.
    if (seconds < windowMs) {
      reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds)
    }
    done(null, payload)
  })
  if (redis) server.addHook('onClose', () => redis.disconnect())
}

interface Bucket {
  readonly kind: 'token' | 'address' | 'site' | 'none'
  readonly key: string
}

function bucketOf(request: FastifyRequest): Bucket {
  const { caller, isRenderer } = request
  if (caller !== undefined) {
    return isVisitor(caller)
      ? { kind: 'site', key: `site ${caller.siteId}` }
      : { kind: 'token', key: caller.tokenId }
  }
  const { definition } = request.routeOptions.config
  // An owner of one IPv6 address has the whole network around it.
  const address = `address ${normalizeIP(request.ip)}`
  if (definition?.limitedBy !== 'site') return { kind: 'address', key: address }
  const siteId = siteIn(request)
  if (siteId !== undefined) return { kind: 'site', key: `site ${siteId}` }
  // The body names the site: the renderer is trusted, other callers share a limit per address.
  return isRenderer
    ? { kind: 'none', key: 'renderer' }
    : { kind: 'site', key: `readers of ${address}` }
}

function siteIn({ params }: FastifyRequest): string | undefined {
  if (typeof params !== 'object' || params === null || !('siteId' in params)) {
    return undefined
  }
  return typeof params.siteId === 'string' ? params.siteId : undefined
}

async function openRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: redisTimeoutMs * 2,
    commandTimeout: redisTimeoutMs,
    // Requests must not queue up for an unreachable Redis.
    enableOfflineQueue: false,
  })
  // skipOnError lets requests through meanwhile; the client reconnects by itself.
  redis.on('error', () => undefined)
  await redis.connect().catch(() => undefined)
  return redis
}
