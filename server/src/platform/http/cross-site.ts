import type { FastifyRequest } from 'fastify'

import { ApiError } from '#/platform/errors/api-error.ts'

import { isAt } from './host-cookie.ts'

type BodyType = 'application/json' | 'application/x-www-form-urlencoded'

/**
 * The refusal of a request that a page of another origin may have made a browser send along with
 * its cookie. Reads are let through: those of other origins count as nobody's. A browser that says
 * where a request comes from is believed before its Origin header.
 */
export function crossSiteRefusal(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  publicUrl: string,
  bodyType: BodyType = 'application/json',
): ApiError | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const site = headers['sec-fetch-site']
  const isOurs =
    site === undefined
      ? headers.origin === new URL(publicUrl).origin
      : site === 'same-origin'
  if (!isOurs) {
    return crossSite(
      'It must come from a page of the same origin, and its Sec-Fetch-Site or Origin header must say so; programs send an API token instead of a cookie.',
    )
  }
  if (hasBody(headers) && essenceOf(headers['content-type']) !== bodyType) {
    return crossSite(`Its body must be sent with "Content-Type: ${bodyType}".`)
  }
  return undefined
}

/** Whether a page of our own origin asks, for all that the browser says. */
export function isOwnPage(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  publicUrl: string,
  bodyType?: BodyType,
): boolean {
  return (
    isAt(request.host, publicUrl) &&
    crossSiteRefusal(request, publicUrl, bodyType) === undefined
  )
}

/** Whether a page of another origin had a browser send a request, for all that the browser says. */
export function isForeign({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function hasBody(headers: FastifyRequest['headers']): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return encoding !== undefined || Number(length) !== 0
}

function essenceOf(type = ''): string {
  return type.split(';', 1).join('').trim().toLowerCase()
}

function crossSite(needed: string): ApiError {
  return new ApiError(
    403,
    'cross_site_request',
    `This request changes something and came with the cookie of a browser. ${needed}`,
  )
}
