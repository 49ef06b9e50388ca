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
  /** Whether the file is in the head of the main content, which the URL is of. */
  readonly isCurrent: boolean
  /** The conditions of each place of the space on a site that anybody may read. */
  readonly openPlaces: readonly (readonly (string | null)[])[]
}

/**
 * Finds the stored file behind a URL, whoever may read it; undefined when the URL is revoked or
 * the file is gone.
 */
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
  const { is_current: isCurrent, open_places: openPlaces } = row
  return { key, name, contentType, sizeBytes: Number(size), isCurrent, openPlaces }
}

/** The file that a download URL names; undefined for any other URL. */
export function fileAtUrl(
  { config, signer }: Pick<Services, 'config' | 'signer'>,
  url: string,
): FileOfUrl | undefined {
  const start = `${config.FILES_URL}/`
  if (!url.startsWith(start)) return undefined
  const [spaceId, fileId, signature] = url.slice(start.length).split('/')
  if (spaceId === undefined || fileId === undefined || signature === undefined) {
    return undefined
  }
  return fileOfUrl(signer, { spaceId, fileId, signature })
}
