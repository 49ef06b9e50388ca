import type { SiteAt } from './site-at.ts'

/** An open site with what the stream has said about it since it was read. */
export interface HeldSite {
  readonly site: SiteAt
  /** Exchanged whenever what its pages show may have changed; pages are tied to it. */
  readonly generation: object
  /** It must be read again before it is served. */
  readonly isStale: boolean
}

export interface SiteChange {
  readonly siteId: string
  readonly epoch: number
  readonly heads: Readonly<Record<string, string>>
}

const sitesMax = 10_000

/**
 * Sites that everybody reads the same, by where they are. Those of one audience are not here: they
 * are resolved each time.
 */
export class SiteRegistry {
  /** By origin, then by base path. The first origin is the one not used for longest. */
  readonly #byOrigin = new Map<string, Map<string, HeldSite>>()
  /** Where each site is held, as origin and base path. */
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

  /** To be asked before a site is read from the api, and given to `hold` with what came. */
  get changes(): number {
    return this.#changes
  }

  /** What changed while it was being read may or may not be in it. */
  hold(site: SiteAt, changesBefore: number): HeldSite {
    const changedAt = this.#changedAt.get(site.scope.siteId) ?? 0
    return this.#put({ site, generation: {}, isStale: changedAt > changesBefore })
  }

  /** The same site, said by the api to be as it was but for its token; its pages stay. */
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

  /** What was kept on disk: served only while nobody can say whether it still holds. */
  remember(site: SiteAt): void {
    if (
      this.find(site.origin, site.siteBasePath)?.site.siteBasePath === site.siteBasePath
    ) {
      return
    }
    this.#put({ site, generation: {}, isStale: true })
  }

  /** Whether the site is held otherwise than it is said to be. */
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

  /** Drops what the api does not publish any longer, and says which sites those were. */
  dropAllBut(siteIds: ReadonlySet<string>): readonly string[] {
    const gone = [...this.#addresses.keys()].filter((siteId) => !siteIds.has(siteId))
    for (const siteId of gone) this.drop(siteId)
    return gone
  }

  all(): readonly HeldSite[] {
    return [...this.#addresses.keys()].flatMap((siteId) => this.of(siteId))
  }

  /** Every address the site is held at. */
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
