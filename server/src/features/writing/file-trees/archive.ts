import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { extract } from 'tar-stream'

/** The limits of an archive; a page is at most one megabyte, so these are generous. */
const filesMax = 60_000
const bytesMax = 512 * 1024 * 1024

const unzip = promisify(gunzip)

/** An archive that cannot be imported; the message is for the person who made it. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

export interface Upload {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The files of an upload by their paths: those of an archive, or the Markdown file that it is. */
export async function readUpload({
  name,
  bytes,
}: Upload): Promise<Map<string, Uint8Array>> {
  if (/\.(?:md|markdown)$/i.test(name)) return new Map([[name, bytes]])
  if (/\.(?:tar\.gz|tgz)$/i.test(name)) return readTar(name, await inflated(name, bytes))
  if (/\.tar$/i.test(name)) return readTar(name, Buffer.from(bytes))
  throw new ArchiveError(
    `"${name}" is neither a Markdown file (.md) nor an archive (.tar, .tar.gz, .tgz).`,
  )
}

async function inflated(name: string, bytes: Uint8Array): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new ArchiveError(
      isTooLarge ? tooLarge(name) : `"${name}" cannot be unpacked: it is no gzip file.`,
      { cause: error },
    )
  }
}

async function readTar(name: string, bytes: Buffer): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const tar = extract()
  tar.end(bytes)
  try {
    for await (const entry of tar) {
      const { name: path, type } = entry.header
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk)
      // A link leads to a place that nobody checked: only files that the archive holds itself are
      // read.
      if (type === 'file' || type === 'contiguous-file') {
        files.set(path.replace(/^(?:\.\/)+/, ''), Buffer.concat(chunks))
      }
      if (files.size > filesMax) {
        throw new ArchiveError(`"${name}" holds more than ${filesMax} files.`)
      }
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(`"${name}" cannot be unpacked: it is no tar archive.`, {
      cause: error,
    })
  }
  return files
}

function tooLarge(name: string): string {
  return `"${name}" holds more than ${bytesMax / 1024 / 1024} MB. Import it in parts.`
}
