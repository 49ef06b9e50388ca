import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { digestOf } from '#/serve/cache/digest.ts'
import type { Metrics } from '#/serve/metrics.ts'

import {
  bytesOnDisk,
  type FoundSite,
  idPattern,
  readSnapshotFolder,
  usedName,
} from './snapshot-folder.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Texts of public sites on disk, by site and key. The text under a key never changes. */
export interface SnapshotStore {
  put(siteId: string, key: string, text: string): Promise<void>
  get(siteId: string, key: string): Promise<string | undefined>
  has(siteId: string, key: string): boolean
  /** Removes the texts of the site under all other keys. */
  keepOnly(siteId: string, keys: readonly string[]): Promise<void>
  dropSite(siteId: string): Promise<void>
  /** Drops a site; writes under way for it are discarded, until the site is opened again. */
  close(siteId: string): Promise<void>
  open(siteId: string): void
  /** Writes the mutable part, a site at one address. Each write replaces the whole file. */
  putPlace(address: string, siteId: string, text: string): Promise<void>
  /** The site at an address as it was last written. */
  place(address: string): Promise<string | undefined>
  /** The site at each of its addresses. */
  placesOf(siteId: string): Promise<readonly string[]>
  /** Tells that somebody reads the site: where there is no room, sites that nobody reads go first. */
  use(siteId: string): void
  siteIds(): readonly string[]
  holds(siteId: string): boolean
  /** The room that everything takes on disk. */
  readonly bytes: number
}

export interface SnapshotOptions {
  readonly folder: string
  readonly bytesMax: number
  readonly metrics: Metrics
  readonly onFailure: (error: unknown) => void
  readonly now?: () => number
}

/** The version of the files, raised when the previous release could not read those of this one. */
const layout = 'v1'
/** The most addresses of a site: its own host and the organization's, each with either scheme. */
const addressesMax = 8
/** The interval at which the last use of a site is noted on disk, for the next start. */
const noteMs = 3_600_000
/** The most sites whose last use, or whose closing, is remembered. */
const rememberedMax = 20_000

export async function openSnapshotStore(
  options: SnapshotOptions,
): Promise<SnapshotStore> {
  const root = path.join(options.folder, layout)
  const store = new FolderSnapshotStore(root, options)
  if (options.bytesMax > 0) await store.load()
  else await rm(root, { recursive: true, force: true })
  return store
}

interface KeptSite {
  /** Sizes on disk, by name of the file. */
  readonly files: Map<string, number>
  /** Sizes on disk, by digest of the address. */
  readonly places: Map<string, number>
}

class FolderSnapshotStore implements SnapshotStore {
  readonly #root: string
  readonly #options: SnapshotOptions
  readonly #now: () => number
  /** Sites in the order in which they came. */
  readonly #sites = new Map<string, KeptSite>()
  readonly #siteByPlace = new Map<string, string>()
  readonly #usedMs = new Map<string, number>()
  readonly #notedMs = new Map<string, number>()
  readonly #closed = new Set<string>()
  #bytes = 0

  constructor(root: string, options: SnapshotOptions) {
    this.#root = root
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Takes what an earlier process left, and removes what is more than there is room for. */
  async load(): Promise<void> {
    await mkdir(path.join(this.#root, 'sites'), { recursive: true })
    await mkdir(path.join(this.#root, 'places'), { recursive: true })
    for (const found of await readSnapshotFolder(this.#root, addressesMax)) {
      this.#take(found)
    }
    await this.#makeRoom(undefined, 0)
  }

  async put(siteId: string, key: string, text: string): Promise<void> {
    if (!this.#takes(siteId) || this.has(siteId, key)) return
    const name = nameOf(key)
    await this.#guarded(async () => {
      const bytes = await compress(text, { level: 1 })
      const isWritten = await this.#write(siteId, bytes, {
        folder: path.join('sites', siteId),
        name,
      })
      if (!isWritten) return
      this.#forgetFile(siteId, name)
      this.#siteOf(siteId).files.set(name, bytesOnDisk(bytes.length))
      this.#options.metrics.count('snapshot', 'written')
    })
  }

  async get(siteId: string, key: string): Promise<string | undefined> {
    if (!this.has(siteId, key)) return undefined
    const name = nameOf(key)
    try {
      const text = await readText(path.join(this.#root, 'sites', siteId, name))
      this.#options.metrics.count('snapshot', 'read')
      return text
    } catch (error) {
      this.#options.onFailure(error)
      this.#forgetFile(siteId, name)
      return undefined
    }
  }

  has(siteId: string, key: string): boolean {
    return this.#sites.get(siteId)?.files.has(nameOf(key)) === true
  }

  async keepOnly(siteId: string, keys: readonly string[]): Promise<void> {
    const files = this.#sites.get(siteId)?.files
    if (files === undefined) return
    const kept = new Set(keys.map(nameOf))
    for (const name of [...files.keys()].filter((held) => !kept.has(held))) {
      await rm(path.join(this.#root, 'sites', siteId, name), { force: true })
      this.#forgetFile(siteId, name)
    }
  }

  async dropSite(siteId: string): Promise<void> {
    if (!idPattern.test(siteId)) return
    await this.#guarded(async () => {
      const places = [...(this.#sites.get(siteId)?.places.keys() ?? [])]
      this.#forgetSite(siteId)
      await rm(path.join(this.#root, 'sites', siteId), { recursive: true, force: true })
      for (const name of places) {
        await rm(this.#placeFile(siteId, name), { force: true })
      }
    })
  }

  async close(siteId: string): Promise<void> {
    this.#closed.add(siteId)
    forgetFirst(this.#closed)
    await this.dropSite(siteId)
  }

  open(siteId: string): void {
    this.#closed.delete(siteId)
  }

  async putPlace(address: string, siteId: string, text: string): Promise<void> {
    if (!this.#takes(siteId)) return
    const name = nameOf(address)
    await this.#guarded(async () => {
      const bytes = await compress(text, { level: 1 })
      const isWritten = await this.#write(siteId, bytes, {
        folder: 'places',
        name: `${siteId}.${name}`,
      })
      if (!isWritten) return
      const before = this.#siteByPlace.get(name)
      if (before !== undefined) {
        if (before !== siteId) await rm(this.#placeFile(before, name), { force: true })
        this.#forgetPlace(before, name)
      }
      const { places } = this.#siteOf(siteId)
      places.set(name, bytesOnDisk(bytes.length))
      this.#siteByPlace.set(name, siteId)
      for (const old of [...places.keys()].slice(0, -addressesMax)) {
        await rm(this.#placeFile(siteId, old), { force: true })
        this.#forgetPlace(siteId, old)
      }
    })
  }

  async place(address: string): Promise<string | undefined> {
    const name = nameOf(address)
    const siteId = this.#siteByPlace.get(name)
    return siteId === undefined ? undefined : this.#readPlace(siteId, name)
  }

  async placesOf(siteId: string): Promise<readonly string[]> {
    const names = [...(this.#sites.get(siteId)?.places.keys() ?? [])]
    const found = await Promise.all(
      names.map(async (name) => this.#readPlace(siteId, name)),
    )
    return found.filter((text) => text !== undefined)
  }

  use(siteId: string): void {
    const now = this.#now()
    this.#usedMs.set(siteId, now)
    forgetFirst(this.#usedMs)
    const isNoted = now - (this.#notedMs.get(siteId) ?? 0) < noteMs
    if (isNoted || !this.#sites.has(siteId)) return
    this.#notedMs.set(siteId, now)
    forgetFirst(this.#notedMs)
    // The folder is absent while nothing of the site is written; a later use is noted then.
    void writeFile(path.join(this.#root, 'sites', siteId, usedName), '').catch(() =>
      this.#notedMs.delete(siteId),
    )
  }

  siteIds(): readonly string[] {
    return [...this.#sites.keys()]
  }

  holds(siteId: string): boolean {
    return this.#sites.has(siteId)
  }

  async #readPlace(siteId: string, name: string): Promise<string | undefined> {
    try {
      return await readText(this.#placeFile(siteId, name))
    } catch (error) {
      this.#options.onFailure(error)
      this.#forgetPlace(siteId, name)
      return undefined
    }
  }

  #placeFile(siteId: string, name: string): string {
    return path.join(this.#root, 'places', `${siteId}.${name}`)
  }

  #takes(siteId: string): boolean {
    return (
      this.#options.bytesMax > 0 && idPattern.test(siteId) && !this.#closed.has(siteId)
    )
  }

  #take({ siteId, files, places, usedMs }: FoundSite): void {
    const site = this.#siteOf(siteId)
    if (usedMs > 0) this.#usedMs.set(siteId, usedMs)
    for (const [name, size] of files) {
      site.files.set(name, size)
      this.#bytes += size
    }
    for (const [name, size] of places) {
      site.places.set(name, size)
      this.#siteByPlace.set(name, siteId)
      this.#bytes += size
    }
  }

  #siteOf(siteId: string): KeptSite {
    let site = this.#sites.get(siteId)
    if (site === undefined) {
      this.#sites.set(siteId, (site = { files: new Map(), places: new Map() }))
    }
    return site
  }

  #forgetFile(siteId: string, name: string): void {
    const files = this.#sites.get(siteId)?.files
    this.#bytes -= files?.get(name) ?? 0
    files?.delete(name)
  }

  #forgetPlace(siteId: string, name: string): void {
    const places = this.#sites.get(siteId)?.places
    this.#bytes -= places?.get(name) ?? 0
    places?.delete(name)
    if (this.#siteByPlace.get(name) === siteId) this.#siteByPlace.delete(name)
  }

  #forgetSite(siteId: string): void {
    const site = this.#sites.get(siteId)
    if (site === undefined) return
    for (const name of site.files.keys()) this.#forgetFile(siteId, name)
    for (const name of site.places.keys()) this.#forgetPlace(siteId, name)
    this.#sites.delete(siteId)
    this.#notedMs.delete(siteId)
  }

  /** Drops sites that were not read for longest, but none that was read later than this one. */
  async #makeRoom(siteId: string | undefined, bytes: number): Promise<boolean> {
    const own = siteId === undefined ? Infinity : (this.#usedMs.get(siteId) ?? 0)
    while (this.#bytes + bytes > this.#options.bytesMax) {
      let least: { readonly siteId: string; readonly usedMs: number } | undefined
      for (const other of this.#sites.keys()) {
        const usedMs = this.#usedMs.get(other) ?? 0
        if (other === siteId || usedMs > own) continue
        const isLess = least === undefined || usedMs < least.usedMs
        if (isLess) least = { siteId: other, usedMs }
      }
      if (least === undefined) return false
      await this.dropSite(least.siteId)
    }
    return true
  }

  /**
   * Writes a file so that a read gets the old or the new one, never a part, and counts its room
   * before. Returns false without room, and for a site closed meanwhile: its folder is already
   * removed, so the late file is removed too.
   */
  async #write(
    siteId: string,
    bytes: Buffer,
    { folder, name }: { readonly folder: string; readonly name: string },
  ): Promise<boolean> {
    const size = bytesOnDisk(bytes.length)
    if (!(await this.#makeRoom(siteId, size))) return false
    this.#bytes += size
    const target = path.join(this.#root, folder)
    const temporary = path.join(target, `${name}.${randomUUID()}.tmp`)
    let isWritten = false
    try {
      await mkdir(target, { recursive: true })
      await writeFile(temporary, bytes, { flush: true })
      await rename(temporary, path.join(target, name))
      isWritten = !this.#closed.has(siteId)
    } catch (error) {
      // Closing or dropping the site may have removed the folder during the write.
      if (!isAbsent(error) && !this.#closed.has(siteId)) throw error
    } finally {
      if (!isWritten) this.#bytes -= size
      if (!isWritten) await rm(temporary, { force: true })
    }
    if (!isWritten && this.#closed.has(siteId)) {
      await rm(path.join(target, name), { force: true })
    }
    return isWritten
  }

  /** Works on the disk and reports failures: a broken disk must not keep a page from its reader. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.metrics.count('snapshot', 'failed')
      this.#options.onFailure(error)
    }
  }
}

async function readText(file: string): Promise<string> {
  // The gzip checksum tells a truncated file from a whole one.
  return (await expand(await readFile(file))).toString('utf8')
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Forgets the entry that was added first, where there are too many. */
function forgetFirst(entries: Map<string, unknown> | Set<string>): void {
  if (entries.size <= rememberedMax) return
  const first = entries.keys().next()
  if (first.done !== true) entries.delete(first.value)
}

function nameOf(key: string): string {
  return `${digestOf(key)}.gz`
}
