import { randomUUID } from 'node:crypto'

import compress from '@fastify/compress'
import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import {
  invalidText,
  routeNotFound,
  unsupportedEncoding,
  unsupportedMediaType,
} from '#/platform/errors/api-error.ts'

import { lineOf } from './caller-lines.ts'
import { parseJsonBody } from './json-body.ts'
import { LargeBodies } from './large-bodies.ts'

const requestIdForm = /^[A-Za-z0-9._:/+=-]{1,128}$/
const exposedHeaders = [
  'Location',
  'Link',
  'Deprecation',
  'ETag',
  'X-Request-Id',
  'Idempotent-Replayed',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Unknown-Keys',
]

/** Uses the caller's request id when it is safe in a log line, and makes one otherwise. */
export function requestIdOf(headers: Readonly<Record<string, unknown>>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && requestIdForm.test(given) ? given : randomUUID()
}

/** Adds the headers of every answer to an answer that is sent before any hook has run. */
export function addWireHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .header('x-request-id', request.id)
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', exposedHeaders.join(', '))
}

export async function addWireRules(server: FastifyInstance): Promise<void> {
  // Runs before CORS, which answers preflight requests by itself.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    done()
  })
  await server.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Prefer',
      'X-Request-Id',
      'traceparent',
    ],
    exposedHeaders,
    strictPreflight: false,
    maxAge: 86_400,
  })
  await server.register(compress, {
    global: true,
    // Compressed request bodies stay compressed and are refused, as they are not JSON.
    globalDecompression: false,
    threshold: 1024,
    encodings: ['gzip', 'br'],
  })
  server.decorateRequest('bodyBytes', undefined)
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    // Errors in the body of a request to an unknown route do not matter.
    if (request.is404) done(request.refusal ?? unknownRoute(request))
    else done()
  })
}

export function unknownRoute(request: FastifyRequest): Error {
  return routeNotFound(request.method, request.url)
}

/** Refuses undecodable queries, which the query parser ignores. */
export function refuseUnreadableQueries(server: FastifyInstance): void {
  server.addHook('preValidation', ({ url }, _reply, done) => {
    const start = url.indexOf('?')
    if (start === -1 || !url.includes('%', start)) {
      done()
      return
    }
    try {
      decodeURIComponent(url.slice(start))
      done()
    } catch {
      done(invalidText('the query'))
    }
  })
}

/** Reads every body as JSON, whatever its content type; an empty body counts as none. */
export function addJsonBodies(server: FastifyInstance): void {
  const large = new LargeBodies()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      // What is done with a body at once, such as checking it, belongs to the time it takes.
      const read = () => readBody(request, bytes, done)
      large.take(lineOf(request) ?? '', bytes.length, read)
    },
  )
}

function readBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  let body: unknown
  try {
    if (bytes.length > 0) requireJson(request)
    request.bodyBytes = bytes
    body = parseJsonBody(bytes)
  } catch (error) {
    done(error instanceof Error ? error : new Error('The body cannot be read'))
    return
  }
  done(null, body)
}

function requireJson(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw unsupportedEncoding(encoding)
  const type = request.headers['content-type'] ?? ''
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (essence !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(essence)) {
    throw unsupportedMediaType(type)
  }
}
