import type { FileMark, Reader } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

/** A file of a space, as its download URL names it. */
export interface FileOfUrl {
  readonly spaceId: string
  readonly fileId: string
  /** The branch whose bytes the URL serves; absent or the id of the space: the main content. */
  readonly branchId?: string
  /** `space.file_epoch`: raising it revokes all URLs given out before. */
  readonly fileEpoch: number
  /** The token that the URL was given to; absent in URLs for everybody. */
  readonly mark?: string
}

/** What a URL is made with: without a caller, one for everybody. */
export interface UrlMaking extends Pick<Services, 'config' | 'signer'> {
  readonly caller?: Pick<Reader, 'fileMark'>
}

const purpose = 'file-url'

/**
 * The URL at which the caller reads a file; the same every time it is made for them. Who may read
 * by it is decided when it is used.
 */
export function fileUrl(
  { config, signer, caller }: UrlMaking,
  { name, ...of }: Omit<FileOfUrl, 'mark'> & { readonly name: string },
): string {
  const mark: FileMark | undefined = caller?.fileMark
  const file = { ...of, ...(mark !== undefined && { mark }) }
  const { spaceId, fileId, fileEpoch } = file
  const branchId = branchIn(file)
  const version =
    String(fileEpoch) +
    (branchId === undefined ? '' : `~${branchId}`) +
    (mark === undefined ? '' : `.${mark}`)
  const signature = `${version}-${signer.sign(purpose, signedText(file))}`
  return `${config.FILES_URL}/${spaceId}/${fileId}/${signature}/${nameInPath(name)}`
}

/**
 * The file that a URL names, with the epoch it was made in; undefined when this server did not make
 * it. The epoch stands in the URL so that a forged one costs no database query.
 */
export function fileOfUrl(
  signer: Services['signer'],
  { spaceId, fileId, signature }: UrlParts,
): FileOfUrl | undefined {
  const parts = form.exec(signature)
  const [, digits, branchId, mark, mac] = parts ?? []
  if (digits === undefined || mac === undefined) return undefined
  const file = {
    spaceId,
    fileId,
    fileEpoch: Number(digits),
    ...(branchId !== undefined && { branchId }),
    ...(mark !== undefined && { mark }),
  }
  return signer.verify(purpose, signedText(file), mac) ? file : undefined
}

const form = /^([1-9]\d{0,9})(?:~(\w{1,64}))?(?:\.([suv][0-9a-f]{64}))?-([\w-]{1,200})$/

interface UrlParts {
  readonly spaceId: string
  readonly fileId: string
  readonly signature: string
}

function signedText(file: FileOfUrl): string {
  const { spaceId, fileId, fileEpoch, mark } = file
  const branchId = branchIn(file)
  const branch = branchId === undefined ? [] : [branchId]
  // A mark stands behind an empty branch too, so that no branch can be taken for one.
  const narrowed = mark === undefined ? branch : [branchId ?? '', mark]
  return JSON.stringify([spaceId, fileId, fileEpoch, ...narrowed])
}

/** The branch that a URL names; undefined for the main content, whose URLs name none. */
function branchIn({ spaceId, branchId }: FileOfUrl): string | undefined {
  return branchId === spaceId ? undefined : branchId
}

/**
 * The name as the end of a path, but `file` for dots alone, which clients take for a step in the
 * path, escaped or not.
 */
function nameInPath(name: string): string {
  return /^\.{1,2}$/.test(name) ? 'file' : encodeURIComponent(name.toWellFormed())
}
