import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

import { hasCode, isPlainDirectory, placeOf } from '#/platform/storage/folder-paths.ts'
import { readTrailer } from '#/platform/storage/folder-trailer.ts'
import type { ByteRange, StoredFile } from '#/platform/storage/storage.ts'

export async function openFile(
  root: string,
  key: string,
  range?: ByteRange,
): Promise<StoredFile | undefined> {
  const { directory, file } = placeOf(root, key)
  if (!(await isPlainDirectory(directory))) return undefined
  let handle: FileHandle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    const about = await readTrailer(handle)
    if (about === undefined) {
      throw new Error(`The stored file ${key} is damaged. Restore it from a backup.`)
    }
    return { ...about, body: await bodyOf(handle, about.sizeBytes, range) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function bodyOf(
  handle: FileHandle,
  sizeBytes: number,
  { start, end }: ByteRange = { start: 0, end: sizeBytes - 1 },
): Promise<Readable> {
  // Behind the last byte is the trailer, which no reader may see.
  const last = Math.min(end, sizeBytes - 1)
  if (start <= last) return handle.createReadStream({ start, end: last })
  await handle.close()
  return Readable.from([])
}
