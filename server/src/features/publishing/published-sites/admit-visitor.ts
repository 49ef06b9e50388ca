import {
  claimsFit,
  emptyAdaptiveSchema,
  findAdaptiveSchema,
  fittingUnsignedClaims,
} from '#/features/publishing/site-adaptive/public.ts'
import { findPublishingAuth } from '#/features/publishing/site-keys/public.ts'
import { useVisit } from '#/features/publishing/site-visits/public.ts'
import {
  findShareLinkByKey,
  type OfSite,
} from '#/features/writing/publications/public.ts'
import type { Services } from '#/platform/services.ts'

import type { Claims } from './audience.ts'
import { claimsOfVisit, type Grounds, markOf } from './grounds.ts'
import type { SiteModel } from './site-model.ts'
import { verifiedClaims } from './visitor-jwt.ts'

/** The credentials in the request of a visitor. */
export interface VisitorCredentials {
  readonly jwtToken: string | undefined
  readonly memberToken: string | undefined
  readonly unsignedClaims: Claims | undefined
  readonly shareKey: string | undefined
}

export type Admission =
  | { readonly grounds: Grounds; readonly refused?: never }
  | {
      readonly grounds?: never
      readonly refused: {
        readonly fallbackUrl: string | null
        /** Whether members are let in once they have signed in. */
        readonly isForMembers?: true
      }
    }

type Doors = Pick<Services, 'db' | 'sealer' | 'config' | 'texts'>

const shut: Admission = { refused: { fallbackUrl: null } }

/** The grounds on which a visitor may read a published site; a refusal never says why. */
export async function admitVisitor(
  services: Doors,
  of: OfSite,
  model: SiteModel,
  credentials: VisitorCredentials,
): Promise<Admission> {
  const { site } = model
  const isForSignedIn = site.visibility === 'visitor-auth'
  const counts = isForSignedIn || site.adaptive_content_enabled === true
  const asked = { ...credentials, isForSignedIn }
  const known = counts ? await knownOf(services, of, asked) : nobody
  const { claims, keyMark, endsAt, fallbackUrl } = known
  if (known.isForMembers === true) {
    return admitMember(services, of, model, { ...credentials, unsigned: claims })
  }
  if (isForSignedIn && keyMark === undefined) return { refused: { fallbackUrl } }
  const hasClaims = Object.keys(claims).length > 0
  const restsOnKey = keyMark !== undefined && (isForSignedIn || hasClaims)
  const grounds: Grounds = {
    ...(hasClaims && { claims }),
    ...(restsOnKey && { keyMark, endsAt }),
  }
  const isShared = site.visibility === 'share-link'
  return isShared ? admitByLink(services, of, credentials, grounds) : { grounds }
}

async function admitByLink(
  { db }: Doors,
  of: OfSite,
  { shareKey: key = '' }: VisitorCredentials,
  // oxlint-disable-next-line max-params -- the services, whose site, who asks and what is known of them
  grounds: Grounds,
): Promise<Admission> {
  const link = await findShareLinkByKey(db, { ...of, key })
  return link === undefined ? shut : { grounds: { ...grounds, shareLinkId: link.id } }
}

/** The grounds of a member, who has signed in with us; their tokens are of no other. */
async function admitMember(
  services: Doors,
  of: OfSite,
  model: SiteModel,
  // oxlint-disable-next-line max-params -- the services, whose site, the site, and who asks
  {
    memberToken,
    unsigned,
  }: Pick<VisitorCredentials, 'memberToken'> & { unsigned: Claims },
): Promise<Admission> {
  const visit =
    memberToken === undefined ? undefined : await useVisit(services, of, memberToken)
  if (visit === undefined) return { refused: { fallbackUrl: null, isForMembers: true } }
  const claims = { ...unsigned, ...claimsOfVisit(model, visit) }
  const hasClaims = Object.keys(claims).length > 0
  const { id, hash } = visit
  return { grounds: { ...(hasClaims && { claims }), visit: { id, hash } } }
}

interface Known {
  readonly claims: Claims
  /** The mark of the site's key, if that key signed the visitor's token. */
  readonly keyMark?: string
  /** The end of the visitor's token, in seconds since 1970. */
  readonly endsAt?: number
  readonly fallbackUrl: string | null
  /** Whether the site lets members in, and no tokens, once it is for signed-in visitors. */
  readonly isForMembers?: boolean
}

const nobody: Known = { claims: {}, fallbackUrl: null }

/** The claims of a visitor: those signed by the site's owner, and unsigned ones. */
async function knownOf(
  { db, sealer }: Doors,
  of: OfSite,
  {
    jwtToken,
    unsignedClaims,
    isForSignedIn,
  }: VisitorCredentials & { isForSignedIn: boolean },
): Promise<Known> {
  const [auth, found] = await Promise.all([
    findPublishingAuth(db, of, sealer),
    findAdaptiveSchema(db, of),
  ])
  const schema = found?.schema ?? emptyAdaptiveSchema
  const unsigned = fittingUnsignedClaims(schema, unsignedClaims)
  const own = Object.keys(unsigned).length > 0 ? { unsigned } : {}
  if (auth === undefined) return { claims: own, fallbackUrl: null }
  const { fallbackUrl, privateKey, isForMembers } = auth
  if (isForMembers && isForSignedIn) {
    return { claims: own, fallbackUrl: null, isForMembers }
  }
  const signed =
    jwtToken === undefined ? undefined : await verifiedClaims(jwtToken, privateKey)
  if (signed === undefined) return { claims: own, fallbackUrl }
  const by = { keyMark: markOf(privateKey), endsAt: signed.endsAt }
  // Without a schema no signed claim counts; with one, all of them must fit.
  if (found === undefined) return { claims: own, ...by, fallbackUrl }
  if (!claimsFit(schema, signed.claims)) return { claims: own, fallbackUrl }
  return { claims: { ...withoutUnsigned(signed.claims), ...own }, ...by, fallbackUrl }
}

/** Signed claims without one named `unsigned`, which would pass for the unsigned ones. */
function withoutUnsigned({ unsigned: _unsigned, ...signed }: Claims): Claims {
  return signed
}
