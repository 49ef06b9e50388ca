import { type OpenPlace, selectFileObject } from '#/content-store/read/public.ts'
import type { Services } from '#/platform/services.ts'
import { isContentType } from '#/platform/storage/storage-limits.ts'
import { findAtHome } from '#/platform/tenancy/homes.ts'

import { fileOfUrl, type FileOfUrl } from './file-url.ts'

export interface FileObject {
  readonly organizationId: string
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Whether the file is in the head of the main content, which the URL is of. */
  readonly isCurrent: boolean
  /** The number of that head. */
  readonly headNumber: number
  readonly openPlaces: readonly OpenPlace[]
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
  const found = await findAtHome(homes, 'space', spaceId, async (organizationId) => {
    const row = await db.first(select, { organizationId, spaceId, fileId, branchId })
    return row && { organizationId, row }
  })
  if (found === undefined) return undefined
  const { row, organizationId } = found
  const { key, name, content_type: type, size } = row
  if (row.file_epoch !== fileEpoch || key === null) return undefined
  const isKnownType = type !== null && isContentType(type)
  return {
    organizationId,
    key,
    name,
    contentType: isKnownType ? type : 'application/octet-stream',
    sizeBytes: Number(size),
    isCurrent: row.is_current,
    headNumber: row.head_number,
    openPlaces: row.open_places,
  }
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
