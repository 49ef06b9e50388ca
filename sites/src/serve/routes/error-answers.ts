import { renderError } from '#/shell/render.tsx'
import type { ReaderUrl } from '#/serve/http/reader-url.ts'
import { privateHeaders } from '#/serve/http/security-headers.ts'
import type { Located } from '#/serve/places/locate.ts'
import type { ResolvedRedirect } from '#/serve/places/resolution.ts'

import { faviconOfHost } from './assets.ts'
import { type Produced, redirect } from './visit.ts'

/** A whole error page that needs no site. */
export function errorPage(status: number, requestId?: string): Produced {
  const body = renderError({
    status,
    language: 'en',
    direction: 'ltr',
    ...(requestId !== undefined && { requestId }),
  })
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // The address may hold a share key that was valid until a moment ago.
      ...privateHeaders,
    },
    body,
    isCacheable: false,
  }
}

/** Redirects, or answers that no site is found: a missing and a forbidden one look the same. */
export function answerElsewhere(
  located: Exclude<Located, { kind: 'site' }>,
  url: Pick<ReaderUrl, 'origin' | 'sentOrigin' | 'path'>,
): Produced {
  if (located.kind === 'missing') {
    if (url.path === '/favicon.ico') return faviconOfHost()
    return errorPage(404)
  }
  const location = locationFor(located.to, url)
  const { permanent } = located.to
  if (permanent === true) return redirect(location, 'unplaced')
  return {
    status: 302,
    headers: { ...privateHeaders, location },
    body: '',
    isCacheable: false,
  }
}

/**
 * Where a redirect of the api leads this reader, who may use a port of which the api was not told.
 * On the host of the request it is a path, for the browser keeps the port; content under another
 * name of that host has the port of the request; a target outside stays as it is.
 */
export function locationFor(
  { redirect: to, target }: ResolvedRedirect,
  { origin, sentOrigin }: Pick<ReaderUrl, 'origin' | 'sentOrigin'>,
): string {
  const path = to.startsWith(`${origin}/`) ? to.slice(origin.length) : undefined
  if (path !== undefined && !path.startsWith('//')) return path
  if (target !== 'content') return to
  const location = new URL(to)
  location.port = sentOrigin.slice(origin.length + 1)
  return location.href
}
