import type { Buffer } from 'node:buffer'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { EndedTooEarly } from './byte-reader.ts'
import { ImportFailure } from './import-failure.ts'
import { readTar, TarError } from './read-tar.ts'

/** The limits of an import over all of its uploads; those of its texts follow from the memory. */
const limits = {
  bytes: 512 * 1024 * 1024,
  files: 60_000,
  entries: 120_000,
  pathCharacters: 8 * 1024 * 1024,
}
const chunkBytes = 64 * 1024

/** Counts what an import unpacks, and refuses more than an import may hold. */
export interface Meter {
  readonly addBytes: (count: number) => void
  readonly addEntry: (entry: { readonly path: string; readonly isFile: boolean }) => void
}

export function importMeter(): Meter {
  let bytes = 0
  let files = 0
  let entries = 0
  let pathCharacters = 0
  return {
    addBytes(count) {
      bytes += count
      if (bytes > limits.bytes) throw tooLarge(`${limits.bytes / 1024 / 1024} MB`)
    },
    addEntry({ path, isFile }) {
      entries += 1
      files += isFile ? 1 : 0
      pathCharacters += path.length
      if (files > limits.files) throw tooLarge(`${limits.files} files`)
      if (entries > limits.entries) {
        throw tooLarge(`${limits.entries} files, folders and links`)
      }
      if (pathCharacters > limits.pathCharacters) {
        throw tooLarge(`${limits.pathCharacters} characters of paths`)
      }
    },
  }
}

function tooLarge(limit: string): ImportFailure {
  return new ImportFailure(
    `The import unpacks to more than ${limit}, all its files together. Import it in parts.`,
  )
}

export interface UploadToRead {
  readonly name: string
  readonly sizeBytes: number
  readonly body: Readable
}

export interface UploadedFile {
  readonly path: string
  readonly size: number
  readonly body: AsyncIterable<Buffer>
}

/**
 * The files of an upload as a stream: those of an archive, or the Markdown file that it is. What
 * nobody reads of a file is skipped when the next one is asked for.
 */
export async function* filesOf(
  { name, sizeBytes, body }: UploadToRead,
  meter: Meter,
): AsyncGenerator<UploadedFile, void> {
  try {
    if (/\.(?:md|markdown)$/i.test(name)) {
      meter.addEntry({ path: name, isFile: true })
      yield { path: name, size: sizeBytes, body: counted(body, meter) }
    } else if (/\.(?:tar|tar\.gz|tgz)$/i.test(name)) {
      const isPlain = /\.tar$/i.test(name)
      yield* filesOfArchive(counted(isPlain ? body : inflated(body), meter), meter)
    } else {
      throw new ImportFailure(
        `"${name}" is neither a Markdown file (.md) nor an archive (.tar, .tar.gz, .tgz).`,
      )
    }
  } catch (error) {
    throw asFailure(error, name)
  } finally {
    body.destroy()
  }
}

async function* filesOfArchive(
  bytes: AsyncIterable<Buffer>,
  meter: Meter,
): AsyncGenerator<UploadedFile, void> {
  for await (const { path: spelled, isFile, size, body } of readTar(bytes)) {
    const path = spelled.replace(/^(?:\.\/)+/, '')
    meter.addEntry({ path, isFile })
    if (isFile) yield { path, size, body }
  }
}

function inflated(body: Readable): Readable {
  return pipeline(body, createGunzip({ chunkSize: chunkBytes }), () => undefined)
}

async function* counted(
  bytes: AsyncIterable<Buffer>,
  meter: Meter,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of bytes) {
    meter.addBytes(chunk.length)
    yield chunk
  }
}

/** The fault of an archive in the words for the user who made it; any other error as it is. */
function asFailure(error: unknown, name: string): unknown {
  if (error instanceof TarError || error instanceof EndedTooEarly) {
    const message = `"${name}" cannot be unpacked: it is no tar archive.`
    return new ImportFailure(message, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_')) {
    const message = `"${name}" cannot be unpacked: it is no gzip file.`
    return new ImportFailure(message, { cause: error })
  }
  return error
}
