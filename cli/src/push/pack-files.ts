import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { pack, type Pack } from 'tar-stream'

import { messageOf, Refusal } from '#/failure.ts'

import type { FoundFile } from './walk-folder.ts'

/** The size up to which files are read into memory whole; larger ones are streamed. */
const heldBytesMax = 4 * 1024 * 1024
/** A fixed time, so that the same files make the same archive. */
const noTime = new Date(0)
/** The outer folder of the archive, which the import strips; else it would strip a real one. */
const wrapping = 'content/'

interface Packing {
  readonly signal: AbortSignal
  readonly onFile: (done: number) => void
}

export async function packFiles(
  files: readonly FoundFile[],
  archive: string,
  { signal, onFile }: Packing,
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(archive), { signal })
  // The first error counts: the pipeline then fails with it, not with the closing of the stream.
  fill(tar, files, onFile).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  await written
}

async function fill(
  tar: Pack,
  files: readonly FoundFile[],
  onFile: Packing['onFile'],
): Promise<void> {
  for (const [index, file] of files.entries()) {
    try {
      await add(tar, file)
    } catch (error) {
      throw unreadable(file.path, error)
    }
    onFile(index + 1)
  }
  tar.finalize()
}

async function add(tar: Pack, { path, place }: FoundFile): Promise<void> {
  const header = { name: wrapping + path, mtime: noTime }
  const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>()
  const onEnd = (error?: Error | null) => (error ? reject(error) : resolve(undefined))
  const { size } = statSync(place)
  if (size <= heldBytesMax) {
    // Reading a small file here is several times faster than asking another thread.
    tar.entry(header, readFileSync(place), onEnd).on('error', reject)
    await ended
    return
  }
  const source = createReadStream(place, { start: 0, end: size - 1 })
  await Promise.all([pipeline(source, tar.entry({ ...header, size }, onEnd)), ended])
}

/**
 * The refusal of the whole push: with a file left out, the space could lose the page in that file.
 */
function unreadable(path: string, error: unknown): Refusal {
  return new Refusal(
    'file_unreadable',
    `"${path}" could not be read, so nothing was pushed: ${messageOf(error)}. Make it readable, or move it out of the folder.`,
  )
}
