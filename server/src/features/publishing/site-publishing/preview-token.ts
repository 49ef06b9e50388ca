import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Signer } from '#/platform/secrets/signing.ts'

/** The query parameter of published URLs that holds the token of a preview. */
export const previewParameter = 'preview'
export const previewSeconds = 3600

const purpose = 'site preview'
const lengthMax = 16_384

export interface Preview extends OfSite {
  /** The site-space to open first; undefined for the default. */
  readonly siteSpaceId: string | undefined
  readonly claims: Readonly<Record<string, unknown>>
  /** Seconds since 1970, by the clock of the database. */
  readonly endsAt: number
}

/** The token that shows its bearer a site, published or not, until the preview ends. */
export function signPreview(signer: Signer, preview: Preview): string {
  const { organizationId, siteId, siteSpaceId, claims, endsAt } = preview
  const parts = [organizationId, siteId, siteSpaceId ?? '', claims, endsAt]
  const text = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${text}.${signer.sign(purpose, text)}`
}

/** The preview in a token, expired or not; undefined when this installation did not sign it. */
export function readPreview(signer: Signer, token: string): Preview | undefined {
  const dot = token.lastIndexOf('.')
  if (dot < 1 || token.length > lengthMax) return undefined
  const text = token.slice(0, dot)
  if (!signer.verify(purpose, text, token.slice(dot + 1))) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- signed by signPreview, which writes these
  const [organizationId, siteId, siteSpaceId, claims, endsAt] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as [string, string, string, Preview['claims'], number]
  return {
    organizationId,
    siteId,
    siteSpaceId: siteSpaceId === '' ? undefined : siteSpaceId,
    claims,
    endsAt,
  }
}
