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
  /** What pages are made from. */
  readonly library: Library
  /** One that keeps nothing in memory: what it reads goes to disk. */
  readonly archivist: Library
  readonly store: SnapshotStore
  readonly onFailure: (error: unknown) => void
  /** Several merges in a row are one. */
  readonly delayMs?: number
}

const delayMsDefault = 1000
/** Few: readers come first. */
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

/** Keeps all of each public site on disk, read in the background when it has changed. */
export class Capture {
  readonly #options: CaptureOptions
  /** By address; the newest wins. */
  readonly #waiting = new Map<string, SiteAt>()
  /** What is whole on disk, by address. */
  readonly #kept = new Map<string, SiteAt>()
  /** Sites that were dropped while one of them was being read. */
  readonly #dropped = new Set<string>()
  #reading: SiteAt | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: CaptureOptions) {
    this.#options = options
  }

  /** The site is as given here now. */
  want({ site }: HeldSite): void {
    if (this.#isStopped || !isPublic(site.scope)) return
    this.#options.store.open(site.scope.siteId)
    this.#waiting.set(addressOf(site), site)
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** What was kept when the process ended, for a start while the api is away. */
  async restore(registry: SiteRegistry): Promise<void> {
    for (const text of await this.#options.store.places()) {
      try {
        const site = siteIn(text)
        this.#kept.set(addressOf(site), site)
        registry.remember(site)
      } catch (error) {
        // A damaged file must not keep the others from being served; its site is read again.
        this.#options.onFailure(error)
      }
    }
  }

  /** The site as it is on disk, for when something newer was told of and cannot be read. */
  keptOf({ site }: HeldSite): HeldSite | undefined {
    const kept = this.#kept.get(addressOf(site))
    const isSame = kept?.scope.siteId === site.scope.siteId
    return isPublic(site.scope) && isSame
      ? { site: kept, generation: kept, isStale: true }
      : undefined
  }

  /** Whether anything of the site is on disk or on its way there. */
  holds(siteId: string): boolean {
    const places = [...this.#waiting.values(), ...this.#kept.values()]
    return (
      this.#reading?.scope.siteId === siteId ||
      places.some(({ scope }) => scope.siteId === siteId)
    )
  }

  /** It is not for everybody any more, or not there: nothing of it stays. */
  async drop(siteId: string): Promise<void> {
    this.#dropped.add(siteId)
    for (const places of [this.#waiting, this.#kept]) {
      for (const [address, { scope }] of places) {
        if (scope.siteId === siteId) places.delete(address)
      }
    }
    await this.#options.store.close(siteId)
  }

  /** When everything wanted so far is on disk. */
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
        // It is not for everybody any more, which the stream is about to tell.
        if (revision === undefined) return
        keys.push(revisionKey(spaceId, head))
        keys.push(...(await this.#captureSpace(site, spaceId, revision)))
      }
    } catch (error) {
      // It changed again, or nobody can be asked: another attempt follows with the next change.
      if (error instanceof ApiAwayError || error instanceof TokenRefusedError) return
      throw error
    }
    if (this.#isStopped) return
    // Only now: until everything of it is there, what was there before is the better answer.
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

/** Without the token: what lies on disk opens nothing. */
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
