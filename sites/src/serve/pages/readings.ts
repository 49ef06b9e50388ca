import type { TreeEntry } from '#/model.ts'
import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import type { Library } from '#/serve/reads/library.ts'
import { isOpen } from '#/serve/reads/scope.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { siblingPlaces } from '#/serve/views/frame-view.ts'
import { type Reading, readingOf } from '#/serve/views/reading.ts'
import { treeEntries } from '#/serve/views/tree-view.ts'

/** A reading with the tree entries, which all its pages share. */
export interface PreparedReading extends Reading {
  readonly entries: readonly TreeEntry[]
  readonly entriesDigest: string
  /** About how much memory the entries take. */
  readonly treeBytes: number
}

const bytesPerCharacter = 4

export interface Readings {
  /** The reading of a site-space; undefined if the space is gone. */
  readonly of: (
    held: HeldSite,
    place: SiteSpacePlace,
  ) => Promise<PreparedReading | undefined>
  /** Adds the revisions of these spaces to a reading, as far as the site shows them. */
  readonly with: <R extends Reading>(reading: R, spaceIds: Iterable<string>) => Promise<R>
}

export function createReadings(library: Library, bytesMax: number): Readings {
  const prepared = new Prepared(bytesMax * 0.7)
  const trees = new Trees(bytesMax * 0.3)

  async function revisionOf(
    site: Reading['site'],
    spaceId: string,
  ): Promise<RevisionIndex | undefined> {
    const head = site.heads.get(spaceId)
    if (head === undefined) return undefined
    return expected(site, await library.revision(site.scope, spaceId, head))
  }

  async function prepare(
    { site }: HeldSite,
    place: SiteSpacePlace,
  ): Promise<PreparedReading | undefined> {
    const revision = await revisionOf(site, place.siteSpace.space.id)
    if (revision === undefined) return undefined
    const alone = readingOf(site, place, revision)
    const linked = [
      ...siblingPlaces(alone).map(({ siteSpace }) => siteSpace.space.id),
      ...spacesNamedIn([
        alone.customization.header,
        alone.customization.footer,
        revision.references,
      ]),
    ]
    const reading = await withSpaces(alone, linked)
    return { ...reading, ...trees.of(reading) }
  }

  async function withSpaces<R extends Reading>(
    reading: R,
    spaceIds: Iterable<string>,
  ): Promise<R> {
    const own = reading.place.siteSpace.space.id
    const missing = [...new Set(spaceIds)].filter(
      (id) => id !== own && !reading.others.has(id) && reading.site.heads.has(id),
    )
    if (missing.length === 0) return reading
    const found = await Promise.all(
      missing.map(async (id) => [id, await revisionOf(reading.site, id)] as const),
    )
    const others = new Map(reading.others)
    for (const [id, revision] of found) {
      if (revision !== undefined) others.set(id, revision)
    }
    return { ...reading, others }
  }

  return {
    of: async (held, place) =>
      prepared.of(held, place.siteSpace.id, async () => prepare(held, place)),
    with: withSpaces,
  }
}

type Making = Promise<PreparedReading | undefined>

/**
 * The readings of each generation. Those that everybody shares stay within a limit in bytes; those
 * of a single reader go with their request.
 */
class Prepared {
  readonly #shared: ByteLru<PreparedReading>
  readonly #bytesMax: number
  readonly #making = new WeakMap<object, Map<string, Making>>()
  readonly #numbers = new WeakMap<object, number>()
  #last = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#shared = byteLru(bytesMax)
  }

  async of(
    { generation, site }: HeldSite,
    siteSpaceId: string,
    prepare: () => Making,
  ): Making {
    const isShared = isOpen(site.scope)
    const key = `${this.#numberOf(generation)}|${siteSpaceId}`
    const known = isShared ? this.#shared.get(key) : undefined
    if (known !== undefined) return known
    const making = this.#making.get(generation) ?? new Map<string, Making>()
    this.#making.set(generation, making)
    const underWay = making.get(siteSpaceId)
    if (underWay !== undefined) return underWay
    const made = prepare()
    making.set(siteSpaceId, made)
    try {
      const reading = await made
      if (isShared && reading !== undefined) {
        // A reading that is larger than half of all room counts as half, or it would never be kept.
        const bytes = Math.min(bytesOf(reading), this.#bytesMax * 0.45)
        this.#shared.set(key, reading, bytes)
        making.delete(siteSpaceId)
      }
      return reading
    } catch (error) {
      // A failed reading is forgotten, so that the next request tries again.
      making.delete(siteSpaceId)
      throw error
    }
  }

  #numberOf(generation: object): number {
    const known = this.#numbers.get(generation)
    if (known !== undefined) return known
    this.#last += 1
    this.#numbers.set(generation, this.#last)
    return this.#last
  }
}

/** The memory of a reading, with the revisions that it keeps from being given up. */
function bytesOf({ revision, others, treeBytes }: PreparedReading): number {
  return (
    [...others.values()].reduce((sum, other) => sum + other.bytes, revision.bytes) +
    treeBytes
  )
}

type Tree = Pick<PreparedReading, 'entries' | 'entriesDigest' | 'treeBytes'>

/** The last tree of each site-space, used again while a change leaves the navigation alone. */
class Trees {
  readonly #last: ByteLru<{ readonly shows: string; readonly tree: Tree }>

  constructor(bytesMax: number) {
    this.#last = byteLru(bytesMax)
  }

  of(reading: Reading): Tree {
    const { site, place, revision } = reading
    // The title and URL of a link depend on other spaces too.
    if (revision.hasLinks) return treeOf(reading)
    const key = `${site.scope.siteId}|${site.scope.audience}|${place.siteSpace.id}`
    const shows = `${revision.treeDigest} ${place.basePath}`
    const known = this.#last.get(key)
    if (known?.shows === shows) return known.tree
    const tree = treeOf(reading)
    this.#last.set(key, { shows, tree }, tree.treeBytes)
    return tree
  }
}

function treeOf(reading: Reading): Tree {
  const entries = treeEntries(reading)
  const text = JSON.stringify(entries)
  return {
    entries,
    entriesDigest: digestOf(text),
    treeBytes: text.length * bytesPerCharacter,
  }
}

/** The spaces that references inside a value name, at any depth. */
export function spacesNamedIn(value: unknown): ReadonlySet<string> {
  const spaces = new Set<string>()
  const visit = (inside: unknown): void => {
    if (typeof inside !== 'object' || inside === null) return
    for (const [key, inner] of Object.entries(inside)) {
      if (key === 'space' && typeof inner === 'string') spaces.add(inner)
      else visit(inner)
    }
  }
  visit(value)
  return spaces
}
