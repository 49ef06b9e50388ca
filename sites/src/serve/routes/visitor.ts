import type { FastifyRequest } from 'fastify'

import {
  clearVisitorCookie,
  isCookieValue,
  setVisitorCookie,
  visitorCookies,
} from '#/serve/http/cookies.ts'
import { type ReaderUrl, withoutParameters } from '#/serve/http/reader-url.ts'
import { privateHeaders } from '#/serve/http/security-headers.ts'
import { cookieOf, saidInQuery, saidTogether } from '#/serve/http/unsigned-claims.ts'
import type { Credentials } from '#/serve/places/resolution.ts'
import type { Wanted } from '#/serve/places/locate.ts'
import { saidBefore } from '#/serve/places/visitors-in.ts'
import type { Scope } from '#/serve/reads/scope.ts'

import { type Produced, seeOther } from './visit.ts'

export const secretParameters = ['jwt_token', 'preview']

/** The wanted site, with everything that could make the answer differ for this reader. */
export function wantedBy(
  request: FastifyRequest,
  url: ReaderUrl,
  usesHostCookies: boolean,
): Wanted {
  const { jwt, preview } = secretsIn(url)
  const { cookie } = request.headers
  return {
    origin: url.origin,
    sentOrigin: url.sentOrigin,
    path: url.path,
    credentials: {
      ...(isToken(jwt) && { jwt }),
      ...(isToken(preview) && { preview }),
    },
    visitorCookies: visitorCookies(cookie, 'v', usesHostCookies),
    memberCookies: visitorCookies(cookie, 'm', usesHostCookies),
    previewCookies: visitorCookies(cookie, 'p', usesHostCookies),
    said: saidInQuery(url.query),
    saidCookies: visitorCookies(cookie, 'u', usesHostCookies),
    wantsFresh: wantsFresh(request),
  }
}

/** Whether a value counts as a token: one that no cookie can hold is only removed from the URL. */
function isToken(value: string | undefined): value is string {
  return value !== undefined && isCookieValue(value)
}

/** Whether the reader reloads, as `no-cache` says: a user who just merged wants the result. */
export function wantsFresh({ headers }: FastifyRequest): boolean {
  const asked = headers['cache-control']
  return asked !== undefined && asked.includes('no-cache')
}

/** Whether a person opens the page, rather than a machine or a script, as browsers' headers say. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' ||
    headers['upgrade-insecure-requests'] === '1'
  )
}

/** The token of a URL by which the api let the reader in. */
export type Accepted = Pick<Credentials, 'jwt' | 'preview'>

/**
 * Takes the tokens out of the URL, before anything could pass it on, and keeps the one that was
 * accepted in a cookie: a link must not fill a reader's browser with what means nothing.
 */
export function intoCookie(
  { siteId, accepted }: { readonly siteId: string; readonly accepted: Accepted },
  url: ReaderUrl,
  usesHostCookies: boolean,
): Produced {
  const target = url.path + withoutParameters(url.query, secretParameters)
  const { jwt, preview } = accepted
  const value = jwt ?? preview
  const kind = jwt === undefined ? 'p' : 'v'
  const cookie =
    value !== undefined &&
    setVisitorCookie({ kind, siteId, value, isHttps: usesHostCookies })
  return seeOther(target, {
    ...privateHeaders,
    ...(cookie !== false && { 'set-cookie': cookie }),
  })
}

/**
 * A cookie with the unsigned claims of the URL, for the pages that follow until the browser closes.
 * Claims that have no effect are not stored.
 */
export function rememberSaid(
  wanted: Wanted,
  { siteId, audience }: Scope,
  usesHostCookies: boolean,
): string | undefined {
  if (wanted.said.size === 0) return undefined
  const before = saidBefore(wanted, siteId)
  const said = saidTogether(before, wanted.said)
  if (said.size > 0 && audience !== '') {
    const value = cookieOf(said)
    return value === cookieOf(before)
      ? undefined
      : setVisitorCookie({ kind: 'u', siteId, value, isHttps: usesHostCookies })
  }
  return before.size === 0 ? undefined : clearVisitorCookie('u', siteId, usesHostCookies)
}

/** Whether the URL still holds a token: no cache may store such an answer. */
export function holdsToken(url: ReaderUrl): boolean {
  const { jwt, preview } = secretsIn(url)
  return jwt !== undefined || preview !== undefined
}

function secretsIn({ query }: ReaderUrl): { jwt?: string; preview?: string } {
  if (query === '') return {}
  const parameters = new URLSearchParams(query)
  const [jwt, preview] = [parameters.get('jwt_token'), parameters.get('preview')]
  return { ...(jwt !== null && { jwt }), ...(preview !== null && { preview }) }
}
