import { byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import { type Api, ApiAwayError } from '#/serve/reads/api.ts'
import type { PublishedSite } from '#/serve/reads/published.ts'
import { isOpen } from '#/serve/reads/scope.ts'

import type { HeldSite, SiteRegistry } from './registry.ts'
import {
  headOf,
  type ResolvedContent,
  type ResolvedRedirect,
  resolveUrl,
  scopeOf,
} from './resolution.ts'
import { siteAt } from './site-at.ts'
import { type Asking, nobody, type Visitor, visitorsIn } from './visitors-in.ts'

export interface Wanted extends Asking {
  readonly origin: string
  readonly path: string
  /** Whether the reader asks for an answer from no cache. */
  readonly wantsFresh: boolean
  /** Whether the held site could not be read, so that all of it is requested again. */
  readonly isHeldWrong?: boolean
}

export type Located =
  | { readonly kind: 'site'; readonly held: HeldSite }
  | { readonly kind: 'redirect'; readonly to: ResolvedRedirect }
  | { readonly kind: 'missing' }

export interface LocatorOptions {
  readonly api: Api
  readonly registry: SiteRegistry
  /** Whether the stream of changes is connected. */
  readonly isLive: () => boolean
  readonly onOpened: (held: HeldSite) => void
  readonly now?: () => number
}

/** The age at which a held site is resolved again, well before its token expires after an hour. */
const tokenMsMax = 20 * 60_000
const missingMs = 1000
/** A site that the api confirmed within this time counts as up to date. */
const doubtMs = 2000
const missingMax = 5000
const audienceBytesMax = 32_000_000
const publishedBytes = 20_000

/**
 * Finds the site that a URL belongs to. It need not ask the api about a site known to be up to date
 * or an address known to be missing, except for visitors with credentials or claims.
 */
export class Locator {
  readonly #options: LocatorOptions
  readonly #now: () => number
  readonly #flight = singleFlight<Located>()
  readonly #missing = new Map<string, number>()
  readonly #published = byteLru<PublishedSite>(audienceBytesMax)

  constructor(options: LocatorOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** The held site at an address, if it is known to be up to date. Makes no request. */
  current(origin: string, path: string): HeldSite | undefined {
    const held = this.#options.registry.find(origin, path)
    return held !== undefined && this.#isCurrent(held) ? held : undefined
  }

  /** Seconds since the api last confirmed the site; 0 while it is known to be up to date. */
  ageSeconds({ site }: HeldSite): number {
    const ageMs = this.#now() - site.verifiedMs
    return this.#options.isLive() || ageMs < doubtMs ? 0 : Math.ceil(ageMs / 1000)
  }

  /** Forgets which addresses were missing: after a change of a site, they may exist. */
  forgetMissing(): void {
    this.#missing.clear()
  }

  /** Reads a site ahead of its readers, so that it is on disk before the api is away. */
  async open(url: string): Promise<void> {
    const { origin, pathname } = new URL(url)
    await this.locate({
      origin,
      path: pathname,
      ...nobody,
      wantsFresh: false,
    })
  }

  async locate(wanted: Wanted): Promise<Located> {
    const held = this.#options.registry.find(wanted.origin, wanted.path)
    const visitors = visitorsIn(wanted, held?.site.scope.siteId)
    if (visitors.length > 0) return this.#locateVisitor(wanted, visitors, held)
    return this.#locateAnyone(wanted, held)
  }

  async #locateAnyone(wanted: Wanted, held: HeldSite | undefined): Promise<Located> {
    if (held !== undefined && !wanted.wantsFresh && this.#isCurrent(held)) {
      return { kind: 'site', held }
    }
    const key = wanted.origin + (held?.site.siteBasePath ?? wanted.path)
    if (held === undefined && (this.#missing.get(key) ?? 0) > this.#now()) {
      return { kind: 'missing' }
    }
    const url = wanted.origin + wanted.path
    const { origin, isHeldWrong } = wanted
    const resolved = async () => this.#resolve(url, { held, origin, isHeldWrong })
    // A reader who wants a fresh answer must not share one that began earlier.
    const located = wanted.wantsFresh
      ? await resolved()
      : await this.#flight(key, resolved)
    if (located.kind === 'missing') this.#rememberMissing(key)
    return located
  }

  #isCurrent({ isStale, site }: HeldSite): boolean {
    return (
      !isStale && this.#options.isLive() && this.#now() - site.verifiedMs < tokenMsMax
    )
  }

  async #locateVisitor(
    { origin, path, isHeldWrong }: Wanted,
    visitors: readonly Visitor[],
    held: HeldSite | undefined,
  ): Promise<Located> {
    const url = origin + path
    for (const visitor of visitors) {
      const found = await this.#resolve(url, { origin, held, isHeldWrong, ...visitor })
      if (found.kind !== 'missing') return found
    }
    return this.#resolve(url, { origin, held, isHeldWrong })
  }

  async #resolve(url: string, known: Known): Promise<Located> {
    const { api, registry } = this.#options
    const changesBefore = registry.changes
    try {
      const resolution = await resolveUrl(api, url, known.credentials ?? {})
      if (resolution === undefined) {
        this.#dropIfGone(known)
        return { kind: 'missing' }
      }
      if ('redirect' in resolution) return { kind: 'redirect', to: resolution }
      // A cookie of another site on the same host must not open this site.
      const isOther = known.siteId !== undefined && known.siteId !== resolution.site
      return isOther
        ? { kind: 'missing' }
        : await this.#locateResolved(resolution, { ...known, changesBefore })
    } catch (error) {
      const kept = error instanceof ApiAwayError ? keptFor(known) : undefined
      if (kept !== undefined) return { kind: 'site', held: kept }
      throw error
    }
  }

  /** Drops a site that is gone for everybody: one hidden from a visitor stays for others. */
  #dropIfGone({ held, credentials }: Known): void {
    if (held === undefined || credentials !== undefined) return
    this.#options.registry.drop(held.site.scope.siteId)
  }

  async #locateResolved(content: ResolvedContent, known: Locating): Promise<Located> {
    const { registry, onOpened } = this.#options
    const { held, changesBefore, isHeldWrong = false } = known
    const scope = scopeOf(content)
    const verifiedMs = this.#now()
    const isQuiet = registry.changes === changesBefore && !isHeldWrong
    if (held !== undefined && isOpen(scope) && isQuiet && isAsHeld(held, content)) {
      return { kind: 'site', held: registry.confirm(held, { scope, verifiedMs }) }
    }
    const published = await this.#publishedOf(content, isHeldWrong)
    if (published === undefined) return { kind: 'missing' }
    const site = siteAt({
      scope,
      origin: known.origin,
      siteBasePath: content.siteBasePath,
      epoch: content.epoch,
      published,
      verifiedMs,
      heads: headOf(content),
    })
    if (!isOpen(scope)) {
      return { kind: 'site', held: { site, generation: {}, isStale: false } }
    }
    const opened = registry.hold(site, changesBefore)
    onOpened(opened)
    return { kind: 'site', held: opened }
  }

  /** The published site; for a single audience it is cached by audience, epoch and head. */
  async #publishedOf(
    content: ResolvedContent,
    isHeldWrong: boolean,
  ): Promise<PublishedSite | undefined> {
    const scope = scopeOf(content)
    const key = digestOf(
      JSON.stringify([
        scope.siteId,
        scope.audience,
        scope.shareKey,
        content.epoch,
        content.head,
      ]),
    )
    const isForOne = !isOpen(scope) && !scope.isPreview
    const known = isForOne && !isHeldWrong ? this.#published.get(key) : undefined
    if (known !== undefined) return known
    const found = await this.#options.api.read('getPublishedContentSite', scope.token, {
      params: { organizationId: scope.organizationId, siteId: scope.siteId },
      query: scope.shareKey === undefined ? {} : { shareKey: scope.shareKey },
    })
    if (found !== undefined && isForOne) this.#published.set(key, found, publishedBytes)
    return found
  }

  #rememberMissing(key: string): void {
    if (this.#missing.size >= missingMax) this.#missing.clear()
    this.#missing.set(key, this.#now() + missingMs)
  }
}

function isAsHeld({ site }: HeldSite, content: ResolvedContent): boolean {
  return (
    site.siteBasePath === content.siteBasePath &&
    site.epoch === content.epoch &&
    site.heads.get(content.space) === content.head
  )
}

interface Known extends Partial<Visitor> {
  readonly origin: string
  readonly held?: HeldSite | undefined
  readonly isHeldWrong?: boolean | undefined
}

interface Locating extends Known {
  readonly changesBefore: number
}

/** The site to serve while the api is away: signed-in visitors must not get the public version. */
function keptFor({ held, credentials }: Known): HeldSite | undefined {
  const isSigned = credentials?.jwt !== undefined || credentials?.preview !== undefined
  return held !== undefined && isOpen(held.site.scope) && !isSigned ? held : undefined
}
