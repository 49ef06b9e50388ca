import {
  privateHeaders,
  publicHeaders,
  securityHeaders,
} from '#/serve/http/security-headers.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import { isOpen } from '#/serve/reads/scope.ts'

import type { Produced } from './visit.ts'

type Headers = Readonly<Record<string, string>>

export interface HeaderOptions {
  readonly filesOrigin: string
  readonly themeScriptHash: string
  readonly errorStyleHash: string
  readonly sharedCacheSeconds: number
  /** The headers besides `Host` that decide every answer. */
  readonly decidedBy: readonly string[]
}

export interface SiteHeaders {
  readonly security: (isHttps: boolean) => Headers
  /** All headers of an answer that belongs to no site. */
  readonly ofNoSite: (produced: Produced, isHttps: boolean) => Headers
  /** All headers of an answer of a site. */
  readonly of: (held: HeldSite, produced: Produced, isHttps: boolean) => Headers
}

export function siteHeaders(options: HeaderOptions): SiteHeaders {
  const plain = securityHeaders({ ...options, isHttps: false })
  const secure = securityHeaders({ ...options, isHttps: true })
  const security = (isHttps: boolean) => (isHttps ? secure : plain)
  const securityOf = ({ connectsTo }: Produced, isHttps: boolean) =>
    connectsTo === undefined
      ? security(isHttps)
      : securityHeaders({ ...options, isHttps, connectsTo })
  return {
    security,
    ofNoSite: ({ headers }, isHttps) =>
      naming(options.decidedBy, { ...security(isHttps), ...headers }),
    of: (held, produced, isHttps) =>
      naming(options.decidedBy, {
        ...securityOf(produced, isHttps),
        ...cachingOf(held, options.sharedCacheSeconds),
        ...produced.headers,
        ...privacyOf(held, produced),
      }),
  }
}

/** The headers with a `Vary` that names what decided the answer, so that caches tell it apart. */
function naming(decidedBy: readonly string[], headers: Headers): Headers {
  if (decidedBy.length === 0) return headers
  const { vary } = headers
  return {
    ...headers,
    vary: [...(vary === undefined ? [] : [vary]), ...decidedBy].join(', '),
  }
}

function cachingOf({ site }: HeldSite, sharedSeconds: number): Headers {
  if (!isOpen(site.scope)) return privateHeaders
  const spaces = [...site.heads.keys()].map((id) => `space-${id}`)
  return publicHeaders({
    sharedSeconds,
    surrogateKeys: [`site-${site.scope.siteId}`, ...spaces],
  })
}

/** The headers that win over a route's: private sites stay private, unlisted ones unlisted. */
function privacyOf({ site }: HeldSite, { headers }: Produced): Headers {
  if (isOpen(site.scope)) {
    return site.scope.visibility === 'public' ? {} : { 'x-robots-tag': 'noindex' }
  }
  // Scripts and styles hold no private data, but their address may hold a share key.
  const isBuilt = headers['cache-control']?.includes('immutable') === true
  return isBuilt
    ? { ...privateHeaders, 'cache-control': 'private, max-age=31536000, immutable' }
    : privateHeaders
}
