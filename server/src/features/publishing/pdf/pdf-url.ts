import type { Services } from '#/platform/services.ts'

import type { OfPdf } from './pdf-queries.ts'

const purpose = 'pdf-url'
const lifetimeSeconds = 60 * 60

type Linking = Pick<Services, 'config' | 'signer' | 'clock'>

/**
 * The download URL of a PDF: it works for an hour for anyone who knows it, on the origin of files,
 * not of the app.
 */
export function pdfUrl({ config, signer, clock }: Linking, pdf: OfPdf): string {
  const expires = Math.floor(clock.nowMs() / 1000) + lifetimeSeconds
  const signature = signer.sign(purpose, signedText(pdf, expires))
  const { organizationId, pdfId } = pdf
  return `${config.FILES_URL}/~pdf/${organizationId}/${pdfId}/${expires}-${signature}`
}

/** Whether this installation signed the URL, and it has not expired. */
export function isGoodPdfUrl(
  { signer, clock }: Pick<Linking, 'signer' | 'clock'>,
  pdf: OfPdf,
  signature: string,
): boolean {
  const [, digits, mac] = /^(\d{1,12})-([\w-]{1,200})$/.exec(signature) ?? []
  if (digits === undefined || mac === undefined) return false
  const expires = Number(digits)
  return (
    signer.verify(purpose, signedText(pdf, expires), mac) &&
    clock.nowMs() < expires * 1000
  )
}

function signedText({ organizationId, pdfId }: OfPdf, expires: number): string {
  return JSON.stringify([organizationId, pdfId, expires])
}
