import type { Readable } from 'node:stream'

import type { Signer } from '#/platform/secrets/signing.ts'
import {
  openFolderStorage,
  type FolderStorage,
  type FolderStorageConfig,
} from '#/platform/storage/folder-storage.ts'
import type { S3Storage, S3StorageConfig } from '#/platform/storage/s3-storage.ts'

/** The store of file bytes. Keys are segments of `[A-Za-z0-9._-]` joined by `/`. */
export interface Storage {
  /** Replaces the file of the key. A body of another size than announced leaves the old file. */
  put(key: string, body: Readable | Buffer, about: FileAbout): Promise<void>
  /** The file, whose body the caller reads to its end or destroys. A range must lie within it. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Copies a file to an unused key. False when the original is missing. */
  copy(from: string, to: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Deletes every key below `prefix + '/'`; the prefix is whole segments, never part of a name. */
  deleteAll(prefix: string): Promise<void>
  /** A URL that accepts a PUT of exactly this content type and size; a folder's URL accepts one. */
  presignPut(key: string, upload: PresignedUpload): Promise<string>
  /** A URL that answers GET with the file as an attachment. */
  presignGet(key: string, download: PresignedDownload): Promise<string>
  /** Writes, reads back and deletes a small probe; throws an error with the remedy. */
  check(): Promise<void>
}

export interface FileAbout {
  readonly contentType: string
  readonly sizeBytes: number
}

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file to read; `sizeBytes` is the size of the whole, even when the body is a part of it. */
export interface StoredFile extends FileAbout {
  readonly body: Readable
}

export interface PresignedDownload {
  readonly expiresInSeconds: number
}

export interface PresignedUpload extends FileAbout, PresignedDownload {}

export type StorageConfig = FolderStorageConfig | S3StorageConfig

export type OpenedStorage = FolderStorage | S3Storage

/** Opens the storage; its kind says whether the folder's own routes must be served. */
export async function openStorage(
  config: StorageConfig,
  signer: Signer,
): Promise<OpenedStorage> {
  if (config.kind === 'folder') return openFolderStorage(config, signer)
  // The S3 client is large: only processes that use it load it.
  const { openS3Storage } = await import('#/platform/storage/s3-storage.ts')
  return openS3Storage(config)
}
