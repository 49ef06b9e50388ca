import type { TreeEntry } from '#/model.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import type { Library } from '#/serve/reads/library.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { siblingPlaces } from '#/serve/views/frame-view.ts'
import { type Reading, readingOf } from '#/serve/views/reading.ts'
import { treeEntries } from '#/serve/views/tree-view.ts'

/** A reading with the tree entries, which all its pages share. */
export interface PreparedReading extends Reading {
  readonly entries: readonly TreeEntry[]
  readonly entriesDigest: string
}

export interface Readings {
  /** The reading of a site-space; undefined if the space is gone. */
  readonly of: (
    held: HeldSite,
    place: SiteSpacePlace,
  ) => Promise<PreparedReading | undefined>
  /** Adds the revisions of these spaces to a reading, as far as the site shows them. */
  readonly with: <R extends Reading>(reading: R, spaceIds: Iterable<string>) => Promise<R>
}

export function createReadings(library: Library): Readings {
  const prepared = new WeakMap<
    object,
    Map<string, Promise<PreparedReading | undefined>>
  >()
  const trees = new Trees()

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
    async of(held, place) {
      let ofGeneration = prepared.get(held.generation)
      if (ofGeneration === undefined) {
        prepared.set(held.generation, (ofGeneration = new Map()))
      }
      const known = ofGeneration.get(place.siteSpace.id)
      if (known !== undefined) return known
      const made = prepare(held, place)
      ofGeneration.set(place.siteSpace.id, made)
      // A failed reading is forgotten, so that the next request tries again.
      made.catch(() => ofGeneration.delete(place.siteSpace.id))
      return made
    },
    with: withSpaces,
  }
}

type Tree = Pick<PreparedReading, 'entries' | 'entriesDigest'>

const treesMax = 1000

/** The last tree of each site-space, used again while a change leaves the navigation alone. */
class Trees {
  readonly #last = new Map<string, { readonly shows: string; readonly tree: Tree }>()

  of(reading: Reading): Tree {
    const { site, place, revision } = reading
    // The title and URL of a link depend on other spaces too.
    if (revision.hasLinks) return treeOf(reading)
    const key = `${site.scope.siteId}|${site.scope.audience}|${place.siteSpace.id}`
    const shows = `${revision.treeDigest} ${place.basePath}`
    const known = this.#last.get(key)
    if (known?.shows === shows) return known.tree
    const tree = treeOf(reading)
    if (this.#last.size >= treesMax) this.#last.clear()
    this.#last.set(key, { shows, tree })
    return tree
  }
}

function treeOf(reading: Reading): Tree {
  const entries = treeEntries(reading)
  return { entries, entriesDigest: digestOf(JSON.stringify(entries)) }
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
