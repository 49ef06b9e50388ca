import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

/** Alternatives are answered as they are stored, so keys that mean nothing stop here. */
export function storedDestination(
  given: SiteRedirectDestination,
): SiteRedirectDestination {
  if (given.kind === 'site-section') {
    return { kind: given.kind, siteSectionId: given.siteSectionId }
  }
  const { kind, siteSpaceId } = given
  return kind === 'site-space'
    ? { kind, siteSpaceId }
    : { kind, siteSpaceId, pageId: given.pageId }
}
