import type { Dirent } from 'node:fs'
import { opendir, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import {
  directoryOf,
  hasCode,
  isPlainDirectory,
  placeOf,
  syncDirectory,
  unlessGone,
} from '#/platform/storage/folder-paths.ts'

const pageEntries = 1_000

export async function deleteFile(root: string, key: string): Promise<void> {
  const { directory, file } = placeOf(root, key)
  if (!(await isPlainDirectory(directory))) return
  await unlessGone(unlink(file))
  await removeEmptied(root, directory)
}

export async function deleteFolder(root: string, prefix: string): Promise<void> {
  const directory = directoryOf(root, prefix)
  if (!(await isPlainDirectory(directory))) return
  await emptyDirectory(directory)
  await removeEmptied(root, directory)
}

/** Deletes the content of a directory page by page, so that memory stays bounded. */
async function emptyDirectory(directory: string): Promise<void> {
  for (;;) {
    const page = await firstEntries(directory)
    for (const entry of page) {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) {
        await emptyDirectory(path)
        await removeDirectory(path)
      } else {
        await unlessGone(unlink(path))
      }
    }
    if (page.length < pageEntries) return
  }
}

async function firstEntries(directory: string): Promise<Dirent[]> {
  const page: Dirent[] = []
  try {
    for await (const entry of await opendir(directory, { bufferSize: 256 })) {
      page.push(entry)
      if (page.length === pageEntries) break
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  return page
}

/** Removes the directory and its parents as long as they are empty; syncs the first that stays. */
async function removeEmptied(root: string, directory: string): Promise<void> {
  let current = directory
  while (current !== root && (await removeDirectory(current))) current = dirname(current)
  await unlessGone(syncDirectory(current))
}

/** Whether the directory is gone; a file put into it meanwhile prevents the removal. */
async function removeDirectory(directory: string): Promise<boolean> {
  try {
    await rmdir(directory)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}
