import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { pack } from 'tar-stream'

const chunk = Buffer.alloc(1024 * 1024)

/** A small archive of files that are large once they are unpacked: nothing but zeros. */
export async function zerosArchive(
  pages: Readonly<Record<string, string>>,
  zeros: Readonly<Record<string, number>>,
): Promise<Buffer> {
  const tar = pack()
  const packed = buffer(tar.pipe(createGzip()))
  for (const [name, text] of Object.entries(pages)) tar.entry({ name }, text)
  for (const [name, megabytes] of Object.entries(zeros)) {
    const entry = tar.entry({ name, size: megabytes * chunk.length })
    await pipeline(Readable.from(Array.from({ length: megabytes }, () => chunk)), entry)
  }
  tar.finalize()
  return packed
}
