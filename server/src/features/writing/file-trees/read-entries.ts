import { createHash } from 'node:crypto'

import type { JsonValue } from '@lectern/content/tree/entries.ts'

import {
  anchorHashes,
  documentIdOf,
  type DocumentToStore,
  readBodies,
  type ReadBody,
} from '#/content-store/documents/public.ts'
import type { EntryState } from '#/content-store/entries/public.ts'
import { storeFile } from '#/features/writing/files/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import type { DoneFor } from '#/platform/threads/threads.ts'

import type { UploadedFile } from './archive.ts'
import { ImportFailure } from './import-failure.ts'
import type { Known } from './imported-tree.ts'
import { changed, type UploadedFiles } from './list-uploads.ts'
import { tooLong } from './read-uploads.ts'
import { allTogether, type Group } from './all-together.ts'
import type { ImportedEntry } from './unpack-task.ts'

/** Characters that one task parses, and files that are stored at once. */
const charactersPerTask = 50_000
const filesAtOnce = 8
/** The size up to which files are held, so that several are stored at once. */
const heldBytesMax = 1_048_576
const bodyBytesMax = 1_048_576

export interface ReadEntries {
  readonly known: ReadonlyMap<string, Known>
  readonly documents: readonly DocumentToStore[]
  readonly bodies: ReadonlyMap<string, ReadBody>
  /** The keys of the files that were stored for this import. */
  readonly keys: readonly string[]
}

interface Reading {
  readonly context: Pick<
    Context,
    'config' | 'db' | 'storage' | 'egress' | 'caller' | 'threads'
  >
  readonly organizationId: string
  readonly spaceId: string
  readonly head: ReadonlyMap<string, EntryState>
  /** Where the bytes of files come from, and their digests by their paths. */
  readonly uploads: UploadedFiles
  readonly uploadKeys: readonly string[]
  readonly digests: ReadonlyMap<string, string>
  /** Takes the key of each stored file, for the caller to remove it should the import fail. */
  readonly stored: string[]
  /** Takes the number of entries that were just read; throws to end the import. */
  readonly advance: (by: number) => Promise<void>
}

/**
 * Parses texts and stores files, both outside of any transaction. When one fails, no other begins,
 * and none is under way any more once this rejects.
 */
export async function readEntries(
  reading: Reading,
  entries: readonly ImportedEntry[],
): Promise<ReadEntries> {
  const known = new Map<string, Known>()
  const bodies = new Map<string, ReadBody>()
  const documents: DocumentToStore[] = []

  const texts: Group<readonly ImportedEntry[]> = {
    // One batch more than there are threads, so that no thread is idle and no task waits long.
    places: reading.context.threads.size + 1,
    parts: batchesOf(entries.filter(({ body }) => body !== undefined)),
    async work(batch) {
      for (const { id, document, body } of await readTexts(
        reading.context,
        reading,
        batch,
      )) {
        known.set(id, { documentId: document.id })
        bodies.set(id, body)
        documents.push(document)
      }
      await reading.advance(batch.length)
    },
  }
  const fresh = new Map<string, ImportedEntry>()
  for (const entry of entries.filter(({ kind }) => kind === 'file')) {
    const attributes = await attributesInHead(reading, entry)
    if (attributes === undefined) fresh.set(entry.path ?? '', entry)
    else {
      known.set(entry.id, { documentId: null, attributes })
      await reading.advance(1)
    }
  }
  const files: Group<FileToStore> = {
    places: filesAtOnce,
    parts: filesToStore(reading, fresh),
    async work(file) {
      const attributes = await storedFile(reading, file).finally(file.release)
      known.set(file.entry.id, { documentId: null, attributes })
      await reading.advance(1)
    },
  }
  await allTogether(texts, files)
  return { known, documents, bodies, keys: reading.stored }
}

/** The conditions in the texts that hold for nobody, with the lines of their files. */
export function conditionProblems(
  entries: readonly ImportedEntry[],
  { bodies }: Pick<ReadEntries, 'bodies'>,
): readonly { readonly path: string; readonly message: string }[] {
  return entries.flatMap(({ id, path = '', head = '' }) => {
    const linesAbove = head.split(/\r\n|\n|\r/).length - 1
    const faults = bodies.get(id)?.faults ?? []
    return faults.map(({ line, message }) => ({
      path,
      message: `Line ${line + linesAbove}: ${message}`,
    }))
  })
}

/** The text of an entry as it is stored, and the outcome of parsing it. */
export interface ReadText {
  readonly id: string
  readonly document: DocumentToStore
  readonly body: ReadBody
}

/** Reads texts on another thread, all of them as one task. */
export async function readTexts(
  { threads }: Pick<Context, 'threads'>,
  doneFor: DoneFor,
  entries: readonly ImportedEntry[],
): Promise<readonly ReadText[]> {
  const texts = entries.map(({ body = '' }) => body)
  const read = await threads.run(doneFor, readBodies, texts)
  return entries.map(({ id }, index) => {
    const body = read[index]
    const markdown = texts[index]
    if (body === undefined || markdown === undefined) throw new Error('A body is missing')
    const projection = Buffer.from(body.projection)
    const anchors = anchorHashes(body.anchors)
    const document = { id: documentIdOf(markdown), markdown, projection, anchors }
    return { id, body, document }
  })
}

/** The attributes that a file has in the head, if it has the same bytes there. */
async function attributesInHead(
  { context, head, uploads, digests }: Reading,
  { id, path = '' }: ImportedEntry,
): Promise<Readonly<Record<string, JsonValue>> | undefined> {
  const digest = digests.get(path)
  const before = head.get(id)?.attributes
  if (before === undefined || digest === undefined) return undefined
  if ((await digestIn(context, before, uploads.sizes.get(path))) !== digest) {
    return undefined
  }
  const { contentType = null, size = null, width, height, key = null } = before
  const measures = {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(before['digest'] !== undefined && { digest }),
  }
  return { contentType, size, ...measures, key }
}

/** The digest of the bytes that a file has; a file that was not imported has no stored digest. */
async function digestIn(
  { storage }: Reading['context'],
  { digest, key, size }: EntryState['attributes'],
  sizeBytes: number | undefined,
): Promise<string | undefined> {
  if (typeof digest === 'string') return digest
  if (typeof key !== 'string' || size !== sizeBytes) return undefined
  const found = await storage.get(key)
  if (found === undefined) return undefined
  const hash = createHash('sha256')
  for await (const chunk of found.body) hash.update(chunk)
  return hash.digest('base64url')
}

interface FileToStore {
  readonly entry: ImportedEntry
  readonly source: { readonly bytes: Buffer } | Pick<UploadedFile, 'body' | 'size'>
  /** Says that the bytes are stored, or never will be: the next file can be unpacked. */
  readonly release: () => void
}

/** The files to store, as they are unpacked: a large one is stored before the next is read. */
async function* filesToStore(
  { uploads }: Reading,
  fresh: ReadonlyMap<string, ImportedEntry>,
): AsyncGenerator<FileToStore, void> {
  if (fresh.size === 0) return
  for await (const { path, size, body } of uploads.read((each) => fresh.has(each))) {
    const entry = fresh.get(path)
    if (entry === undefined) continue
    const { promise: released, resolve } = Promise.withResolvers<undefined>()
    const release = () => resolve(undefined)
    if (size <= heldBytesMax) {
      yield { entry, source: { bytes: await bytesOf(body) }, release }
    } else {
      yield { entry, source: { body, size }, release }
      await released
    }
  }
}

async function bytesOf(body: UploadedFile['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Stores the bytes of a file and gives its attributes. */
async function storedFile(
  { context, organizationId, spaceId, uploadKeys, digests, stored }: Reading,
  { entry: { title, path = '' }, source }: FileToStore,
): Promise<Readonly<Record<string, JsonValue>>> {
  const hash = createHash('sha256')
  async function* hashed(body: UploadedFile['body']) {
    for await (const chunk of body) {
      hash.update(chunk)
      yield chunk
    }
  }
  if ('bytes' in source) hash.update(source.bytes)
  const toStore =
    'bytes' in source ? source : { body: hashed(source.body), size: source.size }
  const place = { organizationId, spaceId, name: title, partOf: uploadKeys }
  const file = await storeFile(context, { ...place, source: toStore }).catch(asFailure)
  stored.push(file.key)
  const digest = hash.digest('base64url')
  if (digest !== digests.get(path)) throw changed()
  return { ...file, digest }
}

/** A refusal that HTTP would return, as a failure for the user who started the import to read. */
function asFailure(error: unknown): never {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  throw new ImportFailure(error.message, { cause: error })
}

function batchesOf(entries: readonly ImportedEntry[]): ImportedEntry[][] {
  const batches: ImportedEntry[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const { body = '', path = entry.title } = entry
    if (Buffer.byteLength(body) > bodyBytesMax) {
      throw tooLong(path)
    }
    characters += body.length
    if (characters > charactersPerTask) {
      batches.push([entry])
      characters = body.length
    } else batches.at(-1)?.push(entry)
  }
  return batches
}
