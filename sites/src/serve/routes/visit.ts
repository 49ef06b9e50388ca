import type { ReaderUrl } from '#/serve/http/reader-url.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'

/** A request for something of a site that was found. */
export interface Visit {
  readonly method: string
  readonly url: ReaderUrl
  readonly held: HeldSite
  /** The path below where the site begins, percent-encoded, without a slash in front. */
  readonly inside: string
  readonly address: string
  readonly accept: string | undefined
  readonly userAgent: string | undefined
  readonly acceptLanguage: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  readonly form: Readonly<Record<string, string>>
}

/** One that leads into a space. */
export interface PathVisit {
  readonly visit: Visit
  readonly place: SiteSpacePlace
  /** The path inside the space, percent-encoded, without slashes at its ends. */
  readonly rest: string
}

/** What is answered, before the headers that every answer of the site gets. */
export interface Produced {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** The same for every reader until something of the site changes. */
  readonly isKept: boolean
}

export function html(status: number, body: string, isKept: boolean): Produced {
  return {
    status,
    body,
    isKept,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept, accept-encoding',
    },
  }
}

export function text(contentType: string, body: string, isKept = true): Produced {
  return {
    status: 200,
    body,
    isKept,
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
    isKept: false,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  }
}

/** How long an address that was given up may be remembered by browsers. */
const permanentSeconds = 3600

/**
 * 308 for what has moved for good; 307 for what may lead elsewhere tomorrow. Where it is not known yet
 * whose site it is, the address may hold a key: only the reader's own browser keeps it.
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
    isKept: false,
  }
}

/** After a form, or once a secret has left the URL: never kept by anybody. */
export function seeOther(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Produced {
  return {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...headers },
    body: '',
    isKept: false,
  }
}

/** The path with what stood behind it. */
export function withQuery(path: string, { query }: Pick<ReaderUrl, 'query'>): string {
  return query === '' ? path : `${path}?${query}`
}
