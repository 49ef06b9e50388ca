import type { SiteVisibility } from '@lectern/contract/sites.ts'

import type { Api } from '#/serve/reads/api.ts'
import type { Scope } from '#/serve/reads/scope.ts'

/** The target of a reader's URL, as the api resolves it. */
export type Resolution = ResolvedRedirect | ResolvedContent

export interface ResolvedRedirect {
  readonly target: 'content' | 'external' | 'application'
  readonly redirect: string
  readonly permanent?: boolean
}

export interface ResolvedContent {
  readonly organization: string
  readonly site: string
  readonly space: string
  readonly revision?: string
  readonly siteBasePath: string
  readonly apiToken: string
  readonly shareKey?: string
  readonly head: string
  readonly epoch: number
  readonly audience: string
  readonly visibility: SiteVisibility
  readonly preview: boolean
}

export interface Credentials {
  readonly jwt?: string
  readonly preview?: string
  /** The unsigned claims of the reader; the api decides which of these count. */
  readonly unsigned?: Readonly<Record<string, unknown>>
}

export async function resolveUrl(
  api: Api,
  url: string,
  { jwt, preview, unsigned = {} }: Credentials,
): Promise<Resolution | undefined> {
  const asked =
    preview === undefined ? url : `${url}?preview=${encodeURIComponent(preview)}`
  return api.asRenderer('resolvePublishedContentByUrl', {
    body: {
      url: asked,
      redirectOnError: true,
      visitor: {
        ...(jwt !== undefined && { jwtToken: jwt }),
        unsignedClaims: { ...unsigned },
      },
    },
  })
}

export function scopeOf(content: ResolvedContent): Scope {
  return {
    organizationId: content.organization,
    siteId: content.site,
    token: content.apiToken,
    audience: content.audience,
    visibility: content.visibility,
    shareKey: content.shareKey,
    isPreview: content.preview,
  }
}

/** The revision to read of the space: a preview shows a revision of its own. */
export function headOf({
  space,
  head,
  revision,
}: ResolvedContent): Record<string, string> {
  return { [space]: revision ?? head }
}
