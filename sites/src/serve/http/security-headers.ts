import {
  mayAsk,
  originsMax,
  safeOrigin,
} from '@lectern/content/openapi/request/servers.ts'

import { videoOrigins } from '#/blocks/videos.ts'

export interface SecurityContext {
  /** The origin of uploaded images and media. */
  readonly filesOrigin: string
  /** The `'sha256-…'` of the one inline script, which sets the theme before anything is painted. */
  readonly themeScriptHash: string
  /** The `'sha256-…'` of the one inline style, that of error pages. */
  readonly errorStyleHash: string
  readonly isHttps: boolean
  /** The origins that readers may send requests to from this page. */
  readonly connectsTo?: readonly string[]
}

const hstsSeconds = 63_072_000

/** The security headers of a page: all alike, but for the servers of operations that it shows. */
export function securityHeaders({
  filesOrigin,
  themeScriptHash,
  errorStyleHash,
  isHttps,
  connectsTo = [],
}: SecurityContext): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${themeScriptHash}`,
    `style-src 'self' ${errorStyleHash}`,
    // Authors may show images of other hosts; no other kind of file comes from there.
    `img-src 'self' ${filesOrigin} https:`,
    `media-src ${filesOrigin}`,
    "font-src 'self'",
    ["connect-src 'self'", ...connectable(connectsTo, isHttps)].join(' '),
    // A video is loaded once a reader plays it.
    `frame-src ${videoOrigins.join(' ')}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    ...(isHttps && {
      'strict-transport-security': `max-age=${hstsSeconds}`,
    }),
  }
}

/** What may stand in a policy, whoever made the list: anything else would change what it says. */
function connectable(
  origins: readonly string[],
  isPageSecure: boolean,
): readonly string[] {
  return origins
    .filter((origin) => safeOrigin(origin) === origin && mayAsk(origin, isPageSecure))
    .slice(0, originsMax)
}

/** Headers for an answer to one reader, or to readers who know a secret in its address. */
export const privateHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

export interface PublicCaching {
  readonly sharedSeconds: number
  readonly surrogateKeys: readonly string[]
}

const staleSeconds = 86_400

/** Headers of a public answer: browsers revalidate it, a CDN may store it and purge it by key. */
export function publicHeaders({
  sharedSeconds,
  surrogateKeys,
}: PublicCaching): Readonly<Record<string, string>> {
  return {
    'cache-control': `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`,
    'surrogate-key': surrogateKeys.join(' '),
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}
