import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { AssetRef } from '@lectern/content/document/references.ts'
import type { ApiPart } from '@lectern/content/openapi/model.ts'

import { type NamedPart, partsNamedIn } from '#/blocks/openapi/named-parts.ts'
import type { ApiParts, Asset } from '#/model.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import type { SnapshotStore } from '#/serve/snapshot/snapshot-store.ts'

import {
  type AskedParts,
  KeptParts,
  type KeptPartsOptions,
  nameOf,
  type PartsSource,
  type ReadPart,
} from './kept-parts.ts'
import { isPublic, type Scope } from './scope.ts'

/** Parts by specification. */
type NamedParts = ReadonlyMap<string, readonly NamedPart[]>

export interface FoundParts {
  /** What was looked for. */
  readonly named: NamedParts
  readonly part: ApiParts['part']
  /** Other for other parts: what is rendered from these parts is kept under it. */
  readonly digest: string
  /** Whether the api or the disk said something of each. */
  readonly isComplete: boolean
}

/** A document, under the key by which its text is kept where it is. */
export interface KeyedDocument {
  readonly key?: string
  readonly document: JSONDocument
}

/** The files of a space as a reader sees them. */
export type FilesSeen = (ref: AssetRef) => Pick<Asset, 'src' | 'isExternal'> | undefined

export interface ApiPartsReader {
  /**
   * What documents show of specifications. While the api is away, what they last showed to everybody
   * comes from disk.
   */
  readonly of: (
    scope: Scope,
    files: FilesSeen,
    documents: readonly KeyedDocument[],
  ) => Promise<FoundParts>
  /** The digest of what was found before, as it is now; undefined while nobody can say. */
  readonly digestOf: (
    scope: Scope,
    files: FilesSeen,
    named: NamedParts,
  ) => Promise<string | undefined>
  /** Forgets a specification that has changed; gives the sites that show it. */
  readonly changed: (organizationId: string, spec: string) => ReadonlySet<string>
  /** Forgets everything: changes may have been missed. */
  readonly forget: () => void
}

export interface ApiPartsOptions extends KeptPartsOptions {
  readonly snapshot: SnapshotStore
  /** Whether reads end only once the parts are on disk. */
  readonly waitsForDisk?: boolean
}

const nothing: NamedParts = new Map()

const noParts: FoundParts = {
  named: nothing,
  part: () => undefined,
  digest: '',
  isComplete: true,
}

export function openApiParts(options: ApiPartsOptions): ApiPartsReader {
  const { snapshot, waitsForDisk = false } = options
  const kept = new KeptParts(options)

  async function read(
    scope: Scope,
    files: FilesSeen,
    named: NamedParts,
  ): Promise<FoundParts> {
    const answers = await Promise.all(
      [...named].map(async ([spec, parts]) => {
        const from = sourceOf(spec, parts, files)
        const asked = from === undefined ? unreadable : kept.read(scope, from, parts)
        return [spec, await asked] as const
      }),
    )
    const bySpec = new Map(answers.map(([spec, { found }]) => [spec, found]))
    return foundIn(
      named,
      bySpec,
      answers.every(([, { isAnswered }]) => isAnswered),
    )
  }

  async function put(
    { siteId }: Scope,
    { key, document }: KeyedDocument,
    found: FoundParts,
  ): Promise<void> {
    const named = partsNamedIn([document])
    if (key === undefined || named.size === 0) return
    const text = JSON.stringify(
      [...named].flatMap(([spec, parts]) =>
        parts.map(({ kind, name }) => [spec, kind, name, found.part(spec, kind, name)]),
      ),
    )
    const written = snapshot.put(siteId, partsKey(key), text)
    if (waitsForDisk) await written
  }

  return {
    async of(scope, files, documents) {
      const named = partsNamedIn(documents.map(({ document }) => document))
      if (named.size === 0) return noParts
      const found = await read(scope, files, named)
      if (!isPublic(scope)) return found
      if (!found.isComplete) return fromDisk(snapshot, scope, documents, found)
      await Promise.all(documents.map(async (each) => put(scope, each, found)))
      return found
    },
    async digestOf(scope, files, named) {
      if (named.size === 0) return noParts.digest
      const { digest, isComplete } = await read(scope, files, named)
      return isComplete ? digest : undefined
    },
    changed: (organizationId, spec) => kept.changed(organizationId, spec),
    forget: () => kept.forget(),
  }
}

/** The name under which a site's disk has the parts of a document. */
export function partsKey(documentKey: string): string {
  return `api-parts/${documentKey}`
}

/** What is said of what no api is asked about, as a document at another address. */
const unreadable: AskedParts = { found: new Map(), isAnswered: true }

/** Where parts are to be had; undefined for a document that is not stored here. */
function sourceOf(
  spec: string,
  [first]: readonly NamedPart[],
  files: FilesSeen,
): PartsSource | undefined {
  if (first?.file === undefined) return { slug: spec }
  const file = files(first.file)
  return file === undefined || file.isExternal ? undefined : { fileUrl: file.src }
}

type BySpec = ReadonlyMap<string, ReadonlyMap<string, ReadPart>>

function foundIn(named: NamedParts, bySpec: BySpec, isComplete: boolean): FoundParts {
  const hashes = [...named].map(([spec, parts]) => [
    spec,
    parts.map((each) => bySpec.get(spec)?.get(nameOf(each))?.hash ?? null),
  ])
  return {
    named,
    part(spec, kind, name) {
      const read = bySpec.get(spec)?.get(nameOf({ kind, name }))
      return read === undefined ? undefined : (read.part ?? 'gone')
    },
    digest: digestOf(JSON.stringify(hashes)),
    isComplete,
  }
}

type PartOnDisk = [string, NamedPart['kind'], string, ApiPart | 'gone' | undefined]

/** What the disk has of documents; `found`, as far as it goes, if it has nothing. */
async function fromDisk(
  snapshot: SnapshotStore,
  { siteId, token }: Scope,
  documents: readonly KeyedDocument[],
  found: FoundParts,
): Promise<FoundParts> {
  const texts = await Promise.all(
    documents.map(async ({ key }) =>
      key === undefined ? undefined : snapshot.get(siteId, partsKey(key)),
    ),
  )
  const parts = new Map<string, ApiPart | 'gone' | undefined>()
  for (const text of texts) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above, in this form
    const onDisk = text === undefined ? [] : (JSON.parse(text) as PartOnDisk[])
    for (const [spec, kind, name, part] of onDisk) {
      parts.set(`${spec} ${nameOf({ kind, name })}`, part ?? undefined)
    }
  }
  return {
    ...found,
    // Without a token there is no more to be had.
    isComplete: token === '',
    part: (spec, kind, name) =>
      parts.get(`${spec} ${nameOf({ kind, name })}`) ?? found.part(spec, kind, name),
  }
}
