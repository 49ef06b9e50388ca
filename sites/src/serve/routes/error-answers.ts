import { renderError } from '#/shell/render.tsx'
import type { ReaderUrl } from '#/serve/http/reader-url.ts'
import { privateHeaders } from '#/serve/http/security-headers.ts'
import type { Located } from '#/serve/places/locate.ts'

import { type Produced, redirect } from './visit.ts'

/** A whole error page that needs no site. */
export function errorPage(status: number, requestId?: string): Produced {
  const body = renderError({
    status,
    language: 'en',
    direction: 'ltr',
    styles: [],
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
  url: Pick<ReaderUrl, 'origin' | 'path'>,
): Produced {
  if (located.kind === 'missing') {
    return url.path === '/robots.txt' ? robotsOfHost() : errorPage(404)
  }
  const location = onSameHost(located.to.redirect, url)
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
 * The path of a target on the host of the request, which the browser resolves against the port that
 * it uses; another target as it is.
 */
export function onSameHost(
  target: string,
  { origin }: Pick<ReaderUrl, 'origin'>,
): string {
  const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target
  return path.startsWith('//') ? target : path
}

/** The `robots.txt` of a host that several sites may share: pages state their own rules. */
function robotsOfHost(): Produced {
  return {
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
    body: 'User-agent: *\nAllow: /\n',
    isCacheable: false,
  }
}
