import { documentForm } from '@lectern/content/document/form.ts'
import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { Revision } from '@lectern/contract/content.ts'
import type { DocumentPage } from '@lectern/contract/pages.ts'

import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import type { SnapshotStore } from '#/serve/snapshot/snapshot-store.ts'

import { type Api, ApiAwayError } from './api.ts'
import { type BodiesSince, withBodies } from './body-changes.ts'
import { indexRevision, type RevisionIndex } from './revision-index.ts'
import { isPublic, type Scope } from './scope.ts'

/** A page of a revision, with the scope of its reader. */
export interface PageAt {
  readonly scope: Scope
  readonly spaceId: string
  readonly revision: RevisionIndex
  readonly page: DocumentPage
}

export interface ReusableAt {
  readonly scope: Scope
  readonly spaceId: string
  readonly revision: RevisionIndex
  readonly reusableContentId: string
}

/** Immutable content: from memory, from the api, or from disk while the api is away. */
export interface Library {
  readonly revision: (
    scope: Scope,
    spaceId: string,
    revisionId: string,
  ) => Promise<RevisionIndex | undefined>
  readonly document: (at: PageAt) => Promise<JSONDocument | undefined>
  readonly reusable: (at: ReusableAt) => Promise<JSONDocument | undefined>
  readonly markdown: (at: PageAt) => Promise<string | undefined>
}

export interface LibraryOptions {
  readonly api: Api
  readonly bodiesSince: BodiesSince
  readonly snapshot: SnapshotStore
  readonly bytesMax: number
  /** Whether reads end only once the content is on disk; answers to readers need not wait. */
  readonly waitsForDisk?: boolean
}

/** The memory that content takes per character of its text: an index is larger than its text. */
const bytesPerCharacter = 4

export function openLibrary(options: LibraryOptions): Library {
  const { api } = options
  const shelves = new Shelves(options)
  const later = laterRevisions(options)
  return {
    revision: async (scope, spaceId, revisionId) => {
      const index = await shelves.kept(scope, revisionKey(spaceId, revisionId), {
        cache: shelves.revisions,
        // A revision holds the URLs of its files.
        reader: scope.fileReader,
        fetch: async () =>
          (await later.from(scope, spaceId, revisionId)) ??
          api.read('getRevisionById', scope, {
            params: { spaceId, revisionId },
            query: { metadata: true },
          }),
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer of this operation, or kept as one
        shape: (raw, bytes) => indexRevision(raw as Revision, bytes),
      })
      if (index !== undefined) later.remember(scope, spaceId, index)
      return index
    },
    document: async (at) =>
      shelves.kept(at.scope, documentKey(at), {
        cache: shelves.texts,
        fetch: async () =>
          api.read('getPageDocumentInRevisionById', at.scope, {
            params: paramsOf(at),
          }),
        shape: asDocument,
      }),
    reusable: async (at) =>
      shelves.kept(at.scope, reusableKey(at), {
        cache: shelves.texts,
        fetch: async () =>
          api.read('getReusableContentDocumentInRevisionById', at.scope, {
            params: {
              spaceId: at.spaceId,
              revisionId: at.revision.id,
              reusableContentId: at.reusableContentId,
            },
          }),
        shape: asDocument,
      }),
    markdown: async (at) =>
      shelves.kept(at.scope, markdownKey(at), {
        cache: shelves.texts,
        fetch: async () => {
          const page = await api.read('getPageInRevisionById', at.scope, {
            params: paramsOf(at),
            query: { format: 'markdown', metadata: false },
          })
          return page?.type === 'document' ? (page.markdown ?? '') : undefined
        },
        shape: String,
      }),
  }
}

const lastRevisionsMax = 1000

/** Makes revisions from earlier ones: most changes are a few texts, and a whole read takes long. */
function laterRevisions({ bodiesSince }: Pick<LibraryOptions, 'bodiesSince'>) {
  const last = new Map<string, WeakRef<RevisionIndex>>()
  return {
    remember(scope: Scope, spaceId: string, index: RevisionIndex): void {
      if (scope.isPreview) return
      if (last.size >= lastRevisionsMax) last.clear()
      last.set(keyOfSpace(scope, spaceId), new WeakRef(index))
    },
    /** Makes a revision from the last one read, if only texts changed since; else undefined. */
    async from(
      scope: Scope,
      spaceId: string,
      revisionId: string,
    ): Promise<Revision | undefined> {
      const known = scope.isPreview
        ? undefined
        : last.get(keyOfSpace(scope, spaceId))?.deref()
      if (known === undefined) return undefined
      const { organizationId } = scope
      const asked = { organizationId, spaceId, from: known.id, to: revisionId }
      const changes = await bodiesSince(asked)
      return changes && withBodies(known.revision, revisionId, changes)
    },
  }
}

function keyOfSpace({ siteId, audience, fileReader }: Scope, spaceId: string): string {
  return `${siteId}|${audience}|${fileReader}|${spaceId}`
}

function paramsOf({ spaceId, revision, page }: PageAt) {
  return { spaceId, revisionId: revision.id, pageId: page.id }
}

/** Reads content from memory, or else from the api, or else, while that is away, from disk. */
class Shelves {
  readonly revisions: ByteLru<RevisionIndex>
  readonly texts: ByteLru<unknown>
  readonly #snapshot: SnapshotStore
  readonly #waitsForDisk: boolean
  readonly #flight = singleFlight<unknown>()

  constructor({ bytesMax, snapshot, waitsForDisk = false }: LibraryOptions) {
    this.#waitsForDisk = waitsForDisk
    this.revisions = byteLru(bytesMax * 0.6)
    this.texts = byteLru(bytesMax * 0.4)
    this.#snapshot = snapshot
  }

  async kept<Value>(
    scope: Scope,
    key: string,
    { cache, reader = '', fetch, shape }: Keeping<Value>,
  ): Promise<Value | undefined> {
    const scoped = `${scope.siteId}|${scope.audience}|${reader}|${key}`
    const known = cache.get(scoped)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys name the kind of what they keep
    if (known !== undefined) return known as Value
    const found = await this.#flight(scoped, async () => {
      const raw = await this.#readThrough(scope, key, fetch)
      if (raw === undefined) return undefined
      const bytes = raw.characters * bytesPerCharacter
      const value = shape(raw.value, bytes)
      cache.set(scoped, value, bytes)
      return value
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return found as Value | undefined
  }

  async #readThrough(
    scope: Scope,
    key: string,
    fetch: () => Promise<unknown>,
  ): Promise<{ value: unknown; characters: number } | undefined> {
    try {
      const value = scope.token === '' ? away(key) : await fetch()
      if (value === undefined) return undefined
      const text = JSON.stringify(value)
      if (isPublic(scope)) {
        const written = this.#snapshot.put(scope.siteId, key, text)
        if (this.#waitsForDisk) await written
      }
      return { value, characters: text.length }
    } catch (error) {
      if (!(error instanceof ApiAwayError) || !isPublic(scope)) throw error
      const text = await this.#snapshot.get(scope.siteId, key)
      if (text === undefined) throw error
      return { value: JSON.parse(text), characters: text.length }
    }
  }
}

interface Keeping<Value> {
  readonly cache: ByteLru<Value> | ByteLru<unknown>
  /** The reader for whom alone the value is. */
  readonly reader?: string
  readonly fetch: () => Promise<unknown>
  readonly shape: (raw: unknown, bytes: number) => Value
}

function away(key: string): never {
  throw new ApiAwayError(`There is no token to read ${key} with`)
}

function asDocument(raw: unknown): JSONDocument {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the api answers valid documents
  return raw as JSONDocument
}

export function revisionKey(spaceId: string, revisionId: string): string {
  return `revision/${spaceId}/${revisionId}`
}

/** The key of a page's document, which covers the variables too: its expressions depend on them. */
export function documentKey({ spaceId, revision, page }: Omit<PageAt, 'scope'>): string {
  return `document.${documentForm}/${spaceId}/${page.id}/${pageVersion(revision, page)}`
}

export function reusableKey({
  spaceId,
  revision,
  reusableContentId,
}: Omit<ReusableAt, 'scope'>): string {
  const content = revision.reusableById.get(reusableContentId)
  const version = content?.computed === undefined ? content?.document : revision.id
  return `reusable.${documentForm}/${spaceId}/${reusableContentId}/${version ?? 'none'}.${revision.variablesDigest}`
}

/** The key of a page's Markdown. It covers the tree: links are paths, which change with a move. */
function markdownKey({ spaceId, revision, page }: PageAt): string {
  return `markdown/${spaceId}/${page.id}/${pageVersion(revision, page)}.${revision.treeDigest}`
}

function pageVersion(revision: RevisionIndex, page: DocumentPage): string {
  const own = page.variables === undefined ? '' : digestOf(JSON.stringify(page.variables))
  // The seed of a computed page names its document, and changes with what its blocks show.
  const version = page.documentId ?? page.computedSeed ?? 'none'
  return `${version}.${revision.variablesDigest}.${own}`
}
