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
    for (const site of sites) await applyTo(site, pages, applying, counts)
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
  { session: { client, signal }, space }: Applying,
  { left }: Counts,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const { from, path = 'what it names', address } of wanted) {
    if (address === undefined) {
      left.push({ source: `/${from}`, message: `${path} is no page of the folder` })
      continue
    }
    const params = { spaceId: space.id, pagePath: address }
    pages.set(from, (await client.call('getPageByPath', { params, signal })).id)
  }
  return pages
}

async function applyTo(
  { id: siteId }: Site,
  pages: ReadonlyMap<string, string>,
  { session: { client, signal }, space, isSet }: Applying,
  // oxlint-disable-next-line max-params -- a site, what it should redirect to, for whom, and what came of it
  counts: Counts,
): Promise<void> {
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
  for await (const redirect of listed) {
    if (redirect.fileOf !== space.id) continue
    const isAsked = asked.get(redirect.source) === pageIn(redirect, place)
    if (isAsked) asked.delete(redirect.source)
    if (isAsked) counts.unchanged += 1
    else if (isSet || asked.has(redirect.source)) {
      const ofRedirect = { ...params, siteRedirectId: redirect.id }
      await client.call('deleteSiteRedirectById', { params: ofRedirect, signal })
      counts.removed += 1
    }
  }
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
