import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

import { digestOf } from '#/serve/cache/digest.ts'
import type { Metrics } from '#/serve/metrics.ts'

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
  putPlace(name: string, siteId: string, text: string): Promise<void>
  places(): Promise<readonly string[]>
  readonly bytes: number
}

export interface SnapshotOptions {
  readonly folder: string
  readonly bytesMax: number
  readonly metrics: Metrics
  readonly onFailure: (error: unknown) => void
}

/** The version of the files, raised when the previous release could not read those of this one. */
const layout = 'v1'
const idPattern = /^[\w-]{1,64}$/

export async function openSnapshotStore(
  options: SnapshotOptions,
): Promise<SnapshotStore> {
  const root = path.join(options.folder, layout)
  const store = new FolderSnapshotStore(root, options)
  if (options.bytesMax > 0) await store.load()
  return store
}

type Files = Map<string, number>

class FolderSnapshotStore implements SnapshotStore {
  readonly #root: string
  readonly #options: SnapshotOptions
  /**
   * Sites in the order of their last capture since the start, the oldest first: the first to go for
   * lack of room.
   */
  readonly #sites = new Map<string, Files>()
  readonly #closed = new Set<string>()
  #bytes = 0

  constructor(root: string, options: SnapshotOptions) {
    this.#root = root
    this.#options = options
  }

  get bytes(): number {
    return this.#bytes
  }

  async load(): Promise<void> {
    await mkdir(path.join(this.#root, 'sites'), { recursive: true })
    await mkdir(path.join(this.#root, 'places'), { recursive: true })
    for (const siteId of await readdir(path.join(this.#root, 'sites'))) {
      const files: Files = new Map()
      for (const name of await readdir(path.join(this.#root, 'sites', siteId))) {
        const file = path.join(this.#root, 'sites', siteId, name)
        if (name.endsWith('.tmp')) {
          await rm(file, { force: true })
          continue
        }
        const { size } = await stat(file)
        files.set(name, size)
        this.#bytes += size
      }
      this.#sites.set(siteId, files)
    }
  }

  async put(siteId: string, key: string, text: string): Promise<void> {
    if (!this.#takes(siteId) || this.has(siteId, key)) return
    await this.#guarded(async () => {
      const bytes = await compress(text, { level: 1 })
      await this.#makeRoom(siteId, bytes.length)
      if (this.#bytes + bytes.length > this.#options.bytesMax) return
      const name = nameOf(key)
      if (!(await this.#write(siteId, path.join('sites', siteId), name, bytes))) return
      this.#forget(siteId, name)
      this.#filesOf(siteId).set(name, bytes.length)
      this.#bytes += bytes.length
      this.#options.metrics.count('snapshot', 'written')
    })
  }

  async get(siteId: string, key: string): Promise<string | undefined> {
    if (!this.has(siteId, key)) return undefined
    const name = nameOf(key)
    try {
      // The gzip checksum tells a truncated file from a whole one.
      const bytes = await readFile(path.join(this.#root, 'sites', siteId, name))
      this.#options.metrics.count('snapshot', 'read')
      return (await expand(bytes)).toString('utf8')
    } catch (error) {
      this.#options.onFailure(error)
      this.#forget(siteId, name)
      return undefined
    }
  }

  has(siteId: string, key: string): boolean {
    return this.#sites.get(siteId)?.has(nameOf(key)) === true
  }

  async keepOnly(siteId: string, keys: readonly string[]): Promise<void> {
    const files = this.#sites.get(siteId)
    if (files === undefined) return
    const kept = new Set(keys.map(nameOf))
    for (const name of [...files.keys()].filter((held) => !kept.has(held))) {
      await rm(path.join(this.#root, 'sites', siteId, name), { force: true })
      this.#forget(siteId, name)
    }
    // The site moves to the end, so that it is dropped last.
    this.#sites.delete(siteId)
    this.#sites.set(siteId, files)
  }

  async dropSite(siteId: string): Promise<void> {
    if (!idPattern.test(siteId)) return
    await this.#guarded(async () => {
      for (const size of this.#sites.get(siteId)?.values() ?? []) this.#bytes -= size
      this.#sites.delete(siteId)
      await rm(path.join(this.#root, 'sites', siteId), { recursive: true, force: true })
      const folder = path.join(this.#root, 'places')
      for (const name of await readdir(folder).catch(() => [])) {
        if (name.startsWith(`${siteId}.`)) {
          await rm(path.join(folder, name), { force: true })
        }
      }
    })
  }

  async close(siteId: string): Promise<void> {
    this.#closed.add(siteId)
    await this.dropSite(siteId)
  }

  open(siteId: string): void {
    this.#closed.delete(siteId)
  }

  async putPlace(name: string, siteId: string, text: string): Promise<void> {
    if (!this.#takes(siteId)) return
    await this.#guarded(async () => {
      const bytes = await compress(text, { level: 1 })
      await this.#write(siteId, 'places', `${siteId}.${nameOf(name)}`, bytes)
    })
  }

  async places(): Promise<readonly string[]> {
    if (this.#options.bytesMax === 0) return []
    const folder = path.join(this.#root, 'places')
    const found: string[] = []
    for (const name of await readdir(folder)) {
      if (name.endsWith('.tmp')) continue
      try {
        found.push(
          (await expand(await readFile(path.join(folder, name)))).toString('utf8'),
        )
      } catch (error) {
        this.#options.onFailure(error)
      }
    }
    return found
  }

  #takes(siteId: string): boolean {
    return (
      this.#options.bytesMax > 0 && idPattern.test(siteId) && !this.#closed.has(siteId)
    )
  }

  #filesOf(siteId: string): Files {
    let files = this.#sites.get(siteId)
    if (files === undefined) this.#sites.set(siteId, (files = new Map()))
    return files
  }

  #forget(siteId: string, name: string): void {
    const files = this.#sites.get(siteId)
    this.#bytes -= files?.get(name) ?? 0
    files?.delete(name)
  }

  async #makeRoom(siteId: string, bytes: number): Promise<void> {
    for (const other of this.#sites.keys()) {
      if (this.#bytes + bytes <= this.#options.bytesMax) return
      if (other !== siteId) await this.dropSite(other)
    }
  }

  /**
   * Writes a file so that a read gets the old or the new one, never a part. Returns false for a
   * site closed meanwhile: its folder is already removed, so the late file is removed too.
   */
  async #write(
    siteId: string,
    folder: string,
    name: string,
    bytes: Buffer,
  ): Promise<boolean> {
    const target = path.join(this.#root, folder)
    const temporary = path.join(target, `${name}.${randomUUID()}.tmp`)
    try {
      await mkdir(target, { recursive: true })
      await writeFile(temporary, bytes, { flush: true })
      await rename(temporary, path.join(target, name))
    } catch (error) {
      // Closing the site may have removed the folder during the write.
      if (!this.#closed.has(siteId)) throw error
    }
    if (!this.#closed.has(siteId)) return true
    await rm(temporary, { force: true })
    await rm(path.join(target, name), { force: true })
    return false
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

function nameOf(key: string): string {
  return `${digestOf(key)}.gz`
}
