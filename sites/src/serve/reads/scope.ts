import type { SiteVisibility } from '@lectern/contract/sites.ts'

/** The identity on whose behalf content is read. */
export interface Scope {
  readonly organizationId: string
  readonly siteId: string
  /** The bearer token from the api for this site and audience; empty for a site from disk. */
  readonly token: string
  /** The audience as a key: equal ones read equal content; empty for everybody without claims. */
  readonly audience: string
  readonly visibility: SiteVisibility
  readonly shareKey: string | undefined
  readonly isPreview: boolean
  /**
   * The key of who reads files by the URLs in an answer, which end with the token that the api gave
   * them to: other for each hour and each state of the site, and empty where everybody reads them.
   */
  readonly fileReader: string
}

/** Whether anybody may read the site: only then is it on disk, for when the api is away. */
export function isPublic(scope: Omit<Scope, 'token' | 'fileReader'>): boolean {
  return scope.visibility === 'public' && isOpen(scope)
}

/** Whether everybody with the address reads the same, so that caches may store the answer. */
export function isOpen(scope: Omit<Scope, 'token' | 'fileReader'>): boolean {
  return (
    (scope.visibility === 'public' || scope.visibility === 'unlisted') &&
    scope.audience === '' &&
    scope.shareKey === undefined &&
    !scope.isPreview
  )
}
