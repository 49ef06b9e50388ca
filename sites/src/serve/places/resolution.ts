import type { SiteVisibility } from '@lectern/contract/sites.ts'

import { digestOf } from '#/serve/cache/digest.ts'
import type { Api } from '#/serve/reads/api.ts'
import { isOpen, type Scope } from '#/serve/reads/scope.ts'

/** The target of a reader's URL, as the api resolves it. */
export type Resolution = ResolvedRedirect | ResolvedContent

export interface ResolvedRedirect {
  readonly target: 'content' | 'external' | 'application'
  readonly redirect: string
  readonly permanent?: boolean
  /** The site whose members sign in there. */
  readonly signIn?: string
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
  readonly reader?: string
}

export interface Credentials {
  readonly jwt?: string
  readonly preview?: string
  /** What a member reads with. */
  readonly member?: string
  /** The unsigned claims of the reader; the api decides which of these count. */
  readonly unsigned?: Readonly<Record<string, unknown>>
}

/** The scheme, nothing, the host and the first step of the path. */
const stepsOfSite = 4

export async function resolveUrl(
  api: Api,
  url: string,
  { jwt, preview, member, unsigned = {} }: Credentials,
): Promise<Resolution | undefined> {
  const asked =
    preview === undefined ? url : `${url}?preview=${encodeURIComponent(preview)}`
  return api.asRenderer('resolvePublishedContentByUrl', siteNamedIn(url), {
    body: {
      url: asked,
      redirectOnError: true,
      visitor: {
        ...(jwt !== undefined && { jwtToken: jwt }),
        ...(member !== undefined && { memberToken: member }),
        unsignedClaims: { ...unsigned },
      },
    },
  })
}

/** The part of a URL that decides which site it is of: a host, or the first step of a path. */
export function siteNamedIn(url: string): string {
  return url.split('/', stepsOfSite).join('/')
}

export function scopeOf(content: ResolvedContent): Scope {
  const scope = {
    organizationId: content.organization,
    siteId: content.site,
    token: content.apiToken,
    audience: content.audience,
    visibility: content.visibility,
    shareKey: content.shareKey,
    isPreview: content.preview,
  }
  return { ...scope, fileReader: isOpen(scope) ? '' : fileReaderOf(content) }
}

const hourMs = 3_600_000

/** A token works until the end of the next hour, so URLs that were given in this hour do too. */
function fileReaderOf({ epoch, shareKey, preview, reader }: ResolvedContent): string {
  const hour = Math.floor(Date.now() / hourMs)
  return digestOf(JSON.stringify([hour, epoch, shareKey, preview, reader]))
}

/** The revision to read of the space: a preview shows a revision of its own. */
export function headOf({
  space,
  head,
  revision,
}: ResolvedContent): Record<string, string> {
  return { [space]: revision ?? head }
}
