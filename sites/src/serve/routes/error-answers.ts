import { renderError } from '#/shell/render.tsx'
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
    isKept: false,
  }
}

/** Redirects, or answers that no site is found: a missing and a forbidden one look the same. */
export function answerElsewhere(
  located: Exclude<Located, { kind: 'site' }>,
  path: string,
): Produced {
  if (located.kind === 'missing') {
    return path === '/robots.txt' ? robotsOfHost() : errorPage(404)
  }
  const { redirect: location, permanent } = located.to
  if (permanent === true) return redirect(location, 'unplaced')
  return {
    status: 302,
    headers: { ...privateHeaders, location },
    body: '',
    isKept: false,
  }
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
    isKept: false,
  }
}
