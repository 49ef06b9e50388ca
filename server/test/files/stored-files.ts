import { readdir } from 'node:fs/promises'

import { directoryOf } from '#/platform/storage/folder-paths.ts'

import type { TestApi } from '../test-api.ts'

/** The names of the files that the storage folder holds for a space. */
export async function storedFilesOf(api: TestApi, spaceId: string): Promise<string[]> {
  const folder = directoryOf(api.services.config.STORAGE_FOLDER, `spaces/${spaceId}`)
  return readdir(folder).catch(() => [])
}
