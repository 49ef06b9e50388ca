import type { SiteVisibility } from '@lectern/contract/sites.ts'

/** On whose behalf content is read. */
export interface Scope {
  readonly organizationId: string
  readonly siteId: string
  /** The bearer of what the api gave for this site and audience; empty while the api is away. */
  readonly token: string
  /** Equal audiences read equal content; empty for everybody without claims. */
  readonly audience: string
  readonly visibility: SiteVisibility
  readonly shareKey: string | undefined
  readonly isPreview: boolean
}

/** Whether anybody may read it: only then it is kept on disk, and served while the api is away. */
export function isPublic(scope: Omit<Scope, 'token'>): boolean {
  return scope.visibility === 'public' && isOpen(scope)
}

/** Whether whoever has the address reads the same, so that caches may keep the answer. */
export function isOpen(scope: Omit<Scope, 'token'>): boolean {
  return (
    (scope.visibility === 'public' || scope.visibility === 'unlisted') &&
    scope.audience === '' &&
    scope.shareKey === undefined &&
    !scope.isPreview
  )
}
