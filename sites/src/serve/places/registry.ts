import type { SiteAt } from './site-at.ts'

/** A site that was read; the stream of changes updates those in the registry. */
export interface HeldSite {
  readonly site: SiteAt
  /** Replaced by a new object whenever the pages may have changed; cached pages refer to it. */
  readonly generation: object
  /** Whether the site must be read again before it is served, unless the api is away. */
  readonly isStale: boolean
}

export interface SiteChange {
  readonly siteId: string
  readonly epoch: number
  readonly heads: Readonly<Record<string, string>>
}

const sitesMax = 10_000

/**
 * The sites that look the same to everybody, by address. Sites of a single audience are not
 * registered: each request resolves them.
 */
export class SiteRegistry {
  /** Sites by origin, then by base path. The first origin is the one written longest ago. */
  readonly #byOrigin = new Map<string, Map<string, HeldSite>>()
  /** The addresses of each site, as origin and base path. */
  readonly #addresses = new Map<string, Map<string, readonly [string, string]>>()
  readonly #changedAt = new Map<string, number>()
  #changes = 0

  /** The site whose base path is the longest beginning of this path. */
  find(origin: string, path: string): HeldSite | undefined {
    const bases = this.#byOrigin.get(origin)
    if (bases === undefined) return undefined
    const whole = path.endsWith('/') ? path : `${path}/`
    let found: HeldSite | undefined
    let length = 0
    for (const [base, held] of bases) {
      if (base.length > length && whole.startsWith(base)) {
        found = held
        length = base.length
      }
    }
    return found
  }

  /** The count of changes, to take before reading a site from the api and pass to `hold`. */
  get changes(): number {
    return this.#changes
  }

  /** Registers a site; as stale if it changed while being read: the read may have missed that. */
  hold(site: SiteAt, changesBefore: number): HeldSite {
    const changedAt = this.#changedAt.get(site.scope.siteId) ?? 0
    return this.#put({ site, generation: {}, isStale: changedAt > changesBefore })
  }

  /** Renews token and time of a site that the api says is unchanged; its cached pages stay. */
  confirm(
    held: HeldSite,
    { verifiedMs, scope }: Pick<SiteAt, 'verifiedMs' | 'scope'>,
  ): HeldSite {
    return this.#put({
      ...held,
      isStale: false,
      site: { ...held.site, verifiedMs, scope },
    })
  }

  /** Adds a site from disk, as stale: until confirmed, it is served only while the api is away. */
  remember(site: SiteAt): void {
    if (
      this.find(site.origin, site.siteBasePath)?.site.siteBasePath === site.siteBasePath
    ) {
      return
    }
    this.#put({ site, generation: {}, isStale: true })
  }

  /** Whether the held site differs from this state. */
  differs({ siteId, epoch, heads }: SiteChange): boolean {
    return this.of(siteId).some(
      ({ site }) =>
        site.epoch !== epoch ||
        [...site.heads].some(([spaceId, head]) => (heads[spaceId] ?? head) !== head),
    )
  }

  apply({ siteId, epoch, heads }: SiteChange): void {
    this.#changes += 1
    this.#changedAt.set(siteId, this.#changes)
    for (const held of this.of(siteId)) {
      if (held.site.epoch !== epoch) this.#put({ ...held, generation: {}, isStale: true })
      else this.#moveHeads(held, heads)
    }
  }

  drop(siteId: string): void {
    this.#changes += 1
    this.#changedAt.set(siteId, this.#changes)
    for (const { site } of this.of(siteId)) {
      this.#byOrigin.get(site.origin)?.delete(site.siteBasePath)
    }
    this.#addresses.delete(siteId)
  }

  /** Drops all sites except these, and returns the ids of the dropped ones. */
  dropAllBut(siteIds: ReadonlySet<string>): readonly string[] {
    const gone = [...this.#addresses.keys()].filter((siteId) => !siteIds.has(siteId))
    for (const siteId of gone) this.drop(siteId)
    return gone
  }

  all(): readonly HeldSite[] {
    return [...this.#addresses.keys()].flatMap((siteId) => this.of(siteId))
  }

  /** The site at every address where it is held. */
  of(siteId: string): readonly HeldSite[] {
    return [...(this.#addresses.get(siteId)?.values() ?? [])].flatMap(
      ([origin, base]) => {
        const held = this.#byOrigin.get(origin)?.get(base)
        return held?.site.scope.siteId === siteId ? [held] : []
      },
    )
  }

  #moveHeads(held: HeldSite, heads: Readonly<Record<string, string>>): void {
    const moved = Object.entries(heads).filter(
      ([spaceId, head]) =>
        held.site.heads.has(spaceId) && held.site.heads.get(spaceId) !== head,
    )
    if (moved.length === 0) return
    const site = { ...held.site, heads: new Map([...held.site.heads, ...moved]) }
    this.#put({ ...held, site, generation: {} })
  }

  #put(held: HeldSite): HeldSite {
    const { origin, siteBasePath } = held.site
    const bases = this.#byOrigin.get(origin) ?? new Map<string, HeldSite>()
    bases.set(siteBasePath, held)
    const { siteId } = held.site.scope
    const addresses =
      this.#addresses.get(siteId) ?? new Map<string, readonly [string, string]>()
    addresses.set(origin + siteBasePath, [origin, siteBasePath])
    this.#addresses.set(siteId, addresses)
    this.#byOrigin.delete(origin)
    this.#byOrigin.set(origin, bases)
    if (this.#byOrigin.size > sitesMax) {
      const oldest = this.#byOrigin.keys().next()
      if (oldest.done !== true) this.#forgetOrigin(oldest.value)
    }
    return held
  }

  #forgetOrigin(origin: string): void {
    for (const { site } of this.#byOrigin.get(origin)?.values() ?? []) {
      this.#addresses.get(site.scope.siteId)?.delete(origin + site.siteBasePath)
    }
    this.#byOrigin.delete(origin)
  }
}
