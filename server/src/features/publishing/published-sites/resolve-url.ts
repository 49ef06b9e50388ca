import type { PublishedContentLookup } from '@lectern/contract/urls.ts'

import { findPreview } from '#/features/publishing/site-publishing/public.ts'
import { siteSignInPrefix } from '#/features/publishing/site-visits/public.ts'
import { addressOf } from '#/features/publishing/sites/public.ts'
import {
  encodeSegment,
  type OfSite,
  siteUrls,
} from '#/features/writing/publications/public.ts'
import type { PublicContext } from '#/platform/http/context.ts'
import { resolvedSite } from '#/platform/http/rate-buckets.ts'

import type { Claims, VisiblePart } from './audience.ts'
import { type Grounds, partFor } from './grounds.ts'
import { admitVisitor, type Admission } from './admit-visitor.ts'
import { previewPlace, type PreviewPlace } from './preview-place.ts'
import { nothingAtUrl } from './published-errors.ts'
import {
  selectHostname,
  selectOrganizationOfHost,
  selectSiteOfHost,
  selectSiteState,
  selectSiteStateByName,
  type SiteStateRow,
} from './published-queries.ts'
import { addressIn, type AskedAddress, pathOf } from './site-address.ts'
import { siteModel, type SiteModel } from './site-model.ts'
import { issueToken } from './visitors.ts'
import { type PlaceAtPath, walkPath } from './walk-path.ts'

export interface AskedUrl {
  readonly url: string
  readonly jwtToken: string | undefined
  readonly memberToken: string | undefined
  readonly unsignedClaims: Claims | undefined
  readonly redirectOnError: boolean
}

/** The site that a URL names, regardless of who asks. */
export interface NamedSite {
  readonly of: OfSite
  readonly state: SiteStateRow
  readonly model: SiteModel
  readonly address: AskedAddress
  /** The segments that name the site itself; `segments` are those behind them. */
  readonly siteSegments: readonly string[]
  readonly segments: readonly string[]
  /** The present host name of an organization that the URL names by a former one. */
  readonly renamed: string | undefined
}

/**
 * The content that a reader of this URL is shown, or a redirect; one error covers every refusal.
 */
export async function resolveUrl(
  context: PublicContext,
  asked: AskedUrl,
): Promise<PublishedContentLookup> {
  const named = await siteNamedBy(context, asked.url)
  if (named === undefined) throw nothingAtUrl()
  const opened = await open(context, named, asked)
  if ('redirect' in opened) return opened
  // Only those who may read count: strangers cannot use up what a private site's readers may ask.
  await context.countForSite(resolvedSite(named.state))
  const { grounds, shareKey, segments } = opened
  const part = partFor(named.model, grounds)
  const place = walkPath(named.model.tree, part.tree, segments)
  if (place === undefined) throw nothingAtUrl()
  const moved = movedTo(asked.url, named)
  if (moved !== undefined) return moved
  const preview = place.preview && (await previewAt(context, named, place, grounds))
  if (place.preview !== undefined && preview === undefined) throw nothingAtUrl()
  return answer(context, { named, part, place, preview, grounds, shareKey })
}

/** The id of the site that a URL names, whoever may read it; for the renderer, which tells nobody. */
export async function siteIdAt(
  context: Pick<PublicContext, 'config' | 'db'>,
  url: string,
): Promise<string | undefined> {
  const address = addressIn(context.config, url)
  const found = address && (await siteAt(context, address))
  return found?.state.id
}

/** A site with what a URL tells of it, whoever may read it. */
export async function siteNamedBy(
  context: Pick<PublicContext, 'config' | 'db' | 'texts'>,
  url: string,
): Promise<NamedSite | undefined> {
  const address = addressIn(context.config, url)
  const found = address && (await modelAt(context, address))
  if (address === undefined || found === undefined) return undefined
  const { organizationId, state, isOwnHost, renamed, model } = found
  const of = { organizationId, siteId: state.id }
  // Sites that share an origin cannot keep what they know of their visitors from each other.
  const isRefused = address.isShared && model?.site.visibility === 'visitor-auth'
  if (model === undefined || isRefused) return undefined
  const { segments } = address
  const own = isOwnHost ? 0 : 1
  return {
    of,
    state,
    model,
    address,
    siteSegments: segments.slice(0, own),
    segments: segments.slice(own),
    renamed,
  }
}

const readsMax = 3

/**
 * The site with its model, both of one epoch: of a site that changed between the two reads, the
 * model may show a space whose head the state does not have yet.
 */
async function modelAt(
  context: Pick<PublicContext, 'config' | 'db' | 'texts'>,
  address: AskedAddress,
  reads = 1,
): Promise<(SiteAt & { readonly model: SiteModel | undefined }) | undefined> {
  const found = await siteAt(context, address)
  if (found === undefined) return undefined
  const { organizationId, state } = found
  const model = await siteModel(
    context,
    { organizationId, siteId: state.id },
    state.epoch,
  )
  const isOneEpoch = model === undefined || model.site.epoch === state.epoch
  if (isOneEpoch || reads === readsMax) return { ...found, model }
  return modelAt(context, address, reads + 1)
}

interface SiteAt {
  readonly organizationId: string
  readonly state: SiteStateRow
  /** Whether the host alone names the site. */
  readonly isOwnHost: boolean
  readonly renamed?: string | undefined
}

async function siteAt(
  { db }: Pick<PublicContext, 'db'>,
  { owner, segments: [basename] }: AskedAddress,
): Promise<SiteAt | undefined> {
  if ('hostname' in owner) {
    const host = await db.first(selectSiteOfHost, { hostname: owner.hostname })
    if (host === undefined || host.site_id === null) return undefined
    const { organization_id: organizationId, site_id: siteId } = host
    const state = await db.first(selectSiteState, { organizationId, siteId })
    return state && { organizationId, state, isOwnHost: true }
  }
  if (basename === undefined) return undefined
  const subdomain = owner.organizationHostname
  const home = await db.first(selectOrganizationOfHost, { subdomain })
  if (home === undefined) return undefined
  const { organization_id: organizationId } = home
  const state = await db.first(selectSiteStateByName, { organizationId, basename })
  const renamed = home.is_former
    ? (await db.first(selectHostname, { organizationId }))?.hostname
    : undefined
  return state && { organizationId, state, isOwnHost: false, renamed }
}

interface Opened {
  readonly grounds: Grounds
  readonly shareKey: string | undefined
  readonly segments: readonly string[]
}

type Redirect = Extract<PublishedContentLookup, { redirect: string }>

/** Admits a visitor by their credentials or by a preview. */
async function open(
  context: PublicContext,
  named: NamedSite,
  { url, redirectOnError, ...given }: AskedUrl,
): Promise<Opened | Redirect> {
  const { of, model, address, segments } = named
  if (address.preview !== undefined) return openPreview(context, named, url)
  if (!model.site.published) throw nothingAtUrl()
  const isShared = model.site.visibility === 'share-link'
  const shareKey = isShared ? segments[0] : undefined
  const jwtToken = given.jwtToken ?? address.jwtToken
  const credentials = { ...given, jwtToken, shareKey }
  const decided: Admission = await admitVisitor(context, of, model, credentials)
  if (decided.grounds !== undefined) {
    const rest = isShared ? segments.slice(1) : segments
    return { grounds: decided.grounds, shareKey, segments: rest }
  }
  const { fallbackUrl, isForMembers } = decided.refused
  if (redirectOnError && isForMembers === true) return signInFor(context, of)
  if (!redirectOnError || fallbackUrl === null) throw nothingAtUrl()
  const redirect = new URL(fallbackUrl)
  redirect.searchParams.set('location', new URL(url).pathname)
  return { target: 'external', redirect: redirect.href }
}

/** Where members sign in to read a site. */
function signInFor({ config }: PublicContext, { siteId }: OfSite): Redirect {
  const redirect = `${config.PUBLIC_URL}${siteSignInPrefix}${siteId}`
  return { target: 'application', redirect, signIn: siteId }
}

async function openPreview(
  { db, signer }: PublicContext,
  { of, model, address, segments, siteSegments }: NamedSite,
  url: string,
): Promise<Opened | Redirect> {
  const preview = await findPreview(db, signer, address.preview ?? '')
  const isHere =
    preview?.siteId === of.siteId && preview.organizationId === of.organizationId
  if (!isHere) throw nothingAtUrl()
  const { claims, siteSpaceId } = preview
  const first = model.tree.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (first !== undefined && segments.length === 0) {
    const section = model.tree.sections.find(({ id }) => id === first.sectionId)
    const redirect = new URL(url)
    const folders = [...siteSegments, ...(section ? [section.path] : []), first.path]
    redirect.pathname = address.rootPath.slice(0, -1) + pathOf(folders)
    return { target: 'content', redirect: redirect.href }
  }
  return { grounds: { claims, preview: {} }, shareKey: undefined, segments }
}

/** A redirect to the same place under the present names, if the URL has a former one. */
function movedTo(
  url: string,
  { state, siteSegments, address, renamed }: NamedSite,
): Redirect | undefined {
  const [basename] = siteSegments
  const isSame = basename === undefined || basename === state.basename
  if (isSame && renamed === undefined) return undefined
  const redirect = new URL(url)
  const behind = address.segments.slice(1).map(encodeSegment).join('/')
  const root = renamed === undefined ? address.rootPath : renamedRoot(address, renamed)
  redirect.pathname = `${root}${encodeSegment(state.basename)}/${behind}`
  if (renamed === undefined) {
    return { target: 'content', redirect: redirect.href, permanent: true }
  }
  if (!address.isShared) {
    redirect.hostname = redirect.hostname.replace(/^[^.]{1,63}/, renamed)
  }
  // Not for good: some day the former name may be another organization's.
  return { target: 'content', redirect: redirect.href }
}

/** The root path with the present name, where sites of all organizations share an origin. */
function renamedRoot({ isShared, rootPath }: AskedAddress, renamed: string): string {
  const folders = rootPath.split('/').slice(1, -1)
  return isShared ? pathOf([...folders.slice(0, -1), renamed]) : rootPath
}

async function previewAt(
  context: PublicContext,
  { of, state }: NamedSite,
  { preview, siteSpace: { spaceId } }: PlaceAtPath,
  grounds: Grounds,
): Promise<PreviewPlace | undefined> {
  if (preview === undefined) return undefined
  const hasPreview = grounds.preview !== undefined
  const inSpace = { ...of, spaceId, epoch: state.epoch }
  return previewPlace(context, inSpace, preview, hasPreview)
}

interface Found {
  readonly named: NamedSite
  readonly part: VisiblePart
  readonly place: PlaceAtPath
  readonly preview: PreviewPlace | undefined
  readonly grounds: Grounds
  readonly shareKey: string | undefined
}

async function answer(
  context: PublicContext,
  { named, part, place, preview, grounds, shareKey }: Found,
): Promise<PublishedContentLookup> {
  const { of, state, model, address, siteSegments } = named
  const { siteSpace, section, taken, rest, sectionPath, siteSpacePath } = place
  const { spaceId } = siteSpace
  const head = state.heads[spaceId]
  if (head === undefined) throw nothingAtUrl()
  const { audience } = part
  const seen: Grounds =
    preview === undefined
      ? grounds
      : {
          ...grounds,
          preview: { branchId: preview.branchId, revisionId: preview.revisionId },
        }
  const root = address.rootPath.slice(0, -1)
  const keyed = [...siteSegments, ...(shareKey === undefined ? [] : [shareKey])]
  const tilde = place.preview ? ['~', place.preview.kind, place.preview.id] : []
  const pagePath = rest.join('/')
  const canonical = siteUrls.published(context.config, addressOf(model.site), {
    sectionPath,
    siteSpacePath,
    pagePath,
  })
  return {
    organization: of.organizationId,
    site: of.siteId,
    ...(section !== undefined && { siteSection: section.id }),
    siteSpace: siteSpace.id,
    space: spaceId,
    ...(preview?.changeRequestId !== undefined && {
      changeRequest: preview.changeRequestId,
    }),
    ...(preview !== undefined && { revision: preview.revisionId }),
    pathname: `/${rest.map(encodeURIComponent).join('/')}`,
    basePath: root + pathOf([...keyed, ...taken, ...tilde]),
    siteBasePath: root + pathOf(keyed),
    canonicalUrl: new URL(canonical).href,
    apiToken: await issueToken(context, of, seen, { spaceId, audience }),
    complete: place.complete,
    ...(shareKey !== undefined && { shareKey }),
    ...(audience !== '' && { contextId: audience }),
    head,
    epoch: model.site.epoch,
    audience,
    visibility: visibilityOf(model),
    preview: seen.preview !== undefined,
    ...(grounds.visit !== undefined && { reader: grounds.visit.id }),
  }
}

type Visibility = Extract<PublishedContentLookup, { head: string }>['visibility']

function visibilityOf({ site }: SiteModel): Visibility {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
  return site.visibility as Visibility
}
