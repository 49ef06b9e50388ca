import type { HeldSite, SiteRegistry } from '#/serve/places/registry.ts'
import { type SiteAt, siteAt } from '#/serve/places/site-at.ts'
import { ApiAwayError, TokenRefusedError } from '#/serve/reads/api.ts'
import {
  documentKey,
  type Library,
  reusableKey,
  revisionKey,
} from '#/serve/reads/library.ts'
import type { PublishedSite } from '#/serve/reads/published.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { isPublic, type Scope } from '#/serve/reads/scope.ts'

import type { SnapshotStore } from './snapshot-store.ts'

export interface CaptureOptions {
  /** The library that pages are made from. */
  readonly library: Library
  /** A library without a memory cache, whose reads put the content on disk. */
  readonly archivist: Library
  readonly store: SnapshotStore
  readonly onFailure: (error: unknown) => void
  /** A pause before captures, so that several merges in a row cost one. */
  readonly delayMs?: number
}

const delayMsDefault = 1000
/** The number of reads at once: small, since readers have priority. */
const readsAtOnce = 2

interface Place {
  readonly origin: string
  readonly siteBasePath: string
  readonly epoch: number
  readonly published: PublishedSite
  readonly heads: Readonly<Record<string, string>>
  readonly scope: Omit<Scope, 'token'>
  readonly verifiedMs: number
}

/** Copies each public site to disk, in the background, whenever it has changed. */
export class Capture {
  readonly #options: CaptureOptions
  /** Sites to capture, by address; the newest version wins. */
  readonly #waiting = new Map<string, SiteAt>()
  /** Sites that are complete on disk, by address. */
  readonly #kept = new Map<string, SiteAt>()
  /** Sites dropped since their last capture began, so that a running capture removes them again. */
  readonly #dropped = new Set<string>()
  #reading: SiteAt | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: CaptureOptions) {
    this.#options = options
  }

  /** Schedules a capture of the site in its current state. */
  want({ site }: HeldSite): void {
    if (this.#isStopped || !isPublic(site.scope)) return
    this.#options.store.open(site.scope.siteId)
    this.#waiting.set(addressOf(site), site)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Loads the sites on disk into the registry, for a start while the api is away. */
  async restore(registry: SiteRegistry): Promise<void> {
    for (const text of await this.#options.store.places()) {
      try {
        const site = siteIn(text)
        this.#kept.set(addressOf(site), site)
        registry.remember(site)
      } catch (error) {
        // A damaged file must not block the other sites; its own site is captured again later.
        this.#options.onFailure(error)
      }
    }
  }

  /** The version on disk, for when a newer one is announced but cannot be read. */
  keptOf({ site }: HeldSite): HeldSite | undefined {
    const kept = this.#kept.get(addressOf(site))
    const isSame = kept?.scope.siteId === site.scope.siteId
    return isPublic(site.scope) && isSame
      ? { site: kept, generation: kept, isStale: true }
      : undefined
  }

  /** Whether any part of the site is on disk or about to be. */
  holds(siteId: string): boolean {
    const places = [...this.#waiting.values(), ...this.#kept.values()]
    return (
      this.#reading?.scope.siteId === siteId ||
      places.some(({ scope }) => scope.siteId === siteId)
    )
  }

  /** Removes a site that is gone or no longer public from memory and disk. */
  async drop(siteId: string): Promise<void> {
    this.#dropped.add(siteId)
    for (const places of [this.#waiting, this.#kept]) {
      for (const [address, { scope }] of places) {
        if (scope.siteId === siteId) places.delete(address)
      }
    }
    await this.#options.store.close(siteId)
  }

  /** Resolves once every scheduled capture has ended. */
  async idle(): Promise<void> {
    await this.#running
    if (this.#running !== undefined) await this.idle()
  }

  stop(): void {
    this.#isStopped = true
    this.#waiting.clear()
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      await pause(this.#options.delayMs ?? delayMsDefault)
      for (const [address, site] of this.#waiting) {
        this.#waiting.delete(address)
        this.#dropped.delete(site.scope.siteId)
        this.#reading = site
        await this.#capture(site).catch(this.#options.onFailure)
        this.#reading = undefined
      }
    }
  }

  async #capture(site: SiteAt): Promise<void> {
    const { library, archivist, store } = this.#options
    const keys: string[] = []
    try {
      for (const [spaceId, head] of site.heads) {
        const isKept = store.has(site.scope.siteId, revisionKey(spaceId, head))
        const reader = isKept ? library : archivist
        const revision = await reader.revision(site.scope, spaceId, head)
        // The revision is gone or hidden: the site changed, which the stream is about to report.
        if (revision === undefined) return
        keys.push(revisionKey(spaceId, head))
        keys.push(...(await this.#captureSpace(site, spaceId, revision)))
      }
    } catch (error) {
      // The site changed again or the api is away: the next change starts another attempt.
      if (error instanceof ApiAwayError || error instanceof TokenRefusedError) return
      throw error
    }
    if (this.#isStopped) return
    // The place comes last: until all content is on disk, the earlier version is better.
    await store.putPlace(addressOf(site), site.scope.siteId, placeOf(site))
    this.#kept.set(addressOf(site), site)
    await store.keepOnly(site.scope.siteId, keys)
    if (this.#dropped.has(site.scope.siteId)) {
      this.#kept.delete(addressOf(site))
      await store.dropSite(site.scope.siteId)
    }
  }

  async #captureSpace(
    { scope }: SiteAt,
    spaceId: string,
    revision: RevisionIndex,
  ): Promise<readonly string[]> {
    const { archivist, store } = this.#options
    const reads = [
      ...revision.documents.map(({ page }) => ({
        key: documentKey({ spaceId, revision, page }),
        read: async () => archivist.document({ scope, spaceId, revision, page }),
      })),
      ...[...revision.reusableById.keys()].map((reusableContentId) => ({
        key: reusableKey({ spaceId, revision, reusableContentId }),
        read: async () =>
          archivist.reusable({ scope, spaceId, revision, reusableContentId }),
      })),
    ]
    const missing = reads.filter(({ key }) => !store.has(scope.siteId, key))
    for (let at = 0; at < missing.length && !this.#isStopped; at += readsAtOnce) {
      await Promise.all(
        missing.slice(at, at + readsAtOnce).map(async ({ read }) => read()),
      )
    }
    return reads.map(({ key }) => key)
  }
}

function addressOf({ origin, siteBasePath }: SiteAt): string {
  return origin + siteBasePath
}

/** The text of a site for its file on disk, without the token, so that the file gives no access. */
function placeOf(site: SiteAt): string {
  const { token: _token, ...scope } = site.scope
  const place: Place = {
    origin: site.origin,
    siteBasePath: site.siteBasePath,
    epoch: site.epoch,
    published: site.published,
    heads: Object.fromEntries(site.heads),
    scope,
    verifiedMs: site.verifiedMs,
  }
  return JSON.stringify(place)
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

function siteIn(text: string): SiteAt {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file, in this layout
  const { scope, ...place } = JSON.parse(text) as Place
  return siteAt({ ...place, scope: { ...scope, token: '', shareKey: undefined } })
}
