import type { PublishedSite } from '#/serve/reads/published.ts'

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

interface Entry {
  readonly held: HeldSite
  readonly address: string
  readonly bytes: number
}

/** The most addresses of a site: its own host and the organization's, each with either scheme. */
const addressesMax = 8
const changesMax = 10_000
const bytesPerCharacter = 4
const bytesPerEntry = 1000
const bytesPerSpace = 500

/**
 * The sites that look the same to everybody, by address, within a limit in bytes. Sites of a single
 * audience are not registered: each request resolves them.
 */
export class SiteRegistry {
  readonly #bytesMax: number
  /** Sites by origin, then by base path. */
  readonly #byOrigin = new Map<string, Map<string, Entry>>()
  /** Entries that nobody has asked for since they came, the oldest first: the first to go. */
  readonly #unread = new Map<string, Entry>()
  /** Entries that were asked for, the one whose last use is longest ago first. */
  readonly #read = new Map<string, Entry>()
  /** The addresses of each site. */
  readonly #addresses = new Map<string, Set<string>>()
  readonly #changedAt = new Map<string, number>()
  /** The latest change among those that are not in `#changedAt` any more. */
  #changeForgotten = 0
  #changes = 0
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#unread.size + this.#read.size
  }

  /** The site whose base path is the longest beginning of this path. */
  find(origin: string, path: string): HeldSite | undefined {
    const bases = this.#byOrigin.get(origin)
    if (bases === undefined) return undefined
    const whole = path.endsWith('/') ? path : `${path}/`
    let found: HeldSite | undefined
    let length = 0
    for (const [base, { held }] of bases) {
      if (base.length > length && whole.startsWith(base)) {
        found = held
        length = base.length
      }
    }
    return found
  }

  /** The sites below an origin. */
  at(origin: string): readonly SiteAt[] {
    return [...(this.#byOrigin.get(origin)?.values() ?? [])].map(({ held }) => held.site)
  }

  /** Tells that a reader asks for the site: those that nobody asks for go first. */
  use({ site }: HeldSite): void {
    const address = addressOf(site)
    const entry = this.#read.get(address) ?? this.#unread.get(address)
    if (entry === undefined) return
    this.#unread.delete(address)
    this.#read.delete(address)
    this.#read.set(address, entry)
  }

  /** The count of changes, to take before reading a site from the api and pass to `hold`. */
  get changes(): number {
    return this.#changes
  }

  /** Registers a site; as stale if it changed while being read: the read may have missed that. */
  hold(site: SiteAt, changesBefore: number): HeldSite {
    const changedAt = this.#changedAt.get(site.scope.siteId) ?? this.#changeForgotten
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
  remember(site: SiteAt): HeldSite {
    const known = this.find(site.origin, site.siteBasePath)
    if (known?.site.siteBasePath === site.siteBasePath) return known
    return this.#put({ site, generation: {}, isStale: true })
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
    this.#changed(siteId)
    for (const held of this.of(siteId)) {
      if (held.site.epoch !== epoch) this.#put({ ...held, generation: {}, isStale: true })
      else this.#moveHeads(held, heads)
    }
  }

  /** Has the pages of a site looked at again: something changed that they show. */
  renew(siteId: string): void {
    for (const held of this.of(siteId)) this.#put({ ...held, generation: {} })
  }

  drop(siteId: string): void {
    this.#changed(siteId)
    for (const address of this.#addresses.get(siteId) ?? []) this.#remove(address)
  }

  /** Drops all sites except these. */
  dropAllBut(siteIds: ReadonlySet<string>): void {
    for (const siteId of this.#addresses.keys()) {
      if (!siteIds.has(siteId)) this.drop(siteId)
    }
  }

  /** The site at every address where it is held. */
  of(siteId: string): readonly HeldSite[] {
    return [...(this.#addresses.get(siteId) ?? [])].flatMap((address) => {
      const entry = this.#entryAt(address)
      return entry === undefined ? [] : [entry.held]
    })
  }

  #changed(siteId: string): void {
    this.#changes += 1
    this.#changedAt.delete(siteId)
    this.#changedAt.set(siteId, this.#changes)
    if (this.#changedAt.size <= changesMax) return
    const first = this.#changedAt.entries().next()
    if (first.done === true) return
    const [forgotten, change] = first.value
    this.#changedAt.delete(forgotten)
    this.#changeForgotten = change
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
    const { site } = held
    const address = addressOf(site)
    const before = this.#entryAt(address)
    const { siteId } = site.scope
    if (before !== undefined && before.held.site.scope.siteId !== siteId) {
      this.#remove(address)
    }
    const entry = { held, address, bytes: bytesOf(site) }
    // A change is no use: an entry stays in its place of the order.
    const order = this.#read.has(address) ? this.#read : this.#unread
    this.#bytes += entry.bytes - (order.get(address)?.bytes ?? 0)
    order.set(address, entry)
    const bases = this.#byOrigin.get(site.origin) ?? new Map<string, Entry>()
    bases.set(site.siteBasePath, entry)
    this.#byOrigin.set(site.origin, bases)
    const addresses = this.#addresses.get(siteId) ?? new Set<string>()
    addresses.add(address)
    this.#addresses.set(siteId, addresses)
    const [first] = addresses
    if (addresses.size > addressesMax && first !== undefined) this.#remove(first)
    this.#makeRoom(address)
    return held
  }

  /** Removes what nobody asks for, and the site that just came last: its reader may follow. */
  #makeRoom(latest: string): void {
    for (const order of [this.#unread, this.#read]) {
      for (const address of order.keys()) {
        if (this.#bytes <= this.#bytesMax) return
        if (address !== latest) this.#remove(address)
      }
    }
    if (this.#bytes > this.#bytesMax) this.#remove(latest)
  }

  #entryAt(address: string): Entry | undefined {
    return this.#read.get(address) ?? this.#unread.get(address)
  }

  #remove(address: string): void {
    const entry = this.#entryAt(address)
    if (entry === undefined) return
    const { site } = entry.held
    this.#bytes -= entry.bytes
    this.#read.delete(address)
    this.#unread.delete(address)
    const bases = this.#byOrigin.get(site.origin)
    bases?.delete(site.siteBasePath)
    if (bases?.size === 0) this.#byOrigin.delete(site.origin)
    const addresses = this.#addresses.get(site.scope.siteId)
    addresses?.delete(address)
    if (addresses?.size === 0) this.#addresses.delete(site.scope.siteId)
  }
}

function addressOf({ origin, siteBasePath }: SiteAt): string {
  return origin + siteBasePath
}

/** Sizes of published sites, each measured once. */
const publishedBytes = new WeakMap<PublishedSite, number>()

/** The memory that a published site takes: about twice that of its text. */
export function bytesOfPublished(published: PublishedSite): number {
  let bytes = publishedBytes.get(published)
  if (bytes === undefined) {
    bytes = JSON.stringify(published).length * bytesPerCharacter
    publishedBytes.set(published, bytes)
  }
  return bytes
}

function bytesOf({ published, siteSpaces, heads }: SiteAt): number {
  const spaces = siteSpaces.length + heads.size
  return bytesPerEntry + bytesOfPublished(published) + spaces * bytesPerSpace
}
