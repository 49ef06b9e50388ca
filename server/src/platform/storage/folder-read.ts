import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

import { hasCode, isPlainDirectory, placeOf } from '#/platform/storage/folder-paths.ts'
import { readTrailer } from '#/platform/storage/folder-trailer.ts'
import type { StoredFile } from '#/platform/storage/storage.ts'

export async function openFile(
  root: string,
  key: string,
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
    return { ...about, body: await bodyOf(handle, about.sizeBytes) }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function bodyOf(handle: FileHandle, sizeBytes: number): Promise<Readable> {
  if (sizeBytes > 0) return handle.createReadStream({ start: 0, end: sizeBytes - 1 })
  await handle.close()
  return Readable.from([])
}
