import type { Services } from '#/platform/services.ts'

import type { OfPdf } from './pdf-queries.ts'

const purpose = 'pdf-url'
const lifetimeSeconds = 60 * 60

type Linking = Pick<Services, 'config' | 'signer' | 'clock'>

/** Where a PDF is downloaded, by anyone who knows the URL, for an hour. It stands beside files, off the app's origin. */
export function pdfUrl({ config, signer, clock }: Linking, pdf: OfPdf): string {
  const expires = Math.floor(clock.nowMs() / 1000) + lifetimeSeconds
  const signature = signer.sign(purpose, signedText(pdf, expires))
  const { organizationId, pdfId } = pdf
  return `${config.FILES_URL}/~pdf/${organizationId}/${pdfId}/${expires}-${signature}`
}

/** Whether the URL was made here, and not too long ago. */
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
