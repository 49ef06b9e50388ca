import type { SiteRedirectDestination } from '@lectern/contract/site-redirects.ts'

import { selectPageIdAtPath } from '#/content-store/read/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import type { Request } from '#/platform/http/operation.ts'

import { checkRedirects, readSource, type WantedRedirect } from './check-redirect.ts'
import type { CheckedRedirect } from './plan-bulk.ts'
import { readSiteMapForCaller } from './read-site-map.ts'
import { unknownDestination, unsupportedRedirect } from './redirect-errors.ts'
import { segmentsOf, sourceKeyOf } from './redirect-paths.ts'
import type { SiteMap } from './site-map.ts'
import { storedDestination } from './stored-destination.ts'

type GivenRedirect = Request<'bulkUpsertSiteRedirects'>['body']['redirects'][number]
type GivenDestination = NonNullable<
  Exclude<GivenRedirect, { intent: 'publish' }>['destination']
>

/** The wanted redirect as far as it can be read without the site, or the refusal. */
type Read =
  | { readonly source: string; readonly destination: SiteRedirectDestination | null }
  | ApiError

/** Of each redirect of the request what is to be stored, or the refusal. */
export async function checkBulk(
  db: Queryable,
  site: OfSite,
  callerId: string,
  given: readonly GivenRedirect[],
): Promise<(CheckedRedirect | ApiError)[]> {
  const isByPath = given.some(
    (one) => 'destination' in one && one.destination?.kind === 'path',
  )
  const map = isByPath ? await readSiteMapForCaller(db, site, callerId, []) : undefined
  const read = await Promise.all(given.map(async (one) => readGiven(db, site, one, map)))
  const wanted = read.filter((one): one is WantedRedirect => isWanted(one))
  const checked = await checkRedirects(db, site, callerId, wanted)
  const left = checked.values()
  return read.map((one) => {
    if (one instanceof ApiError) return one
    const sourceKey = isWanted(one) ? (left.next().value ?? '') : keyOfSource(one.source)
    return sourceKey instanceof ApiError ? sourceKey : { ...one, sourceKey }
  })
}

function isWanted(one: Read): one is WantedRedirect {
  return !(one instanceof ApiError) && one.destination !== null
}

function keyOfSource(source: string): string | ApiError {
  const segments = readSource(source)
  return segments instanceof ApiError ? segments : sourceKeyOf(segments)
}

async function readGiven(
  db: Queryable,
  site: OfSite,
  given: GivenRedirect,
  map: SiteMap | undefined,
): Promise<Read> {
  const problem = problemOf(given)
  if (problem !== undefined) return unsupportedRedirect(problem)
  if (given.intent === 'publish') throw new Error('A draft was not refused')
  const { source, destination } = given
  if (destination === null) return { source, destination }
  const found = await readDestination(db, site, destination, map)
  return found === undefined ? unknownDestination() : { source, destination: found }
}

function problemOf(given: GivenRedirect): string | undefined {
  const { source } = given
  if (given.intent === 'draft' || given.intent === 'publish') {
    return 'There are no drafts of redirects. Send it without "intent" to make it count at once.'
  }
  if (!source.startsWith('/')) return 'source does not begin with a slash.'
  if (source.includes('*') || given.captureWildcard === true) {
    return 'Sources have no wildcards. Send a redirect for each path.'
  }
  if (given.permanent === true) {
    return 'Redirects are temporary. Send it without "permanent".'
  }
  if (given.destination?.kind === 'external') {
    return 'destination leads away from the site. Name a section, a site-space, or a page in one.'
  }
  return undefined
}

async function readDestination(
  db: Queryable,
  { organizationId }: OfSite,
  given: GivenDestination,
  map: SiteMap | undefined,
): Promise<SiteRedirectDestination | undefined> {
  if (given.kind === 'external') return undefined
  if (given.kind !== 'path') return storedDestination(given)
  const { spaceId } = given
  const siteSpace = map?.siteSpaces.find((one) => one.spaceId === spaceId)
  const segments = segmentsOf(given.path)
  if (siteSpace === undefined || segments === undefined) return undefined
  if (segments.length === 0) return { kind: 'site-space', siteSpaceId: siteSpace.id }
  const row = await db.first(selectPageIdAtPath, { organizationId, spaceId, segments })
  const pageId = row?.page_id ?? undefined
  if (pageId === undefined) return undefined
  return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId }
}
