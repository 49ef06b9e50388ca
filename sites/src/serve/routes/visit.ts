import type { ReaderUrl } from '#/serve/http/reader-url.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'

/** A request inside of a site that was found. */
export interface Visit {
  readonly method: string
  readonly url: ReaderUrl
  readonly held: HeldSite
  /** The path below the base path of the site, percent-encoded, without a leading slash. */
  readonly inside: string
  readonly address: string
  readonly accept: string | undefined
  readonly userAgent: string | undefined
  readonly acceptLanguage: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly form: Readonly<Record<string, string>>
  /** The text of a body that is JSON. */
  readonly json?: string
  /** Whether the reader may be counted: not if they ask not to be followed. */
  readonly isCountable: boolean
}

/** A visit to a path inside of a space. */
export interface PathVisit {
  readonly visit: Visit
  readonly place: SiteSpacePlace
  /** The path inside the space, percent-encoded, without outer slashes. */
  readonly rest: string
}

/** Whether the form is of this site, as far as headers say: others must not speak for readers. */
export function isFromSite({ origin, fetchSite, url }: Visit): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin'
  return origin === undefined || origin === url.sentOrigin
}

/** An answer before the common headers of the site are added. */
export interface Produced {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Whether caches may store the answer: the same for every reader until the site changes. */
  readonly isCacheable: boolean
  /** The origins besides its own that scripts of the page may ask; absent for most. */
  readonly connectsTo?: readonly string[]
}

export function html(status: number, body: string, isCacheable: boolean): Produced {
  return {
    status,
    body,
    isCacheable,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept, accept-encoding',
    },
  }
}

export function text(contentType: string, body: string, isCacheable = true): Produced {
  return {
    status: 200,
    body,
    isCacheable,
    headers: { 'content-type': `${contentType}; charset=utf-8`, vary: 'accept-encoding' },
  }
}

export function plain(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Produced {
  return {
    status,
    body: `${message}\n`,
    isCacheable: false,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  }
}

/** Answers for a form made for agents, on a site that is closed to them. */
export function notForAgents(): Produced {
  return plain(404, 'This site is not for agents.')
}

/** The time for which browsers may remember that an address has moved. */
const permanentSeconds = 3600

/**
 * A redirect: 307 for a temporary move, otherwise 308. While the site is unknown, the address may
 * hold a share key: only the reader's own browser may cache an `unplaced` redirect.
 */
export function redirect(
  location: string,
  kind: 'permanent' | 'temporary' | 'unplaced',
): Produced {
  const caching = {
    permanent: { 'cache-control': `public, max-age=${permanentSeconds}` },
    temporary: { 'cache-control': 'no-cache' },
    unplaced: {
      'cache-control': `private, max-age=${permanentSeconds}`,
      'referrer-policy': 'no-referrer',
    },
  }
  return {
    status: kind === 'temporary' ? 307 : 308,
    headers: { location, ...caching[kind] },
    body: '',
    isCacheable: false,
  }
}

/** Redirects after a form, or once a secret has left the URL; no cache may store it. */
export function seeOther(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Produced {
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...headers },
    body: '',
    isCacheable: false,
  }
}

/** The path with the query of the request. */
export function withQuery(path: string, { query }: Pick<ReaderUrl, 'query'>): string {
  return query === '' ? path : `${path}?${query}`
}
