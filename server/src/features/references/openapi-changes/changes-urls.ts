import type { ChangesPlace } from '#/features/writing/computed-pages/public.ts'
import type { Services } from '#/platform/services.ts'

type Linking = Pick<Services, 'config' | 'signer'>

const purpose = 'openapi-changes-page'
const pageSeconds = 3_600

/** Where the page is, signed for an hour, so that a member can open it in a browser. */
export function changesPageUrl({ config, signer }: Linking, place: ChangesPlace): string {
  const { organizationId, slug, from, to } = place
  const expires = String(Math.floor(Date.now() / 1000) + pageSeconds)
  const signature = signer.sign(purpose, signedText(place, expires))
  const query = new URLSearchParams({ expires, signature })
  return `${config.PUBLIC_URL}/~openapi/${organizationId}/${slug}/${from}/changes/${to}?${query.toString()}`
}

/** Whether the URL of a page was signed here, and its hour is not over. */
export function isSigned(
  signer: Services['signer'],
  place: ChangesPlace,
  query: URLSearchParams,
): boolean {
  const expires = query.get('expires') ?? ''
  const signature = query.get('signature') ?? ''
  return (
    /^\d{1,15}$/.test(expires) &&
    Date.now() / 1000 < Number(expires) &&
    signer.verify(purpose, signedText(place, expires), signature)
  )
}

function signedText(place: ChangesPlace, expires: string): string {
  const { organizationId, slug, from, to } = place
  return JSON.stringify([organizationId, slug.toLowerCase(), from, to, expires])
}
