import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

/** The destination to store, without unknown keys: it is returned as it is stored. */
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
