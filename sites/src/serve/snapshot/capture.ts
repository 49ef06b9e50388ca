import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { AssetRef } from '@lectern/content/document/references.ts'

import type { CustomFonts } from '#/serve/pages/custom-fonts.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import { type SiteAt, siteAt } from '#/serve/places/site-at.ts'
import { ApiAwayError, TokenRefusedError } from '#/serve/reads/api.ts'
import { type ApiPartsReader, partsKey } from '#/serve/reads/api-parts.ts'
import {
  documentKey,
  type Library,
  reusableKey,
  revisionKey,
} from '#/serve/reads/library.ts'
import type { PublishedSite } from '#/serve/reads/published.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { assetIn } from '#/serve/views/references.ts'
import { isPublic, type Scope } from '#/serve/reads/scope.ts'

import type { SnapshotStore } from './snapshot-store.ts'

export interface CaptureOptions {
  /** The library that pages are made from. */
  readonly library: Library
  /** A library without a memory cache, whose reads put the content on disk. */
  readonly archivist: Library
  /** As the archivist: it puts on disk what documents show of specifications. */
  readonly apiParts: Pick<ApiPartsReader, 'of'>
  readonly store: SnapshotStore
  readonly customFonts: Pick<CustomFonts, 'copyToDisk'>
  readonly onFailure: (error: unknown) => void
  /** A pause before captures, so that several merges in a row cost one. */
  readonly delayMs?: number
}

const delayMsDefault = 1000
/** The number of reads at once: small, since readers have priority. */
const readsAtOnce = 2
/** The sites that may wait before others are read ahead, and the pause until the next look. */
const waitingMax = 50
const waitMs = 100
/** The most segments of a site's base path. */
const baseSegmentsMax = 8

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
  /** Versions from disk, each for the version that could not be read; made anew by a capture. */
  #versions = new WeakMap<object, HeldSite>()
  #reading: SiteAt | undefined
  /** Whether the site that is being captured was dropped, so that the capture removes it again. */
  #isReadingDropped = false
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

  /** The site on disk whose base path is the longest beginning of this path. */
  async at(origin: string, path: string): Promise<SiteAt | undefined> {
    for (const base of basesOf(path)) {
      const text = await this.#options.store.place(origin + base)
      const site = text === undefined ? undefined : this.#siteIn(text)
      if (site !== undefined) return site
    }
    return undefined
  }

  /** The addresses at which the site is on disk. */
  async addressesOf(siteId: string): Promise<readonly string[]> {
    const texts = await this.#options.store.placesOf(siteId)
    return texts.flatMap((text) => {
      const site = this.#siteIn(text)
      return site === undefined ? [] : [addressOf(site)]
    })
  }

  /** The version on disk, for when a newer one is announced but cannot be read. */
  async keptOf({ site, generation }: HeldSite): Promise<HeldSite | undefined> {
    if (!isPublic(site.scope)) return undefined
    const known = this.#versions.get(generation)
    if (known !== undefined) return known
    const kept = await this.at(site.origin, site.siteBasePath)
    if (kept === undefined || kept.scope.siteId !== site.scope.siteId) return undefined
    const version = { site: kept, generation: kept, isStale: true }
    this.#versions.set(generation, version)
    return version
  }

  /** Whether any part of the site is on disk or about to be. */
  holds(siteId: string): boolean {
    return (
      this.#reading?.scope.siteId === siteId ||
      this.#options.store.holds(siteId) ||
      [...this.#waiting.values()].some(({ scope }) => scope.siteId === siteId)
    )
  }

  /** Removes a site that is gone or no longer public from memory and disk. */
  async drop(siteId: string): Promise<void> {
    if (this.#reading?.scope.siteId === siteId) this.#isReadingDropped = true
    for (const [address, { scope }] of this.#waiting) {
      if (scope.siteId === siteId) this.#waiting.delete(address)
    }
    this.#versions = new WeakMap()
    await this.#options.store.close(siteId)
  }

  /** Removes all sites from disk except these. */
  async dropAllBut(siteIds: ReadonlySet<string>): Promise<void> {
    for (const siteId of this.#options.store.siteIds()) {
      if (!siteIds.has(siteId)) await this.drop(siteId)
    }
  }

  /** Resolves once few sites wait, so that those who wait take little memory. */
  async hasRoom(): Promise<void> {
    while (this.#waiting.size >= waitingMax && !this.#isStopped) await pause(waitMs)
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
        this.#isReadingDropped = false
        this.#reading = site
        await this.#capture(site).catch(this.#options.onFailure)
        this.#reading = undefined
      }
    }
  }

  async #capture(site: SiteAt): Promise<void> {
    const { library, archivist, store, customFonts } = this.#options
    const keys: string[] = []
    try {
      for (const [spaceId, head] of site.heads) {
        const isStored = store.has(site.scope.siteId, revisionKey(spaceId, head))
        const reader = isStored ? library : archivist
        const revision = await reader.revision(site.scope, spaceId, head)
        // The revision is gone or hidden: the site changed, which the stream is about to report.
        if (revision === undefined) return
        keys.push(revisionKey(spaceId, head))
        keys.push(...(await this.#captureSpace(site, spaceId, revision)))
      }
      keys.push(...(await customFonts.copyToDisk(site)))
    } catch (error) {
      // The site changed again or the api is away: the next change starts another attempt.
      if (error instanceof ApiAwayError || error instanceof TokenRefusedError) return
      throw error
    }
    if (this.#isStopped) return
    // The place comes last: until all content is on disk, the earlier version is better.
    await store.putPlace(addressOf(site), site.scope.siteId, placeOf(site))
    this.#versions = new WeakMap()
    await store.keepOnly(site.scope.siteId, keys)
    if (this.#isReadingDropped) await store.dropSite(site.scope.siteId)
  }

  /** The site in a file; undefined for a damaged one, whose site is captured again later. */
  #siteIn(text: string): SiteAt | undefined {
    try {
      return siteIn(text)
    } catch (error) {
      this.#options.onFailure(error)
      return undefined
    }
  }

  async #captureSpace(
    { scope }: SiteAt,
    spaceId: string,
    revision: RevisionIndex,
  ): Promise<readonly string[]> {
    const { archivist, apiParts, store } = this.#options
    const reads: readonly KeyedRead[] = [
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
    const files = (ref: AssetRef) => assetIn({ spaceId, revision }, ref)
    const missing = reads.filter(({ key }) => !store.has(scope.siteId, key))
    for (let at = 0; at < missing.length && !this.#isStopped; at += readsAtOnce) {
      await Promise.all(
        missing.slice(at, at + readsAtOnce).map(async ({ key, read }) => {
          const document = await read()
          if (document !== undefined) await apiParts.of(scope, files, [{ key, document }])
        }),
      )
    }
    return reads.flatMap(({ key }) => [key, partsKey(key)])
  }
}

interface KeyedRead {
  readonly key: string
  readonly read: () => Promise<JSONDocument | undefined>
}

/** The base paths that a site at this path can have, the longest first. */
function basesOf(path: string): readonly string[] {
  const segments = path
    .split('/', baseSegmentsMax + 1)
    .filter((segment) => segment !== '')
  return Array.from({ length: segments.length + 1 }, (_, cut) => {
    const base = segments.slice(0, segments.length - cut).join('/')
    return base === '' ? '/' : `/${base}/`
  })
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

/** What a site on disk is read with: only what everybody reads is there. */
const nobody = { token: '', shareKey: undefined, fileReader: '' }

function siteIn(text: string): SiteAt {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file, in this layout
  const { scope, ...place } = JSON.parse(text) as Place
  return siteAt({ ...place, scope: { ...scope, ...nobody } })
}
