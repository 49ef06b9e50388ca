import type { File } from '@lectern/contract/content.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'

import { fileUrl, type UrlMaking } from './file-url.ts'

interface FileAttributes {
  readonly contentType: string
  readonly size: number
  readonly width?: number
  readonly height?: number
}

interface OfSpace {
  readonly spaceId: string
  /** The branch on which the file is seen; absent for the main content. */
  readonly branchId?: string
  readonly fileEpoch: number
}

export function viewFile(
  row: Pick<VersionRow, 'entry_id' | 'title' | 'attributes'>,
  making: UrlMaking,
  of: OfSpace,
): File {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  const { contentType, size, width, height } = row.attributes as FileAttributes
  const { entry_id: fileId, title: name } = row
  const { spaceId, fileEpoch } = of
  const branch = of.branchId === undefined ? {} : { branchId: of.branchId }
  return {
    id: fileId,
    name,
    contentType,
    downloadURL: fileUrl(making, { spaceId, fileId, fileEpoch, name, ...branch }),
    size,
    ...(width !== undefined && height !== undefined && { dimensions: { width, height } }),
  }
}
