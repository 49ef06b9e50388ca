import { hash } from 'node:crypto'

import { findPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import {
  findOpenVisit,
  type OpenVisit,
} from '#/features/publishing/site-visits/public.ts'
import { isShareLinkActive } from '#/features/publishing/site-share-links/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Sight } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import { canonical, type Claims, visiblePart, type VisiblePart } from './audience.ts'
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
  /** The visit of a member who signed in. */
  readonly visit?: Pick<OpenVisit, 'id' | 'hash'>
  readonly preview?: PreviewGrounds
}

export interface PreviewGrounds {
  readonly branchId?: string
  readonly revisionId?: string
}

type Opening = Pick<Services, 'db' | 'sealer' | 'config'>

/** Whether the site in its present state is open to a visitor with these grounds. */
export async function isOpenTo(
  services: Opening,
  of: OfSite,
  model: SiteModel,
  grounds: Grounds,
): Promise<boolean> {
  const { site } = model
  if (grounds.preview !== undefined) return true
  if (!site.published) return false
  if (site.visibility === 'share-link') {
    const { shareLinkId } = grounds
    return (
      shareLinkId !== undefined &&
      (await isShareLinkActive(services.db, { ...of, shareLinkId }))
    )
  }
  if (grounds.visit !== undefined) return isOpenToMember(services, of, model, grounds)
  const { keyMark } = grounds
  if (keyMark === undefined) return site.visibility !== 'visitor-auth'
  // Replacing the key revokes every token that was signed with the key before.
  const auth = await findPublishingAuth(services.db, of, services.sealer)
  if (auth === undefined || markOf(auth.privateKey) !== keyMark) return false
  return site.visibility !== 'visitor-auth' || !auth.isForMembers
}

/** Whether a member may still read, as the same person to conditions. */
async function isOpenToMember(
  services: Opening,
  of: OfSite,
  model: SiteModel,
  // oxlint-disable-next-line max-params -- the services, whose site, the site, and on which grounds
  { visit, claims }: Grounds,
): Promise<boolean> {
  if (visit === undefined || model.site.visibility !== 'visitor-auth') return false
  const [auth, open] = await Promise.all([
    findPublishingAuth(services.db, of, services.sealer),
    findOpenVisit(services, of, visit.hash),
  ])
  if (auth?.isForMembers !== true || open === undefined) return false
  const { unsigned: _unsigned, ...signed } = claims ?? {}
  return canonical(signed) === canonical(claimsOfVisit(model, open))
}

/**
 * What conditions can ask of a member. It counts with adaptive content: without it all members see
 * the same, and pages are kept for all of them together.
 */
export function claimsOfVisit(
  { site }: SiteModel,
  { member }: Pick<OpenVisit, 'member'>,
): Claims {
  return site.adaptive_content_enabled === true ? { member } : {}
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
