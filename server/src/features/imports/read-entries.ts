import { createHash } from 'node:crypto'

import type { JsonValue } from '@lectern/content/tree/entries.ts'

import {
  documentIdOf,
  type DocumentToStore,
  type EntryState,
  readBodies,
  type ReadBody,
} from '#/features/content/public.ts'
import { storeFile } from '#/features/files/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { Known } from './imported-tree.ts'
import { ImportFailure } from './import-failure.ts'
import type { ImportedEntry } from './unpack-task.ts'

/** Characters that one task parses, and files that are stored at once. */
const charactersPerTask = 200_000
const tasksAtOnce = 8
const bodyBytesMax = 1_048_576

export interface ReadEntries {
  readonly known: ReadonlyMap<string, Known>
  readonly documents: readonly DocumentToStore[]
  readonly bodies: ReadonlyMap<string, ReadBody>
  /** Of the files that were stored for this import. */
  readonly keys: readonly string[]
}

interface Reading {
  readonly context: Pick<Context, 'db' | 'storage' | 'egress' | 'caller' | 'threads'>
  readonly organizationId: string
  readonly spaceId: string
  readonly head: ReadonlyMap<string, EntryState>
  /** Told how many more are done; throws to end the import. */
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

  const readTexts = async (batch: readonly ImportedEntry[]) => {
    const texts = batch.map(({ body = '' }) => body)
    const read = await reading.context.threads.run(readBodies, texts)
    for (const [index, { id }] of batch.entries()) {
      const body = read[index]
      const markdown = texts[index]
      if (body === undefined || markdown === undefined) {
        throw new Error('A body is missing')
      }
      const documentId = documentIdOf(markdown)
      known.set(id, { documentId })
      bodies.set(id, body)
      documents.push({
        id: documentId,
        markdown,
        projection: Buffer.from(body.projection),
      })
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
  await together([
    ...texts.map((batch) => async () => readTexts(batch)),
    ...files.map((entry) => async () => readFile(entry)),
  ])
  return { known, documents, bodies, keys }
}

/** A file whose bytes the space already has is not stored again. */
async function storedFile(
  { context, organizationId, spaceId, head }: Reading,
  { id, title, bytes = new Uint8Array() }: ImportedEntry,
): Promise<{ attributes: Readonly<Record<string, JsonValue>>; key?: string }> {
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const before = head.get(id)?.attributes
  if (before?.['digest'] === digest) {
    const { contentType = null, size = null, width, height, key = null } = before
    const measures = {
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    }
    return { attributes: { contentType, size, ...measures, key, digest } }
  }
  const stored = await storeFile(context, {
    organizationId,
    spaceId,
    source: { bytes: Buffer.from(bytes) },
    name: title,
  })
  return { attributes: { ...stored, digest }, key: stored.key }
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

/** As many at once as there are places, in order; the first failure ends all of it. */
async function together(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = tasks.values()
  const worker = async () => {
    for (const task of waiting) await task()
  }
  await Promise.all(Array.from({ length: tasksAtOnce }, worker))
}
