import { CallError, everyEntry } from '@lectern/contract/client.ts'
import type { SiteRedirect } from '@lectern/contract/site-redirects.ts'
import type { SiteSpace } from '@lectern/contract/site-structure.ts'
import type { Site } from '@lectern/contract/sites.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import type { Session } from '#/command.ts'

import type { WantedRedirect } from './read-redirects.ts'

export interface AppliedRedirects {
  readonly created: number
  readonly removed: number
  readonly unchanged: number
  /** The redirects that were not made, each with the reason. */
  readonly left: readonly { readonly source: string; readonly message: string }[]
}

interface Applying {
  readonly session: Session
  readonly space: Space
  /** Whether redirects of an earlier push that are not asked for any more are removed. */
  readonly isSet: boolean
  /** Whether to say only what would become of them. */
  readonly isDry: boolean
}

type Counts = {
  -readonly [Key in keyof AppliedRedirects]: AppliedRedirects[Key]
} & { left: { source: string; message: string }[] }

const perPage = 1000

/**
 * Makes the redirects of the folder those of each site that shows the space. Those of an earlier
 * push are known by the space they name, so that all others stay.
 */
export async function applyRedirects(
  wanted: readonly WantedRedirect[],
  applying: Applying,
): Promise<AppliedRedirects> {
  const counts: Counts = { created: 0, removed: 0, unchanged: 0, left: [] }
  try {
    const sites = await sitesOf(applying)
    const pages = sites.length === 0 ? new Map() : await pagesOf(wanted, applying, counts)
    const shadows = new Set(
      wanted.filter(({ isShadow }) => isShadow).map(({ from }) => from),
    )
    for (const site of sites) await applyTo(site, { pages, shadows }, applying, counts)
    if (sites.length === 0) leaveAll(wanted, 'no site shows the space yet', counts)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    leaveAll(wanted, error.message, counts)
  }
  return counts
}

function leaveAll(
  wanted: readonly WantedRedirect[],
  message: string,
  { left }: Counts,
): void {
  left.push(...wanted.map(({ from }) => ({ source: `/${from}`, message })))
}

async function sitesOf({ session, space }: Applying): Promise<readonly Site[]> {
  const { client, signal } = session
  const entries = everyEntry(async (cursor) =>
    client.call('listSites', {
      params: { organizationId: space.organization },
      query: { ...cursor, space: space.id, limit: perPage },
      signal,
    }),
  )
  const sites: Site[] = []
  for await (const site of entries) sites.push(site)
  return sites
}

/** The ids of the pages that the redirects lead to, by the old paths. */
async function pagesOf(
  wanted: readonly WantedRedirect[],
  applying: Applying,
  { left }: Counts,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const { from, path = 'what it names', address } of wanted) {
    if (address === undefined) {
      left.push({ source: `/${from}`, message: `${path} is no page of the folder` })
      continue
    }
    pages.set(from, await pageAt(address, applying))
  }
  return pages
}

/** The id of a page; in a dry run, one that no page has for a page that is not there yet. */
async function pageAt(
  address: string,
  { session: { client, signal }, space, isDry }: Applying,
): Promise<string> {
  const params = { spaceId: space.id, pagePath: address }
  try {
    return (await client.call('getPageByPath', { params, signal })).id
  } catch (error) {
    if (isDry && error instanceof CallError && error.status === 404) return `/${address}`
    throw error
  }
}

interface Asked {
  /** The ids of pages by the old paths that should lead to them. */
  readonly pages: ReadonlyMap<string, string>
  /** The old paths at which the folder has pages. */
  readonly shadows: ReadonlySet<string>
}

async function applyTo(
  { id: siteId, permissions }: Site,
  { pages, shadows }: Asked,
  applying: Applying,
  // oxlint-disable-next-line max-params -- a site, what it should redirect to, for whom, and what came of it
  counts: Counts,
): Promise<void> {
  const { session, space, isSet, isDry } = applying
  const { client, signal } = session
  const params = { organizationId: space.organization, siteId }
  const query = { limit: perPage }
  const { items: shown } = await client.call('listSiteSpaces', { params, query, signal })
  const place = shown.find((one) => one.space.id === space.id)
  if (place === undefined) return
  const { items: sections } =
    place.section === undefined
      ? { items: [] }
      : await client.call('listSiteSections', { params, query, signal })
  const above = [sections.find(({ id }) => id === place.section), place]
  const prefix = above.flatMap((one) => (one && one.default !== true ? [one.path] : []))
  const asked = new Map(
    [...pages].map(([from, pageId]) => [sourceOf(prefix, from), pageId]),
  )
  const listed = everyEntry(async (cursor) =>
    client.call('listSiteRedirects', { params, query: { ...cursor, ...query }, signal }),
  )
  const refused = new Map(
    [...shadows].map((from) => [sourceOf(prefix, from), 'a page of the folder is there']),
  )
  for await (const redirect of listed) {
    if (redirect.fileOf !== space.id) {
      refused.set(redirect.source, 'the site has a redirect from there already')
      continue
    }
    const isAsked = asked.get(redirect.source) === pageIn(redirect, place)
    if (isAsked) asked.delete(redirect.source)
    if (isAsked) counts.unchanged += 1
    else if (isSet || asked.has(redirect.source)) {
      const ofRedirect = { ...params, siteRedirectId: redirect.id }
      if (!isDry) {
        await client.call('deleteSiteRedirectById', { params: ofRedirect, signal })
      }
      counts.removed += 1
    }
  }
  if (!isDry) await createAll(asked, { params, place }, applying, counts)
  else if (permissions.admin) countCreated(asked, refused, counts)
  else {
    const all = new Map([...asked.keys()].map((each) => [each, needsAdmin]))
    countCreated(asked, all, counts)
  }
}

/** Counts what would be made, and names what would be refused. */
function countCreated(
  asked: ReadonlyMap<string, string>,
  refused: ReadonlyMap<string, string>,
  counts: Counts,
): void {
  for (const source of asked.keys()) {
    const message = refused.get(source)
    if (message === undefined) counts.created += 1
    else counts.left.push({ source, message })
  }
}

interface Into {
  readonly params: { readonly organizationId: string; readonly siteId: string }
  readonly place: SiteSpace
}

async function createAll(
  asked: ReadonlyMap<string, string>,
  { params, place }: Into,
  { session: { client, signal }, space }: Applying,
  // oxlint-disable-next-line max-params -- what to redirect, where, for whom, and what came of it
  counts: Counts,
): Promise<void> {
  for (const [source, pageId] of asked) {
    const destination = { kind: 'site-page', siteSpaceId: place.id, pageId } as const
    const body = { source, destination, fileOf: space.id }
    try {
      await client.call('createSiteRedirect', { params, body, signal })
      counts.created += 1
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      counts.left.push({ source, message: error.message })
    }
  }
}

const needsAdmin = 'that needs the admin role on the site'

function pageIn({ destination }: SiteRedirect, { id }: SiteSpace): string | undefined {
  if (destination.kind !== 'site-page' || destination.siteSpaceId !== id) return ''
  return destination.pageId
}

/** The path below the root of the site, percent-encoded as the server takes it. */
function sourceOf(prefix: readonly string[], from: string): string {
  const parts = [...prefix, ...from.split('/').map(plain)].map(encodeURIComponent)
  // Left as they are by encodeURIComponent, but no part of a source.
  const encoded = parts.join('/').replaceAll(/[!'()*]/g, (character) => {
    return `%${character.codePointAt(0)?.toString(16) ?? ''}`
  })
  return `/${encoded}`
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
