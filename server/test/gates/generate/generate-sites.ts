import { createHmac } from 'node:crypto'

import type { OperationId } from '@lectern/contract/operations.ts'

import { call, type Making, type Things } from './generate-call.ts'
import { makeContent } from './generate-content.ts'
import { targetOf } from './generate-schema.ts'

/** A site that readers may open, and how one of them does. */
interface OpenSite {
  /** What of the place belongs to the site. */
  readonly things: Things
  /** A content token of somebody who was let in. */
  readonly token: string
}

export interface MadeSites {
  readonly things: Things
  readonly deleted: Things
  readonly readers: Readonly<Record<'public' | 'share-link' | 'visitor-auth', OpenSite>>
  /** Of somebody whose share link was deleted since. */
  readonly formerReader: string
  /** What none of these readers may see: a space that their sites show to others only. */
  readonly aside: Things
}

type Params = Readonly<Record<string, string>>

/** Everything about sites, in a form that only needs what varies. */
function sitesOf(making: Making) {
  async function ask(id: OperationId, params: Params, body?: unknown): Promise<unknown> {
    return (await call(making, targetOf(id), params, body)).body
  }
  const make = async (id: OperationId, params: Params, body?: unknown) =>
    textAt(await ask(id, params, body), 'id')
  return { making, ask, make }
}
type Sites = ReturnType<typeof sitesOf>

/** Three sites for the three kinds of readers; the one that needs signed tokens has one of everything. */
export async function makeSites(making: Making, spaceId: string): Promise<MadeSites> {
  const sites = sitesOf(making)
  const aside = await makeAside(sites)
  const shown = { spaceId, asideId: aside['space'] ?? '' }
  const open = await openSite(sites, { ...shown, visibility: 'public' })
  const shared = await openSite(sites, { ...shown, visibility: 'share-link' })
  const guarded = await openSite(sites, { ...shown, visibility: 'visitor-auth' })
  const main = await furnish(sites, spaceId, guarded)
  const link = await makeShareLink(sites, shared.site)
  const gone = await makeShareLink(sites, shared.site)
  const formerReader = await tokenAt(sites, gone.url)
  const { site: siteId, shareLink: shareLinkId } = gone.things
  await sites.ask('deleteSiteShareLinkById', ids({ siteId, shareLinkId }))
  const readers = {
    public: { things: open, token: await tokenAt(sites, open.url) },
    'share-link': {
      things: { ...shared, ...link.things },
      token: await tokenAt(sites, link.url),
    },
    'visitor-auth': {
      things: main.things,
      token: await tokenAt(sites, guarded.url, main.things['jwt']),
    },
  }
  const { shareLink = '', shareKey = '' } = gone.things
  return {
    things: { ...main.things, 'open url': open.url },
    deleted: { ...main.deleted, shareLink, shareKey },
    readers,
    formerReader,
    aside: { ...aside, ...asidesOf(open, shared, guarded) },
  }
}

/** A space with content of its own on a site of its own, which is not published. */
async function makeAside({ making, ask, make }: Sites): Promise<Things> {
  const canary = asideOf(making.canary)
  const spaceId = await make('createSpace', {}, { title: canary })
  const { things } = await makeContent({ ...making, canary }, spaceId)
  const site = await make('createSite', {}, { title: canary, spaces: [spaceId] })
  const siteId = site
  const shown = await ask('listSiteSpaces', { siteId })
  const siteSpace = firstIdIn(shown)
  const section = await ask('addSectionToSite', { siteId }, { spaceId, title: canary })
  return {
    ...things,
    space: spaceId,
    site,
    siteSpace,
    siteSection: textAt(section, 'id'),
    basename: canary,
  }
}

/** The word that stands in what readers may not see. */
export function asideOf(canary: string): string {
  return canary.replace('canary', 'aside')
}

interface Opened extends Things {
  readonly site: string
  readonly siteSpace: string
  readonly url: string
}

interface Opening {
  readonly spaceId: string
  readonly asideId: string
  readonly visibility: 'public' | 'share-link' | 'visitor-auth'
}

/** A published site of two spaces, of which readers see one. */
async function openSite(
  { making, ask, make }: Sites,
  { spaceId, asideId, visibility }: Opening,
): Promise<Opened> {
  const title = `${visibility} ${making.canary}`
  const siteId = await make('createSite', {}, { title, visibility, spaces: [spaceId] })
  const siteSpace = firstIdIn(await ask('listSiteSpaces', { siteId }))
  const hidden = await make('addSpaceToSite', { siteId }, { spaceId: asideId })
  const condition = 'visitor.claims.beta == true'
  await ask('updateSiteSpaceById', { siteId, siteSpaceId: hidden }, { condition })
  await ask('updateSiteById', { siteId }, { adaptiveContent: { enabled: true } })
  const source = `/${making.canary}-old`
  const destination = { kind: 'site-space', siteSpaceId: siteSpace }
  const siteRedirect = await make(
    'createSiteRedirect',
    { siteId },
    { source, destination },
  )
  const site = await ask('publishSite', { siteId })
  const url = textAt(Object(site)['urls'], 'published')
  const basename = textAt(site, 'basename')
  return { site: siteId, siteSpace, hidden, siteRedirect, source, url, basename }
}

function asidesOf(...opened: readonly Opened[]): Things {
  return Object.fromEntries(
    opened.map(({ site, hidden = '' }) => [`site-space on ${site}`, hidden]),
  )
}

/** Of each kind one that stays and one that goes again. */
async function furnish(
  sites: Sites,
  spaceId: string,
  { site: siteId, ...opened }: Opened,
): Promise<{ things: Things; deleted: Things }> {
  const { making, ask, make } = sites
  const { canary } = making
  const gone = await makeParts(sites, { siteId, spaceId, title: `${canary} gone` })
  const { siteSection, siteSpace, siteSectionGroup, siteExternalLink = '' } = gone
  await ask('deleteSiteExternalLinkById', {
    siteId,
    siteExternalLinkId: siteExternalLink,
  })
  await ask('deleteSiteSpaceById', ids({ siteId, siteSpaceId: siteSpace }))
  await ask(
    'deleteSiteSectionGroupById',
    ids({ siteId, siteSectionGroupId: siteSectionGroup }),
  )
  const parts = await makeParts(sites, { siteId, spaceId, title: canary })
  const link = await makeShareLink(sites, siteId)
  const siteRedirect = await goneRedirect(sites, siteId, opened.siteSpace)
  const hostname = `docs.${canary}.example`
  const target = { type: 'site', site: siteId }
  await ask('attachCustomHostname', { hostname }, { target })
  const goneSite = await make('createSite', {}, { title: `Gone ${canary}` })
  await ask('deleteSiteById', { siteId: goneSite })
  const oldKey = await signingKey(sites, siteId)
  await ask('regenerateSitePublishingAuthById', { siteId })
  const jwt = signed(await signingKey(sites, siteId), canary)
  return {
    things: {
      ...opened,
      ...link.things,
      ...parts,
      site: siteId,
      customHostname: hostname,
      jwt,
    },
    deleted: {
      siteSection: siteSection ?? '',
      siteSpace: siteSpace ?? '',
      siteSectionGroup: siteSectionGroup ?? '',
      siteExternalLink,
      siteRedirect,
      site: goneSite,
      basename: `gone-${canary}`,
      source: `/${canary}-gone`,
      customHostname: `gone.${canary}.example`,
      jwt: signed(oldKey, canary),
    },
  }
}

interface Part {
  readonly siteId: string
  readonly spaceId: string
  readonly title: string
}

/** A section in a group, with a site-space of its own, and a link beside it. */
async function makeParts(
  { ask, make }: Sites,
  { siteId, spaceId, title }: Part,
): Promise<Things> {
  const section = await ask('addSectionToSite', { siteId }, { spaceId, title })
  const siteSection = textAt(section, 'id')
  const siteSpace = firstIdIn({ items: Object(section)['siteSpaces'] })
  const sections = [siteSection]
  const siteSectionGroup = await make(
    'addSectionGroupToSite',
    { siteId },
    { title, sections },
  )
  const siteExternalLink = await make(
    'addExternalLinkToSite',
    { siteId },
    { title, url: `https://example.com/${encodeURIComponent(title)}` },
  )
  return { siteSection, siteSpace, siteSectionGroup, siteExternalLink }
}

async function goneRedirect(
  { making, ask, make }: Sites,
  siteId: string,
  siteSpaceId: string,
): Promise<string> {
  const siteRedirectId = await make(
    'createSiteRedirect',
    { siteId },
    {
      source: `/${making.canary}-gone`,
      destination: { kind: 'site-space', siteSpaceId },
    },
  )
  await ask('deleteSiteRedirectById', { siteId, siteRedirectId })
  return siteRedirectId
}

/** With the secret of it, which is the last part of its URL. */
async function makeShareLink(
  { making, ask }: Sites,
  siteId: string,
): Promise<{ things: Things; url: string }> {
  const link = await ask('createSiteShareLink', { siteId }, { name: making.canary })
  const url = textAt(Object(link)['urls'], 'published')
  const shareKey = url.split('/').findLast((part) => part !== '') ?? ''
  return { things: { site: siteId, shareLink: textAt(link, 'id'), shareKey }, url }
}

async function signingKey({ ask }: Sites, siteId: string): Promise<string> {
  return textAt(await ask('getSitePublishingAuthById', { siteId }), 'privateKey')
}

/** In seconds, and so late that equal tokens stay equal while a gate runs. */
const exp = Date.UTC(2100, 0) / 1000

/** A token for a visitor as the owner of a site signs it. */
export function signed(key: string, subject: string): string {
  const text = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: subject, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

async function tokenAt({ ask }: Sites, url: string, jwtToken?: string): Promise<string> {
  const visitor = jwtToken === undefined ? {} : { jwtToken }
  const found = await ask('resolvePublishedContentByUrl', {}, { url, visitor })
  return textAt(found, 'apiToken')
}

function textAt(body: unknown, name: string): string {
  const value: unknown = Object(body)[name]
  if (typeof value === 'string') return value
  throw new Error(`There is no "${name}" in ${JSON.stringify(body)}`)
}

function firstIdIn(page: unknown): string {
  const items: unknown = Object(page)['items']
  return textAt(Array.isArray(items) ? items[0] : undefined, 'id')
}

function ids(params: Readonly<Record<string, string | undefined>>): Params {
  return Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id ?? '']))
}
