import type { Services } from '#/platform/services.ts'

/** A file of a space, as its download URL names it. */
export interface FileOfUrl {
  readonly spaceId: string
  readonly fileId: string
  /** `space.file_epoch`: raising it revokes all URLs given out before. */
  readonly fileEpoch: number
}

const purpose = 'file-url'

/** Where the bytes of a file are read by anyone who knows the URL; the same every time it is asked for. */
export function fileUrl(
  { config, signer }: Pick<Services, 'config' | 'signer'>,
  { name, ...file }: FileOfUrl & { readonly name: string },
): string {
  const { spaceId, fileId, fileEpoch } = file
  const signature = `${fileEpoch}-${signer.sign(purpose, signedText(file))}`
  return `${config.FILES_URL}/${spaceId}/${fileId}/${signature}/${nameInPath(name)}`
}

/**
 * The epoch that the URL was made in, or undefined when it was not made here. The epoch stands in
 * the URL so that forged ones cost no database.
 */
export function epochOfFileUrl(
  signer: Services['signer'],
  { spaceId, fileId, signature }: Omit<FileOfUrl, 'fileEpoch'> & { signature: string },
): number | undefined {
  const [, digits, mac] = /^([1-9]\d{0,9})-([\w-]{1,200})$/.exec(signature) ?? []
  if (digits === undefined || mac === undefined) return undefined
  const fileEpoch = Number(digits)
  const isOurs = signer.verify(purpose, signedText({ spaceId, fileId, fileEpoch }), mac)
  return isOurs ? fileEpoch : undefined
}

function signedText({ spaceId, fileId, fileEpoch }: FileOfUrl): string {
  return JSON.stringify([spaceId, fileId, fileEpoch])
}

/** Clients take dots alone, escaped or not, for a step in the path. */
function nameInPath(name: string): string {
  return /^\.{1,2}$/.test(name) ? 'file' : encodeURIComponent(name.toWellFormed())
}
