import type { Readable } from 'node:stream'

import type { Signer } from '#/platform/secrets/signing.ts'
import { deleteFile, deleteFolder } from '#/platform/storage/folder-delete.ts'
import { realRoot } from '#/platform/storage/folder-paths.ts'
import { openFile } from '#/platform/storage/folder-read.ts'
import { presignFolderUrl } from '#/platform/storage/folder-url.ts'
import { copyFile, createWriter } from '#/platform/storage/folder-write.ts'
import { checkStorage } from '#/platform/storage/storage-check.ts'
import {
  requireAbout,
  requireExpiry,
  requireKey,
} from '#/platform/storage/storage-limits.ts'
import type { FileAbout, Storage } from '#/platform/storage/storage.ts'

export interface FolderStorageConfig {
  readonly kind: 'folder'
  readonly folder: string
  /** The public address of this server; its `/~storage/` serves the signed URLs. */
  readonly publicUrl: string
}

export interface FolderStorage extends Storage {
  readonly kind: 'folder'
  /** Like `put` for an unused key; returns false, and changes nothing, when the key is in use. */
  create(key: string, body: Readable | Buffer, about: FileAbout): Promise<boolean>
}

export function openFolderStorage(
  { folder, publicUrl }: FolderStorageConfig,
  signer: Signer,
): FolderStorage {
  let root: string | undefined
  const rootOnce = async (): Promise<string> => (root ??= await realRoot(folder))
  const write = createWriter(rootOnce)

  const files: Pick<FolderStorage, 'put' | 'create' | 'get' | 'delete'> = {
    async put(key, body, about) {
      requireKey(key)
      requireAbout(about)
      await write(key, body, about, 'replace')
    },
    async create(key, body, about) {
      requireKey(key)
      requireAbout(about)
      return await write(key, body, about, 'create')
    },
    async get(key, range) {
      requireKey(key)
      return await openFile(await rootOnce(), key, range)
    },
    async delete(key) {
      requireKey(key)
      await deleteFile(await rootOnce(), key)
    },
  }

  return {
    kind: 'folder',
    ...files,
    async copy(from, to) {
      requireKey(from)
      requireKey(to)
      return await copyFile(await rootOnce(), from, to)
    },
    async deleteAll(prefix) {
      requireKey(prefix)
      await deleteFolder(await rootOnce(), prefix)
    },
    async presignPut(key, { expiresInSeconds, ...about }) {
      requireKey(key)
      requireAbout(about)
      requireExpiry(expiresInSeconds)
      const allowed = { method: 'PUT', key, ...about } as const
      return presignFolderUrl(publicUrl, signer, allowed, expiresInSeconds)
    },
    async presignGet(key, { expiresInSeconds }) {
      requireKey(key)
      requireExpiry(expiresInSeconds)
      const allowed = { method: 'GET', key } as const
      return presignFolderUrl(publicUrl, signer, allowed, expiresInSeconds)
    },
    check: () =>
      checkStorage(
        files,
        `Check that the folder "${folder}" exists, has room, and belongs to the user this server runs as.`,
      ),
  }
}
