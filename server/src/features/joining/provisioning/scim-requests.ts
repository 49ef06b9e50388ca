import type { FastifyReply, FastifyRequest } from 'fastify'

import { unauthenticated } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import type { Resource } from './attribute-places.ts'
import { type Directory, isAmong } from './directory.ts'

export const prefix = '/scim/v2'
export const bodyBytesMax = 256 * 1024
const mediaType = 'application/scim+json; charset=utf-8'

/** The directory that asks, for the organization of its token. */
export function directoryOf(
  { db, config, clock, metrics, log }: Services,
  { caller, id: requestId, headers }: FastifyRequest,
): Directory {
  if (caller === undefined || isVisitor(caller) || caller.organizationId === undefined) {
    throw unauthenticated('A SCIM token is needed.')
  }
  const { userId, organizationId } = caller
  return {
    db,
    config,
    clock,
    metrics,
    log,
    caller: { userId },
    requestId,
    organizationId,
    baseUrl: `${config.PUBLIC_URL}${prefix}/${organizationId}`,
    ifMatch: headers['if-match'],
  }
}

/** Answers a resource with its ETag, or that it is as the directory knows it. */
export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, resource }: { readonly status: number; readonly resource: Resource },
): FastifyReply {
  const { version, location } = Object(resource['meta'])
  if (typeof version === 'string') reply.header('etag', version)
  if (typeof location === 'string') {
    reply.header(status === 201 ? 'location' : 'content-location', location)
  }
  const known = request.headers['if-none-match']
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && known !== undefined && isAmong(known, String(version))) {
    return reply.status(304).send()
  }
  return sendJson(reply, status, resource)
}

export function sendJson(
  reply: FastifyReply,
  status: number,
  body: object,
): FastifyReply {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(mediaType)
    .serializer(JSON.stringify)
    .send(body)
}
