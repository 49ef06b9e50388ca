import type { Services } from '#/platform/services.ts'

/** A file of a space, as its download URL names it. */
export interface FileOfUrl {
  readonly spaceId: string
  readonly fileId: string
  /** The branch whose bytes the URL serves; absent or the id of the space: the main content. */
  readonly branchId?: string
  /** `space.file_epoch`: raising it revokes all URLs given out before. */
  readonly fileEpoch: number
}

const purpose = 'file-url'

/** The URL at which anyone who knows it reads a file; the same every time it is made. */
export function fileUrl(
  { config, signer }: Pick<Services, 'config' | 'signer'>,
  { name, ...file }: FileOfUrl & { readonly name: string },
): string {
  const { spaceId, fileId, fileEpoch } = file
  const branchId = branchIn(file)
  const version = branchId === undefined ? fileEpoch : `${fileEpoch}~${branchId}`
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
  const parts = /^([1-9]\d{0,9})(?:~(\w{1,64}))?-([\w-]{1,200})$/.exec(signature)
  const [, digits, branchId, mac] = parts ?? []
  if (digits === undefined || mac === undefined) return undefined
  const fileEpoch = Number(digits)
  const file = { spaceId, fileId, fileEpoch, ...(branchId !== undefined && { branchId }) }
  return signer.verify(purpose, signedText(file), mac) ? file : undefined
}

interface UrlParts {
  readonly spaceId: string
  readonly fileId: string
  readonly signature: string
}

function signedText(file: FileOfUrl): string {
  const { spaceId, fileId, fileEpoch } = file
  const branchId = branchIn(file)
  const branch = branchId === undefined ? [] : [branchId]
  return JSON.stringify([spaceId, fileId, fileEpoch, ...branch])
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
