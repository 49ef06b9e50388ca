import { hash } from 'node:crypto'

import { findPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import { isShareLinkActive } from '#/features/publishing/site-share-links/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Sight } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import { type Claims, visiblePart, type VisiblePart } from './audience.ts'
import type { SiteModel } from './site-model.ts'

/**
 * The grounds on which a visitor may read a site. They are stored with the token, and checked again
 * after every change.
 */
export interface Grounds {
  readonly claims?: Claims
  /** The share link that the visitor used. */
  readonly shareLinkId?: string
  /** The mark of the key that signed the visitor's token. */
  readonly keyMark?: string
  /** The second since 1970 at which that token ends, and with it what rests on it. */
  readonly endsAt?: number
  readonly preview?: PreviewGrounds
}

export interface PreviewGrounds {
  readonly branchId?: string
  readonly revisionId?: string
}

type Opening = Pick<Services, 'db' | 'sealer'>

/** Whether the site in its present state is open to a visitor with these grounds. */
export async function isOpenTo(
  services: Opening,
  of: OfSite,
  { site }: SiteModel,
  grounds: Grounds,
): Promise<boolean> {
  if (grounds.preview !== undefined) return true
  if (!site.published) return false
  if (site.visibility === 'share-link') {
    const { shareLinkId } = grounds
    return (
      shareLinkId !== undefined &&
      (await isShareLinkActive(services.db, { ...of, shareLinkId }))
    )
  }
  const { keyMark } = grounds
  if (keyMark === undefined) return site.visibility !== 'visitor-auth'
  // Replacing the key revokes every token that was signed with the key before.
  const auth = await findPublishingAuth(services.db, of, services.sealer)
  return auth !== undefined && markOf(auth.privateKey) === keyMark
}

/** A hash that identifies a key without revealing it. */
export function markOf(privateKey: string): string {
  return hash('sha256', `visitor key ${privateKey}`, 'base64url').slice(0, 22)
}

/** The part of the site that a visitor with these grounds sees. */
export function partFor({ site, tree }: SiteModel, grounds: Grounds): VisiblePart {
  const isPreview = grounds.preview !== undefined
  // The claims of a visitor count only with sign-in or adaptive content, and in previews.
  const counts =
    isPreview ||
    site.visibility === 'visitor-auth' ||
    site.adaptive_content_enabled === true
  return visiblePart(tree, counts ? (grounds.claims ?? {}) : {})
}

/** The site-spaces that a reader without any credentials sees; undefined unless anyone may read. */
export function siteSpacesForAnyone(model: SiteModel): ReadonlySet<string> | undefined {
  return isForAnyone(model) ? partFor(model, {}).siteSpaceIds : undefined
}

function isForAnyone({ site: { visibility } }: SiteModel): boolean {
  return visibility === 'public' || visibility === 'unlisted'
}

export function sightOf(model: SiteModel, grounds: Grounds): Sight {
  const { spaceIds, siteSpaceIds, audience, claims } = partFor(model, grounds)
  const { epoch } = model.site
  return {
    epoch,
    isPublic: isForAnyone(model) && grounds.preview === undefined,
    spaceIds,
    siteSpaceIds,
    claims,
    audience,
    preview: grounds.preview,
  }
}
