import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import { originOf } from '#/serve/http/reader-url.ts'
import { type Api, ApiAwayError, isRefusal } from '#/serve/reads/api.ts'
import type { PublishedSite } from '#/serve/reads/published.ts'
import { isOpen } from '#/serve/reads/scope.ts'

import type { SiteIdAt } from './ask-for-site.ts'
import { bytesOfPublished, type HeldSite, type SiteRegistry } from './registry.ts'
import {
  headOf,
  type ResolvedContent,
  type ResolvedRedirect,
  resolveUrl,
  scopeOf,
} from './resolution.ts'
import { type SiteAt, siteAt } from './site-at.ts'
import {
  type Asking,
  nobody,
  sitesNamedIn,
  type Visitor,
  visitorsIn,
} from './visitors-in.ts'

export interface Wanted extends Asking {
  readonly origin: string
  /** The origin with its port, for a site that nobody else is shown. */
  readonly sentOrigin: string
  readonly path: string
  /** Whether the reader asks for an answer from no cache. */
  readonly wantsFresh: boolean
  /** Whether the held site could not be read, so that all of it is requested again. */
  readonly isHeldWrong?: boolean
  /** Whether no reader asks. */
  readonly isAhead?: true
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
  readonly siteIdAt: SiteIdAt
  /** The public site at an address as it is on disk. */
  readonly keptAt: (origin: string, path: string) => Promise<SiteAt | undefined>
  /** The memory for sites as single audiences see them. */
  readonly bytesMax: number
  readonly now?: () => number
}

/** The age at which a held site is resolved again, well before its token expires after an hour. */
const tokenMsMax = 20 * 60_000
const missingMs = 1000
/** The most addresses that are known to be missing, each by a short digest. */
const missingMax = 5000
/** A site that the api confirmed within this time counts as up to date. */
const doubtMs = 2000

/**
 * Finds the site that a URL belongs to. It need not ask the api about a site known to be up to date
 * or an address known to be missing, except for visitors with credentials or claims.
 */
export class Locator {
  readonly #options: LocatorOptions
  readonly #now: () => number
  readonly #flight = singleFlight<Located>()
  /** Digests of missing addresses with the time until which they count, the first to end first. */
  readonly #missing = new Map<string, number>()
  readonly #published: ByteLru<PublishedSite>

  constructor(options: LocatorOptions) {
    this.#options = options
    this.#published = byteLru(options.bytesMax)
    this.#now = options.now ?? Date.now
  }

  /** The held site at an address, if it is known to be up to date. Makes no request. */
  current(origin: string, path: string): HeldSite | undefined {
    const { registry } = this.#options
    const held = registry.find(origin, path)
    if (held === undefined || !this.#isCurrent(held)) return undefined
    registry.use(held)
    return held
  }

  /** Seconds since the api last confirmed the site; 0 while it is known to be up to date. */
  ageSeconds({ site }: HeldSite): number {
    const ageMs = this.#now() - site.verifiedMs
    return this.#options.isLive() || ageMs < doubtMs ? 0 : Math.ceil(ageMs / 1000)
  }

  /** The public sites below an origin: the stream brings all of them before anybody asks. */
  publicAt(origin: string): readonly SiteAt[] {
    return this.#options.registry
      .at(origin)
      .filter(({ scope }) => scope.visibility === 'public')
  }

  /** Forgets which addresses were missing: after a change of a site, they may exist. */
  forgetMissing(): void {
    this.#missing.clear()
  }

  /** Reads a site ahead of its readers, so that it is on disk before the api is away. */
  async open(url: string): Promise<void> {
    const parsed = new URL(url)
    const origin = originOf(parsed)
    if (origin === undefined) return
    await this.locate({
      origin,
      sentOrigin: origin,
      path: parsed.pathname,
      ...nobody,
      wantsFresh: false,
      isAhead: true,
    })
  }

  async locate(wanted: Wanted): Promise<Located> {
    const { registry } = this.#options
    const held = registry.find(wanted.origin, wanted.path)
    if (held !== undefined && wanted.isAhead !== true) registry.use(held)
    const siteId = held?.site.scope.siteId ?? (await this.#siteIdFor(wanted))
    if (siteId === null) return { kind: 'missing' }
    const visitors = visitorsIn(wanted, siteId)
    if (visitors.length > 0) return this.#locateVisitor(wanted, visitors, held)
    return this.#locateAnyone(wanted, held)
  }

  /**
   * The site that the URL names, asked for where cookies of several sites would be tried in turn:
   * null where there is none, undefined where nobody says so or it does not matter.
   */
  async #siteIdFor(wanted: Wanted): Promise<string | null | undefined> {
    const { jwt, preview } = wanted.credentials
    const isInUrl = jwt !== undefined || preview !== undefined
    if (isInUrl || sitesNamedIn(wanted).size < 2) return undefined
    return this.#options.siteIdAt(wanted.origin + wanted.path)
  }

  async #locateAnyone(wanted: Wanted, held: HeldSite | undefined): Promise<Located> {
    if (held !== undefined && !wanted.wantsFresh && this.#isCurrent(held)) {
      return { kind: 'site', held }
    }
    const { registry } = this.#options
    const changesBefore = registry.changes
    const key = digestOf(wanted.origin + (held?.site.siteBasePath ?? wanted.path))
    if (held === undefined && (this.#missing.get(key) ?? 0) > this.#now()) {
      return { kind: 'missing' }
    }
    const url = wanted.origin + wanted.path
    const resolved = async () => this.#resolve(url, { ...addressIn(wanted), held })
    // A reader who wants a fresh answer must not share one that began earlier, and nobody one that
    // began before a change that is known of.
    const located = wanted.wantsFresh
      ? await resolved()
      : await this.#flight(`${key} ${changesBefore}`, resolved)
    // After a change meanwhile, the site may exist.
    if (located.kind === 'missing' && registry.changes === changesBefore) {
      this.#rememberMissing(key)
    }
    return located
  }

  #isCurrent({ isStale, site }: HeldSite): boolean {
    return (
      !isStale && this.#options.isLive() && this.#now() - site.verifiedMs < tokenMsMax
    )
  }

  async #locateVisitor(
    wanted: Wanted,
    visitors: readonly Visitor[],
    held: HeldSite | undefined,
  ): Promise<Located> {
    const url = wanted.origin + wanted.path
    const known = { ...addressIn(wanted), held }
    for (const visitor of visitors) {
      const found = await this.#resolve(url, { ...known, ...visitor })
      if (found.kind !== 'missing') return found
    }
    return this.#resolve(url, known)
  }

  async #resolve(url: string, known: Known): Promise<Located> {
    const { api, registry } = this.#options
    const changesBefore = registry.changes
    try {
      const resolution = await tryUrl(api, url, known.credentials ?? {})
      if (resolution === undefined) {
        await this.#dropIfGone(known)
        return { kind: 'missing' }
      }
      if (resolution === 'refused') return { kind: 'missing' }
      if ('redirect' in resolution) return { kind: 'redirect', to: resolution }
      // A cookie of another site on the same host must not open this site.
      const isOther = known.siteId !== undefined && known.siteId !== resolution.site
      return isOther
        ? { kind: 'missing' }
        : await this.#locateResolved(resolution, { ...known, changesBefore })
    } catch (error) {
      const kept = error instanceof ApiAwayError ? await this.#keptFor(known) : undefined
      if (kept !== undefined) return { kind: 'site', held: kept }
      throw error
    }
  }

  /** The site to serve while the api is away; never the public version to a signed-in visitor. */
  async #keptFor({
    held,
    credentials,
    origin,
    path,
  }: Known): Promise<HeldSite | undefined> {
    const { jwt, preview, member } = credentials ?? {}
    if ([jwt, preview, member].some((each) => each !== undefined)) return undefined
    if (held !== undefined) return isOpen(held.site.scope) ? held : undefined
    const kept = await this.#options.keptAt(origin, path)
    return kept && this.#options.registry.remember(kept)
  }

  /** Drops a site that is gone for everybody: one hidden from a visitor stays for others. */
  async #dropIfGone({ held, credentials, path }: Known): Promise<void> {
    if (held === undefined || credentials !== undefined) return
    const { api, registry } = this.#options
    const { origin, siteBasePath, scope } = held.site
    // Anybody can name a path that leads nowhere inside of a site that is there.
    const whole =
      path === siteBasePath ? undefined : await resolveUrl(api, origin + siteBasePath, {})
    if (whole === undefined) registry.drop(scope.siteId)
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
      origin: isOpen(scope) ? known.origin : known.sentOrigin,
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
        scope.fileReader,
        content.epoch,
        content.head,
      ]),
    )
    const isForOne = !isOpen(scope) && !scope.isPreview
    const known = isForOne && !isHeldWrong ? this.#published.get(key) : undefined
    if (known !== undefined) return known
    const found = await this.#options.api.read('getPublishedContentSite', scope, {
      params: { organizationId: scope.organizationId, siteId: scope.siteId },
      query: {
        externalLinks: true,
        ...(scope.shareKey !== undefined && { shareKey: scope.shareKey }),
      },
    })
    if (found !== undefined && isForOne) {
      this.#published.set(key, found, bytesOfPublished(found))
    }
    return found
  }

  #rememberMissing(key: string): void {
    const now = this.#now()
    for (const [known, untilMs] of this.#missing) {
      if (untilMs > now && this.#missing.size < missingMax) break
      this.#missing.delete(known)
    }
    this.#missing.delete(key)
    this.#missing.set(key, now + missingMs)
  }
}

/** Resolves a URL; `refused` for one that the api does not take, such as a very long one. */
async function tryUrl(...asked: Parameters<typeof resolveUrl>) {
  try {
    return await resolveUrl(...asked)
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    throw error
  }
}

function addressIn({ origin, sentOrigin, path, isHeldWrong }: Wanted) {
  return { origin, sentOrigin, path, isHeldWrong }
}

function isAsHeld({ site }: HeldSite, content: ResolvedContent): boolean {
  return (
    site.siteBasePath === content.siteBasePath &&
    site.epoch === content.epoch &&
    site.heads.get(content.space) === content.head
  )
}

interface Known extends Partial<Visitor>, ReturnType<typeof addressIn> {
  readonly held?: HeldSite | undefined
}

interface Locating extends Known {
  readonly changesBefore: number
}
