import { selectFileObject } from '#/content-store/read/public.ts'
import type { Services } from '#/platform/services.ts'
import { isContentType } from '#/platform/storage/storage-limits.ts'
import { findAtHome } from '#/platform/tenancy/homes.ts'

import { fileOfUrl, type FileOfUrl } from './file-url.ts'

export interface FileObject {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
}

/** Finds the stored file behind a URL; undefined when the URL is revoked or the file is gone. */
export async function findFile(
  { db, homes }: Pick<Services, 'db' | 'homes'>,
  { spaceId, fileId, branchId = spaceId, fileEpoch }: FileOfUrl,
): Promise<FileObject | undefined> {
  const select = selectFileObject({ isMain: branchId === spaceId })
  const row = await findAtHome(homes, 'space', spaceId, async (organizationId) =>
    db.first(select, { organizationId, spaceId, fileId, branchId }),
  )
  if (row === undefined) return undefined
  const { key, name, content_type: type, size } = row
  if (row.file_epoch !== fileEpoch || key === null) return undefined
  const isKnownType = type !== null && isContentType(type)
  const contentType = isKnownType ? type : 'application/octet-stream'
  return { key, name, contentType, sizeBytes: Number(size) }
}

/**
 * Finds the file behind a download URL, for readers inside the server; undefined for another URL.
 */
export async function findFileAtUrl(
  services: Pick<Services, 'config' | 'signer' | 'db' | 'homes'>,
  url: string,
): Promise<FileObject | undefined> {
  const start = `${services.config.FILES_URL}/`
  if (!url.startsWith(start)) return undefined
  const [spaceId, fileId, signature] = url.slice(start.length).split('/')
  if (spaceId === undefined || fileId === undefined || signature === undefined) {
    return undefined
  }
  const asked = fileOfUrl(services.signer, { spaceId, fileId, signature })
  return asked && (await findFile(services, asked))
}
