import type { Services } from '#/platform/services.ts'

export interface OfFontFile {
  readonly organizationId: string
  readonly fileId: string
}

const purpose = 'font-url'

/** The prefix of the keys of an organization's fonts. */
export function fontKey({ organizationId, fileId }: OfFontFile): string {
  return `fonts/${organizationId}/${fileId}`
}

/**
 * The URL of a font file: it works for anyone who knows it, as long as a font has the file. Every
 * reader of a site gets the URLs of its fonts.
 */
export function fontUrl(
  { config, signer }: Pick<Services, 'config' | 'signer'>,
  file: OfFontFile,
): string {
  const signature = signer.sign(purpose, signedText(file))
  return `${config.FILES_URL}/~fonts/${file.organizationId}/${file.fileId}/${signature}`
}

export function isGoodFontUrl(
  { signer }: Pick<Services, 'signer'>,
  file: OfFontFile,
  signature: string,
): boolean {
  return signer.verify(purpose, signedText(file), signature)
}

function signedText({ organizationId, fileId }: OfFontFile): string {
  return JSON.stringify([organizationId, fileId])
}
