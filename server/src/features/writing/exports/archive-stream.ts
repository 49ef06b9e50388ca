import { once } from 'node:events'
import { type Readable, pipeline } from 'node:stream'
import { pipeline as flow } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { type Pack, pack } from 'tar-stream'

/** A file whose bytes are at hand, or are opened when it is their turn. */
export type ExportedFile = { readonly path: string } & (
  | { readonly bytes: Buffer }
  | { readonly sizeBytes: number; readonly open: () => Promise<Readable> }
)

/** The time of every file in an archive, so that the same files always give the same archive. */
const written = new Date(0)

/**
 * An archive that is made while it is read: no more is asked of `files` than the reader takes. An
 * archive that cannot be finished breaks off, so that its reader finds it incomplete.
 */
export function archiveOf(
  files: AsyncIterable<ExportedFile>,
  onFailure: (error: unknown) => void,
): Readable {
  const tar = pack()
  const archive = createGzip()
  pipeline(tar, archive, () => undefined)
  void fill(tar, files, onFailure)
  return archive
}

async function fill(
  tar: Pack,
  files: AsyncIterable<ExportedFile>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  // A reader who stops reading ends the archive, and nothing more is made for it.
  const ending = new AbortController()
  tar.once('close', () => ending.abort())
  try {
    for await (const file of files) {
      if (ending.signal.aborted) return
      await add(tar, file, ending.signal)
    }
    tar.finalize()
  } catch (error) {
    if (ending.signal.aborted) return
    onFailure(error)
    tar.destroy(error instanceof Error ? error : new Error('The archive broke off'))
  }
}

async function add(tar: Pack, file: ExportedFile, signal: AbortSignal): Promise<void> {
  const size = 'bytes' in file ? file.bytes.length : file.sizeBytes
  const body = 'bytes' in file ? undefined : await file.open()
  const entry = tar.entry({ name: file.path, size, mtime: written })
  if (body !== undefined) {
    await flow(body, entry, { signal })
    return
  }
  const finished = once(entry, 'finish', { signal })
  entry.end('bytes' in file ? file.bytes : undefined)
  await finished
}
