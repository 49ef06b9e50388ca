import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import type { JsonValue } from '@lectern/content/tree/entries.ts'

import {
  documentIdOf,
  type DocumentToStore,
  readBodies,
  type ReadBody,
} from '#/content-store/documents/public.ts'
import type { EntryState } from '#/content-store/entries/public.ts'
import { storeFile } from '#/features/writing/files/public.ts'
import type { Context } from '#/platform/http/context.ts'

import { ImportFailure } from './import-failure.ts'
import type { Known } from './imported-tree.ts'
import type { ImportedEntry } from './unpack-task.ts'

/** Characters that one task parses, and files that are stored at once. */
const charactersPerTask = 50_000
const filesAtOnce = 8
const bodyBytesMax = 1_048_576

export interface ReadEntries {
  readonly known: ReadonlyMap<string, Known>
  readonly documents: readonly DocumentToStore[]
  readonly bodies: ReadonlyMap<string, ReadBody>
  /** The keys of the files that were stored for this import. */
  readonly keys: readonly string[]
}

interface Reading {
  readonly context: Pick<Context, 'db' | 'storage' | 'egress' | 'caller' | 'threads'>
  readonly organizationId: string
  readonly spaceId: string
  readonly head: ReadonlyMap<string, EntryState>
  /** Takes the number of entries that were just read; throws to end the import. */
  readonly advance: (by: number) => Promise<void>
}

/** Parses texts and stores files, both outside of any transaction. */
export async function readEntries(
  reading: Reading,
  entries: readonly ImportedEntry[],
): Promise<ReadEntries> {
  const known = new Map<string, Known>()
  const bodies = new Map<string, ReadBody>()
  const documents: DocumentToStore[] = []
  const keys: string[] = []

  const readBatch = async (batch: readonly ImportedEntry[]) => {
    for (const { id, document, body } of await readTexts(reading.context, batch)) {
      known.set(id, { documentId: document.id })
      bodies.set(id, body)
      documents.push(document)
    }
    await reading.advance(batch.length)
  }
  const readFile = async (entry: ImportedEntry) => {
    const { attributes, key } = await storedFile(reading, entry)
    known.set(entry.id, { documentId: null, attributes })
    if (key !== undefined) keys.push(key)
    await reading.advance(1)
  }
  const texts = batchesOf(entries.filter(({ body }) => body !== undefined))
  const files = entries.filter(({ kind }) => kind === 'file')
  await Promise.all([
    // One batch more than there are threads, so that no thread is idle and no task waits long.
    together(reading.context.threads.size + 1, texts, readBatch),
    together(filesAtOnce, files, readFile),
  ])
  return { known, documents, bodies, keys }
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
  entries: readonly ImportedEntry[],
): Promise<readonly ReadText[]> {
  const texts = entries.map(({ body = '' }) => body)
  const read = await threads.run(readBodies, texts)
  return entries.map(({ id }, index) => {
    const body = read[index]
    const markdown = texts[index]
    if (body === undefined || markdown === undefined) throw new Error('A body is missing')
    const projection = Buffer.from(body.projection)
    return { id, body, document: { id: documentIdOf(markdown), markdown, projection } }
  })
}

/**
 * Stores the bytes of a file, unless the file has the same bytes in the head, and gives its
 * attributes.
 */
async function storedFile(
  { context, organizationId, spaceId, head }: Reading,
  { id, title, bytes = new Uint8Array() }: ImportedEntry,
): Promise<{ attributes: Readonly<Record<string, JsonValue>>; key?: string }> {
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const before = head.get(id)?.attributes
  if (before !== undefined && (await digestIn(context, before, bytes)) === digest) {
    const { contentType = null, size = null, width, height, key = null } = before
    const measures = {
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(before['digest'] !== undefined && { digest }),
    }
    return { attributes: { contentType, size, ...measures, key } }
  }
  const stored = await storeFile(context, {
    organizationId,
    spaceId,
    source: { bytes: Buffer.from(bytes) },
    name: title,
  })
  return { attributes: { ...stored, digest }, key: stored.key }
}

/** The digest of the bytes that a file has; a file that was not imported has no stored digest. */
async function digestIn(
  { storage }: Reading['context'],
  { digest, key, size }: EntryState['attributes'],
  { length }: Uint8Array,
): Promise<string | undefined> {
  if (typeof digest === 'string') return digest
  if (typeof key !== 'string' || size !== length) return undefined
  const found = await storage.get(key)
  if (found === undefined) return undefined
  return createHash('sha256')
    .update(await buffer(found.body))
    .digest('base64url')
}

function batchesOf(entries: readonly ImportedEntry[]): ImportedEntry[][] {
  const batches: ImportedEntry[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const { body = '', path = entry.title } = entry
    if (Buffer.byteLength(body) > bodyBytesMax) {
      throw new ImportFailure(`"${path}" is larger than the 1 MB that a page may have.`)
    }
    characters += body.length
    if (characters > charactersPerTask) {
      batches.push([entry])
      characters = body.length
    } else batches.at(-1)?.push(entry)
  }
  return batches
}

/** Runs `work` on the parts in order, `places` at a time; the first failure rejects the run. */
async function together<Part>(
  places: number,
  parts: readonly Part[],
  work: (part: Part) => Promise<void>,
): Promise<void> {
  const waiting = parts.values()
  const worker = async () => {
    for (const part of waiting) await work(part)
  }
  await Promise.all(Array.from({ length: places }, worker))
}
