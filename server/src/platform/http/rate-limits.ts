import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'

import { rateLimited } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { createLocalBuckets } from './local-buckets.ts'
import {
  type Bucket,
  type BucketKind,
  bucketOf,
  bucketOfReader,
  bucketOfSite,
  type ResolvedSite,
} from './rate-buckets.ts'

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
  { config, metrics }: Pick<Services, 'config' | 'metrics'>,
): Promise<void> {
  server.decorateRequest('bucket', undefined)
  const { RATE_LIMIT_TOKEN, RATE_LIMIT_ADDRESS, RATE_LIMIT_SITE } = config
  if (RATE_LIMIT_TOKEN + RATE_LIMIT_ADDRESS + RATE_LIMIT_SITE === 0) {
    server.decorate('countForSite', async () => Promise.resolve())
    return
  }
  const most: Readonly<Record<BucketKind, number>> = {
    token: RATE_LIMIT_TOKEN || unlimited,
    address: RATE_LIMIT_ADDRESS || unlimited,
    site: RATE_LIMIT_SITE || unlimited,
    readers: RATE_LIMIT_SITE || unlimited,
    renderer: unlimited,
  }
  const redis =
    config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL)
  await server.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    max: (request) => most[bucketIn(request).kind],
    keyGenerator: (request) => bucketIn(request).key,
    errorResponseBuilder: (_request, { ttl }) => refusalOf(ttl),
    // A failing limiter must not take the api down with it.
    skipOnError: true,
    ...(redis ? { redis, nameSpace: 'lectern-rate-' } : { store: localStore(metrics) }),
  })
  server.decorate('countForSite', siteCounter(server))
  if (redis) server.addHook('onClose', () => redis.disconnect())
}

/** Counts every request of a scope, of a token or an address. */
export function limitCallers(scope: FastifyInstance): void {
  if (!scope.hasDecorator('rateLimit')) return
  // A hook rather than per route: requests to routes that do not exist count too.
  scope.addHook('onRequest', scope.rateLimit())
  scope.addHook('onSend', (_request: FastifyRequest, reply, payload, done) => {
    const seconds = Number(reply.getHeader('x-ratelimit-reset'))
    // Callers get a point in time, not a duration, which is outdated by the time it is read.
    if (seconds < windowMs) {
      reply.header('x-ratelimit-reset', Math.ceil(Date.now() / 1000) + seconds)
    }
    done(null, payload)
  })
}

/** Counts every request of a scope that needs no token for its address, as those of readers. */
export function limitReaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.bucket = bucketOfReader(request)
    done()
  })
  limitCallers(scope)
}

/** The bucket that counts a request. */
export function bucketIn(request: FastifyRequest): Bucket {
  return request.bucket ?? bucketOf(request)
}

/** Counts a reader without a token for the site that their request was found to be about. */
function siteCounter(server: FastifyInstance): FastifyInstance['countForSite'] {
  const limit = server.createRateLimit()
  return async (request: FastifyRequest, reply: FastifyReply, site: ResolvedSite) => {
    // A token was counted already: that of a visitor for its site, any other for itself.
    if (request.caller !== undefined) return
    request.bucket = bucketOfSite(site)
    const counted = await limit(request)
    if (counted.isAllowed) return
    const { max, remaining, ttl, ttlInSeconds, isExceeded } = counted
    const left = Number(reply.getHeader('x-ratelimit-remaining') ?? unlimited)
    if (remaining < left) {
      reply
        .header('x-ratelimit-limit', max)
        .header('x-ratelimit-remaining', remaining)
        .header('x-ratelimit-reset', ttlInSeconds)
    }
    if (!isExceeded) return
    reply.header('retry-after', ttlInSeconds)
    throw refusalOf(ttl)
  }
}

function refusalOf(ttlMs: number) {
  return rateLimited(Math.max(1, Math.ceil(ttlMs / 1000)))
}

/** The class of a store on the buckets of this process, whose number is measured. */
function localStore(metrics: Services['metrics']) {
  const buckets = createLocalBuckets()
  metrics.gauge(
    {
      name: 'lectern_rate_limit_buckets',
      help: 'Buckets that count requests, by kind',
      label: 'kind',
    },
    buckets.sizes,
  )
  return class LocalStore implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
      callback(null, buckets.count(key, timeWindow))
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
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
