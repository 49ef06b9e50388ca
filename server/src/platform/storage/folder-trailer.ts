import type { FileHandle } from 'node:fs/promises'

import { contentTypeLengthMax } from '#/platform/storage/storage-limits.ts'
import type { FileAbout } from '#/platform/storage/storage.ts'

const mark = Buffer.from('LecternF')
const tailBytes = 1 + mark.length

/**
 * The trailer after a file's bytes on disk: content type, its length in one byte, a mark. Being in
 * the same file, it is replaced in the same rename; being last, it shows that nothing was cut off.
 */
export function trailerFor(contentType: string): Buffer {
  return Buffer.concat([
    Buffer.from(contentType, 'latin1'),
    Buffer.from([contentType.length]),
    mark,
  ])
}

/** Reads the trailer; undefined when the file was cut short or not written by this storage. */
export async function readTrailer(handle: FileHandle): Promise<FileAbout | undefined> {
  const { size } = await handle.stat()
  const length = Math.min(size, contentTypeLengthMax + tailBytes)
  const { buffer: end, bytesRead } = await handle.read({
    buffer: Buffer.alloc(length),
    position: size - length,
  })
  const typeLength = end.at(-tailBytes)
  const isWhole = bytesRead === length && end.subarray(-mark.length).equals(mark)
  if (!isWhole || typeLength === undefined || typeLength + tailBytes > length) {
    return undefined
  }
  return {
    contentType: end.toString(
      'latin1',
      length - tailBytes - typeLength,
      length - tailBytes,
    ),
    sizeBytes: size - tailBytes - typeLength,
  }
}
